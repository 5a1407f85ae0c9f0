import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { GatewayError } from '@multilane/errors';
import { parseJsonBody } from '@multilane/validation';
import { ClientGone } from './client-gone.js';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Reads a JSON body, plain or compressed, of at most `limitBytes` as sent and after decoding. Call it after
 * authentication, so that a stranger cannot fill the memory. Rejects with `ClientGone` where the rest never comes.
 */
export async function readJsonBody(incoming: IncomingMessage, limitBytes: number): Promise<unknown> {
  const { 'content-encoding': encoding, 'content-length': length, 'content-type': type } = incoming.headers;
  if (length !== undefined && Number(length) > limitBytes) throw refuseSize();
  const decoder = encoding === undefined ? undefined : makeDecoder(encoding);
  const bytes = await collect(incoming, decoder, limitBytes);
  if (type !== undefined && !/^\s*application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new GatewayError('unsupported_media_type', { message: 'Send `Content-Type: application/json`.' });
  }
  return parseJsonBody(bytes);
}

function makeDecoder(encoding: string): Transform | undefined {
  const name = encoding.toLowerCase().trim();
  if (name === 'identity') return undefined;
  const make = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (make) return make();
  throw new GatewayError('unsupported_media_type', {
    message: 'The Content-Encoding is not supported; send gzip, br, zstd or no encoding.',
    headers: { 'accept-encoding': 'gzip, br, zstd' },
  });
}

function collect(incoming: IncomingMessage, decoder: Transform | undefined, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const source: Readable = decoder ? incoming.pipe(decoder) : incoming;
    let first: Buffer | undefined;
    let pieces: Buffer[] | undefined;
    let size = 0;
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
      if (size > limitBytes) fail(refuseSize());
      else if (first === undefined) first = bytes;
      else if (pieces) pieces.push(bytes);
      else pieces = [first, bytes];
    };
    source.on('data', onData);
    source.on('end', () => resolve(pieces ? Buffer.concat(pieces) : (first ?? EMPTY)));
    incoming.on('error', () => fail(new ClientGone()));
    decoder?.on('error', () => fail(refuseEncoding()));
  });
}

const EMPTY = Buffer.alloc(0);

/** The rest of what is too large is not waited for. */
function refuseSize(): GatewayError {
  return new GatewayError('payload_too_large', { headers: { connection: 'close' } });
}

function refuseEncoding(): GatewayError {
  return new GatewayError('invalid_value', { message: 'The body is not what its Content-Encoding says.' });
}
