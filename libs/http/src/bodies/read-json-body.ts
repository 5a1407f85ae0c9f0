import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { setPlaceholderSecret } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import {
  type JsonLimits,
  JsonMeter,
  keepSource,
  MOST_SCANNED_BYTES,
  parseJsonBody,
  parseLargeJsonBody,
  parseOutlined,
  TextScanner,
} from '@multilane/validation';
import { ClientGone, UnfinishedBodies } from './arriving-bodies.js';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** A new one in each process, so that no client can write what a parser puts in place of a long string. */
const SECRET = randomBytes(16).toString('hex');
setPlaceholderSecret(SECRET);

export interface BodyRules {
  /** Bytes as sent, and after decoding. */
  readonly limitBytes: number;
  /** Limits of the JSON. */
  readonly limits: JsonLimits;
  /** True if a Content-Encoding is read. */
  readonly compressed: boolean;
  /**
   * True if the bytes of a longer body are kept with it, so that they can be sent on, and its long texts parsed only if
   * they are read.
   */
  readonly keepsSource?: boolean;
  /** Default: all of this process share one. */
  readonly unfinished?: UnfinishedBodies;
}

/** Bytes that arriving bodies hold together: a dozen of the largest, or thousands of common ones. */
const ALL_UNFINISHED = new UnfinishedBodies(256 * 1024 * 1024);

/**
 * Reads a JSON body. A body that exceeds a limit is rejected while it comes in, or before anything is parsed. Rejects
 * with `ClientGone` where the rest never comes. Call it after authentication, or with a small limit and without
 * decoding, so that a stranger costs little.
 */
export async function readJsonBody(incoming: IncomingMessage, rules: BodyRules): Promise<unknown> {
  const { 'content-encoding': encoding, 'content-length': length, 'content-type': type } = incoming.headers;
  if (length !== undefined && Number(length) > rules.limitBytes) throw refuseSize(rules.limitBytes);
  const decoder = encoding === undefined ? undefined : makeDecoder(encoding, rules);
  const { bytes, meter } = await collect(incoming, decoder, rules);
  if (type !== undefined && !/^\s*application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new GatewayError('unsupported_media_type', { message: 'Send `Content-Type: application/json`.' });
  }
  const keeps = rules.keepsSource && bytes.length >= LEAST_KEPT_BYTES && bytes.length <= MOST_KEPT_BYTES;
  if (!keeps) return parse(bytes, meter);
  const read = meter ?? new JsonMeter(rules.limits);
  if (read.isUnread) {
    const outlined = readOutlined(bytes, read);
    if (outlined !== undefined) return outlined;
  }
  const body = await parse(bytes, read);
  keepSource(body, bytes, read);
  return body;
}

/** Made with the first long body; null where it cannot be. */
let scanner: TextScanner | null | undefined;

/** Undefined for a body that is to be parsed as any other. The meter has read its bytes then, too. */
function readOutlined(bytes: Buffer, meter: JsonMeter): object | undefined {
  if (scanner === undefined) scanner = TextScanner.create() ?? null;
  if (scanner === null || !isUtf8(bytes)) {
    meter.read(bytes);
    return undefined;
  }
  meter.readWhole(bytes, scanner);
  return parseOutlined(bytes, meter);
}

/** Shorter bodies are written anew as fast as they are put together from pieces. */
const LEAST_KEPT_BYTES = 8 * 1024;

/** The bytes of longer bodies would fill the memory with a second copy of what the request holds until it ends. */
const MOST_KEPT_BYTES = 8 * 1024 * 1024;

function parse(bytes: Buffer, meter: JsonMeter | undefined): unknown {
  if (meter === undefined || bytes.length < LARGE_BYTES) return parseJsonBody(bytes, meter);
  return parseLargeJsonBody(bytes, meter.longStrings, pause, SECRET, meter.hasLongNumbers);
}

/** Lets everything else that waits have its turn. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function makeDecoder(encoding: string, { compressed }: BodyRules): Transform | undefined {
  const name = encoding.toLowerCase().trim();
  if (name === 'identity') return undefined;
  if (!compressed) {
    throw new GatewayError('unsupported_media_type', {
      message: 'This endpoint does not accept compressed bodies. Send the body without Content-Encoding.',
      headers: { 'accept-encoding': 'identity' },
    });
  }
  const make = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (make) return make();
  throw new GatewayError('unsupported_media_type', {
    message: 'The Content-Encoding is not supported. Send gzip, br, zstd or no encoding.',
    headers: { 'accept-encoding': 'gzip, br, zstd' },
  });
}

interface Collected {
  readonly bytes: Buffer;
  /** Undefined if the body was too small to be counted. */
  readonly meter: JsonMeter | undefined;
}

