import { randomFillSync } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { FrameSocket } from './frame-socket.js';

/** The head and the bytes of a message up to this size are joined for one write: that costs less than a write of two buffers. */
const JOINED_BYTES = 16 * 1024;

/** `WebSocket.OPEN`, without loading `ws`. */
const OPEN = 1;

const TEXT_FRAME = 0x81;
const BINARY_FRAME = 0x82;
/** The longest message whose length is in the second byte of the head (RFC 6455 section 5.2). */
const SHORT_BYTES = 125;
const LENGTH_OF_TWO_BYTES = 126;

/** Ends of a connection: clients mask their frames, servers do not (RFC 6455 section 5.1). */
export type SocketSide = 'client' | 'server';

/** A socket of `ws`, with a shorter way for small messages: each is one frame and one write. Messages are not compressed. */
export class OneWriteSocket implements FrameSocket {
  private readonly frameOf: (bytes: Buffer, isBinary: boolean) => Buffer;

  constructor(
    private readonly socket: WebSocket,
    /** The connection that `socket` writes to. */
    private readonly connection: Duplex,
    side: SocketSide,
  ) {
    this.frameOf = side === 'client' ? maskedFrameOf : plainFrameOf;
  }

  get protocol(): string {
    return this.socket.protocol;
  }

  get bufferedAmount(): number {
    return this.socket.bufferedAmount;
  }

  send(data: Buffer | string, options: { readonly binary: boolean }, sent?: (error?: Error | null) => void): void {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    // `ws` says what becomes of a message for a socket that is closed.
    if (bytes.length > JOINED_BYTES || this.socket.readyState !== OPEN) {
      this.socket.send(bytes, options, sent);
      return;
    }
    const frame = this.frameOf(bytes, options.binary);
    if (sent === undefined) this.connection.write(frame);
    else this.connection.write(frame, sent);
  }

  close(code?: number, reason?: string | Buffer): void {
    this.socket.close(code, reason);
  }

  terminate(): void {
    this.socket.terminate();
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  ping(): void {
    this.socket.ping();
  }

  on(event: 'message' | 'close' | 'error' | 'ping' | 'pong', listener: (...values: never[]) => void): unknown {
    return this.socket.on(event, listener as never);
  }
}

/** A whole message in one frame without a mask. At most `JOINED_BYTES`. */
function plainFrameOf(bytes: Buffer, isBinary: boolean): Buffer {
  const headBytes = bytes.length > SHORT_BYTES ? 4 : 2;
  const frame = Buffer.allocUnsafe(headBytes + bytes.length);
  writeHead(frame, bytes.length, isBinary, 0);
  bytes.copy(frame, headBytes);
  return frame;
}

/** The head, the mask and, where the length is in the second byte, two bytes that are not sent: so words can be masked. */
const MASKED_HEAD_BYTES = 8;
const MASK_BIT = 0x80;

/** A whole message in one frame with a mask of its own (RFC 6455 section 5.3). At most `JOINED_BYTES`. */
function maskedFrameOf(bytes: Buffer, isBinary: boolean): Buffer {
  const { length } = bytes;
  const words = (length + 3) >> 2;
  // Small buffers begin at a multiple of eight bytes of their pool, and others at the first byte of their own.
  const room = Buffer.allocUnsafe(MASKED_HEAD_BYTES + words * 4);
  bytes.copy(room, MASKED_HEAD_BYTES);
  const view = new Int32Array(room.buffer, room.byteOffset + MASKED_HEAD_BYTES - 4, words + 1);
  const mask = nextMask();
  view[0] = mask;
  for (let index = 1; index <= words; index += 1) view[index] = (view[index] as number) ^ mask;
  const frame = room.subarray(length > SHORT_BYTES ? 0 : 2, MASKED_HEAD_BYTES + length);
  writeHead(frame, length, isBinary, MASK_BIT);
  return frame;
}

function writeHead(frame: Buffer, length: number, isBinary: boolean, maskBit: number): void {
  frame[0] = isBinary ? BINARY_FRAME : TEXT_FRAME;
  frame[1] = (length > SHORT_BYTES ? LENGTH_OF_TWO_BYTES : length) | maskBit;
  if (length > SHORT_BYTES) frame.writeUInt16BE(length, 2);
}

/** Masks are drawn so many at a time: each call of the random number generator costs more than a small message. */
const masks = new Int32Array(1024);
let drawn = masks.length;

function nextMask(): number {
  if (drawn === masks.length) {
    randomFillSync(masks);
    drawn = 0;
  }
  const mask = masks[drawn] as number;
  drawn += 1;
  return mask;
}
