import { type BodyRules, ClientGone, isForm, readJsonBody } from '@multilane/http';
import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteTable } from '../access/route-table.js';

const MEGABYTE = 1024 * 1024;

/** The largest body of the control plane: a SCIM group of 10,000 members has 0.7 MB. */
const MOST_BODY_BYTES = MEGABYTE;

/** A dataset of evaluations: 4 million characters, many of them escaped. */
const MOST_DATASET_BYTES = 8 * MEGABYTE;

/** Limits of a body: the largest SCIM group holds 30,000 objects and members. */
const LIMITS = { members: 40_000, items: 60_000 };

/** Routes whose bodies are read by rules of their own. */
export interface BodyRoutes {
  /** Takes datasets, which are larger than other bodies. */
  readonly datasets: string;
  /** Takes forms, which its handler reads once the caller may send them. */
  readonly forms: string;
  /** Takes signed bytes, which its handler reads. */
  readonly signed: string;
}

export interface BodyOptions {
  /** `server.request_body_limit_mb`, which counts where it is the smaller one. */
  readonly limitBytes: number;
  readonly special: BodyRoutes;
}

/**
 * Reads bodies as the gateway does: JSON alone, plain or compressed, under one size limit. A stranger's is never
 * decompressed. A request without a body has none, whatever content type it states; a wrong path or method is answered
 * as such whatever the body is.
 */
export function readBodies(instance: FastifyInstance, routes: RouteTable, { limitBytes, special }: BodyOptions): void {
  const rulesFor = (request: FastifyRequest): BodyRules => ({
    limitBytes: Math.min(
      limitBytes,
      request.routeOptions.url === special.datasets ? MOST_DATASET_BYTES : MOST_BODY_BYTES,
    ),
    limits: LIMITS,
    compressed: routes.accessOf(request)?.kind !== 'public',
  });
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (request, _payload, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return done(null, undefined);
    if (request.routeOptions.url === special.forms && isForm(request.headers['content-type']))
      return done(null, undefined);
    if (request.routeOptions.url === special.signed) return done(null, undefined);
    readJsonBody(request.raw, rulesFor(request)).then(
      (body) => done(null, body),
      (error: Error) => (error instanceof ClientGone ? request.raw.destroy() : done(error)),
    );
  });
  instance.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.is404) return done(new NotFoundException());
    done(null, payload);
  });
}