function collect(
  incoming: IncomingMessage,
  decoder: Transform | undefined,
  { keepsSource, limitBytes, limits, unfinished = ALL_UNFINISHED }: BodyRules,
): Promise<Collected> {
  return new Promise((resolve, reject) => {
    // It has told whoever listened by then.
    if (incoming.destroyed) {
      reject(new ClientGone());
      return;
    }
    const source: Readable = decoder ? incoming.pipe(decoder) : incoming;
    const wholeAt = decoder ? -1 : Number(incoming.headers['content-length'] ?? -1);
    const pieces = new BodyPieces();
    let size = 0;
    let meter: JsonMeter | undefined;
    let isHeld = false;
    let isRefused = false;
    // A body whose texts are left out is counted as a whole. One that was compressed could cost a hundred times what was sent.
    const leastCounted = keepsSource && decoder === undefined ? MOST_SCANNED_BYTES : 0;
    const fail = (error: Error): void => {
      isRefused = true;
      unfinished.release(incoming);
      pieces.clear();
      // A body that is rejected half-way is decoded no further, but still read, so that the rejection reaches the
      // client.
      source.off('data', onData);
      decoder?.destroy();
      incoming.resume();
      reject(error);
    };
    const onData = (bytes: Buffer): void => {
      size += bytes.length;
      if (size > limitBytes) {
        fail(refuseSize(limitBytes));
        return;
      }
      pieces.add(bytes);
      if (size !== wholeAt) {
        isHeld = true;
        unfinished.hold(incoming, bytes.length, fail);
      }
      if (isRefused || size <= leastCounted || !JsonMeter.needsCount(size, limits)) return;
      try {
        const uncounted = meter ? [bytes] : pieces.list();
        meter ??= new JsonMeter(limits);
        for (const piece of uncounted) meter.read(piece);
      } catch (error) {
        fail(error as Error);
      }
    };
    source.on('data', onData);
    source.on('end', () => {
      if (isHeld) unfinished.release(incoming);
      resolve({ bytes: pieces.join(), meter });
    });
    incoming.on('error', () => fail(new ClientGone()));
    decoder?.on('error', () => fail(refuseEncoding()));
  });
}

/** Larger bodies are parsed in several turns of the event loop. */
const LARGE_BYTES = 256 * 1024;

/** The rest of what is too large is not waited for. */
function refuseSize(limitBytes: number): GatewayError {
  const message = `The request body is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB.`;
  return new GatewayError('payload_too_large', { message, headers: { connection: 'close' } });
}

function refuseEncoding(): GatewayError {
  return new GatewayError('invalid_value', { message: 'The body does not match its Content-Encoding.' });
}

/** Smaller pieces are copied, in bytes: each piece costs an object, and may keep the whole read alive that it came in. */
const SMALL_BYTES = 16 * 1024;

const BLOCK_BYTES = 64 * 1024;

/**
 * The pieces of a body in their order, in memory of about their size: a client may send a body byte by byte, and an object
 * for each byte would cost a hundred times as much.
 */
export class BodyPieces {
  private whole: Buffer[] = [];
  private block: Buffer | undefined;
  private used = 0;

  add(bytes: Buffer): void {
    // Most bodies are one piece, which needs no copy.
    const isFirst = this.whole.length === 0 && this.used === 0;
    const isKept = isFirst || bytes.length >= SMALL_BYTES;
    if (isKept || this.used + bytes.length > BLOCK_BYTES) this.closeBlock();
    if (isKept) {
      this.whole.push(bytes);
      return;
    }
    this.block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.block.set(bytes, this.used);
    this.used += bytes.length;
  }

  /** All that was added, in few pieces. */
  list(): readonly Buffer[] {
    this.closeBlock();
    return this.whole;
  }

  /** All that was added, in one piece. The pieces have no bytes any more. */
  join(): Buffer {
    const [first, second] = this.list();
    if (first !== undefined && second === undefined) return first;
    const joined = Buffer.concat(this.whole);
    for (const piece of this.whole) freeBytes(piece);
    this.clear();
    return joined;
  }

  /** Forgets everything. */
  clear(): void {
    this.whole = [];
    this.block = undefined;
    this.used = 0;
  }

  private closeBlock(): void {
    if (this.block === undefined || this.used === 0) return;
    this.whole.push(Buffer.from(this.block.subarray(0, this.used)));
    this.used = 0;
  }
}

/**
 * Gives the memory of bytes back at once. V8 does not know how large they are when it decides what to collect, and begins to mark its whole
 * heap after each 64 MB of them: with long bodies that was a third of the processor time (docs/performance.md#long-prompts).
 */
function freeBytes({ buffer, byteLength }: Buffer): void {
  // Small buffers share one.
  if (byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
