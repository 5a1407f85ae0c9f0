import { PassThrough, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { GatewayError } from '@multilane/errors';
import { parseJsonBody } from '@multilane/validation';
import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Reads request bodies: JSON, plain or compressed, under the instance's one size limit for what comes out of the
 * decoder. Runs after authentication, so that a stranger cannot fill the memory, and not where no route would take the
 * body, so that a wrong path or method is answered as such whatever the body is.
 */
export function readJsonBodies(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseBody(request, body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  instance.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.is404) return done(new NotFoundException());
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined || encoding.toLowerCase() === 'identity') return done(null, payload);
    const makeDecoder = DECODERS[encoding.toLowerCase().trim()];
    if (!makeDecoder) {
      return done(
        new GatewayError('unsupported_media_type', {
          message: 'The Content-Encoding is not supported; send gzip, br, zstd or no encoding.',
          headers: { 'accept-encoding': 'gzip, br, zstd' },
        }),
      );
    }
    done(null, decode(payload, makeDecoder()));
  });
}

/** The decoded body; what cannot be decoded fails with our own error, in place of the decoder's. */
function decode(payload: Readable, decoder: Transform): Readable {
  // Fastify compares this with Content-Length, which counts the encoded bytes.
  const decoded = Object.assign(new PassThrough(), { receivedEncodedLength: 0 });
  payload.on('data', (bytes: Buffer) => {
    decoded.receivedEncodedLength += bytes.length;
  });
  payload.on('error', (error) => decoded.destroy(error));
  decoder.on('error', () => {
    decoded.destroy(new GatewayError('invalid_value', { message: 'The body is not what its Content-Encoding says.' }));
    // The rest is still read, so that the refusal reaches the client.
    payload.resume();
  });
  // A body that is refused half-way, as too large, is decoded no further.
  decoded.on('close', () => decoder.destroy());
  payload.pipe(decoder).pipe(decoded);
  return decoded;
}

/** A DELETE with a JSON content type and no body is fine; a body that is there must be JSON. */
function parseBody(request: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0 && request.method !== 'POST') return undefined;
  const type = request.headers['content-type'];
  if (type !== undefined && !/^\s*application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new GatewayError('unsupported_media_type', { message: 'Send `Content-Type: application/json`.' });
  }
  return parseJsonBody(body);
}
