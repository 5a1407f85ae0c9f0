import { ClientGone, readJsonBody } from '@multilane/http';
import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/**
 * Reads bodies as the gateway does: JSON alone, plain or compressed, under one size cap. A request without a body has
 * none, whatever content type it states; a wrong path or method is answered as such whatever the body is.
 */
export function readBodies(instance: FastifyInstance, limitBytes: number): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (request, _payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return done(null, undefined);
    readJsonBody(request.raw, limitBytes).then(
      (body) => done(null, body),
      (error: Error) => (error instanceof ClientGone ? request.raw.destroy() : done(error)),
    );
  });
  instance.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.is404) return done(new NotFoundException());
    done(null, payload);
  });
}
