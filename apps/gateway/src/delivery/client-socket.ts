import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { FrameSocket } from '../upstream/frame-socket.js';

/** The head and the bytes of a message up to this size are joined for one write: that costs less than a write of two buffers. */
const JOINED_BYTES = 16 * 1024;

/** `WebSocket.OPEN`, without loading `ws`. */
const OPEN = 1;

const TEXT_FRAME = 0x81;
const BINARY_FRAME = 0x82;
/** The longest message whose length is in the second byte of the head (RFC 6455 section 5.2). */
const SHORT_BYTES = 125;
const LENGTH_OF_TWO_BYTES = 126;

/** The client's end of a socket of `ws`, with a shorter way for small messages. Messages are not compressed. */
export class ClientSocket implements FrameSocket {
  constructor(
    private readonly socket: WebSocket,
    /** What `socket` writes to. */
    private readonly connection: Duplex,
  ) {}

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
    const frame = frameOf(bytes, options.binary);
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

/** A whole message in one frame, as servers send it: without a mask. */
function frameOf(bytes: Buffer, isBinary: boolean): Buffer {
  const { length } = bytes;
  const headBytes = length > SHORT_BYTES ? 4 : 2;
  const frame = Buffer.allocUnsafe(headBytes + length);
  frame[0] = isBinary ? BINARY_FRAME : TEXT_FRAME;
  frame[1] = length > SHORT_BYTES ? LENGTH_OF_TWO_BYTES : length;
  if (length > SHORT_BYTES) frame.writeUInt16BE(length, 2);
  bytes.copy(frame, headBytes);
  return frame;
}
