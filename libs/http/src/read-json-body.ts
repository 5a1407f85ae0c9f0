import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { GatewayError } from '@multilane/errors';
import { type JsonLimits, JsonMeter, type LongString, parseJsonBody, parseLargeJsonBody } from '@multilane/validation';
import { ClientGone } from './client-gone.js';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** A new one in each process, so that no client can write what a parser puts in place of a long string. */
const SECRET = randomBytes(16).toString('hex');

export interface BodyRules {
  /** As sent, and after decoding. */
  readonly limitBytes: number;
  /** How much the JSON may hold. */
  readonly limits: JsonLimits;
  /** Whether a Content-Encoding is read. */
  readonly compressed: boolean;
}

/**
 * Reads a JSON body. What exceeds a limit is refused while it comes in. Rejects with `ClientGone` where the rest never
 * comes. Call it after authentication, or with a small limit and without decoding, so that a stranger costs little.
 */
export async function readJsonBody(incoming: IncomingMessage, rules: BodyRules): Promise<unknown> {
  const { 'content-encoding': encoding, 'content-length': length, 'content-type': type } = incoming.headers;
  if (length !== undefined && Number(length) > rules.limitBytes) throw refuseSize(rules.limitBytes);
  const decoder = encoding === undefined ? undefined : makeDecoder(encoding, rules);
  const { bytes, longStrings } = await collect(incoming, decoder, rules);
  if (type !== undefined && !/^\s*application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new GatewayError('unsupported_media_type', { message: 'Send `Content-Type: application/json`.' });
  }
  if (longStrings === undefined || bytes.length < LARGE_BYTES) return parseJsonBody(bytes);
  return parseLargeJsonBody(bytes, longStrings, pause, SECRET);
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
  readonly longStrings: readonly LongString[] | undefined;
}

function collect(
  incoming: IncomingMessage,
  decoder: Transform | undefined,
  { limitBytes, limits }: BodyRules,
): Promise<Collected> {
  return new Promise((resolve, reject) => {
    const source: Readable = decoder ? incoming.pipe(decoder) : incoming;
    let first: Buffer | undefined;
    let pieces: Buffer[] | undefined;
    let size = 0;
    let meter: JsonMeter | undefined;
    const fail = (error: Error): void => {
      // What is refused half-way is decoded no further, but still read, so that the refusal reaches the client.
      source.off('data', onData);
      decoder?.destroy();
      incoming.resume();
      reject(error);
    };
    const onData = (bytes: Buffer): void => {
      size += bytes.length;
      // Most bodies are one piece, and need no list and no copy.
      if (size > limitBytes) {
        fail(refuseSize(limitBytes));
        return;
      }
      if (first === undefined) first = bytes;
      else if (pieces) pieces.push(bytes);
      else pieces = [first, bytes];
      if (!JsonMeter.needsCount(size, limits)) return;
      try {
        const uncounted = meter ? [bytes] : (pieces ?? [first]);
        meter ??= new JsonMeter(limits);
        for (const piece of uncounted) meter.read(piece);
      } catch (error) {
        fail(error as Error);
      }
    };
    source.on('data', onData);
    source.on('end', () => {
      const bytes = pieces ? Buffer.concat(pieces) : (first ?? EMPTY);
      resolve({ bytes, longStrings: meter?.longStrings });
    });
    incoming.on('error', () => fail(new ClientGone()));
    decoder?.on('error', () => fail(refuseEncoding()));
  });
}

const EMPTY = Buffer.alloc(0);

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
