import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SnapshotStore } from '../snapshot/snapshot-store.js';

/** Headers of ours that a browser's script may read (decisions section 5). */
const EXPOSED_HEADERS =
  'X-Request-Id, X-Service-Provider, X-Service-Model, X-Service-Attempts, X-Service-Cache, X-Service-Cost, Retry-After';

/** How long a browser may keep the answer to a preflight, in seconds. */
const PREFLIGHT_MAX_AGE = '600';

/**
 * Lets the scripts of `server.cors.origins` read answers and refusals, and answers their preflights, before a credential
 * is asked for (Fetch standard, "CORS protocol"). Requests of other origins go on as any other, without permission.
 */
export function allowCrossOrigin(instance: FastifyInstance, snapshots: SnapshotStore): void {
  instance.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined) return done();
    reply.header('vary', 'Origin');
    const origins = snapshots.current?.corsOrigins;
    if (!origins || !(origins.has(origin) || origins.has('*'))) return done();
    reply.header('access-control-allow-origin', origin);
    const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    if (isPreflight) return answerPreflight(reply, request.headers['access-control-request-headers']);
    reply.header('access-control-expose-headers', EXPOSED_HEADERS);
    done();
  });
}

function answerPreflight(reply: FastifyReply, headers: string | undefined): void {
  if (headers !== undefined) reply.header('access-control-allow-headers', headers);
  reply
    .status(204)
    .header('vary', 'Origin, Access-Control-Request-Headers')
    .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    .header('access-control-max-age', PREFLIGHT_MAX_AGE)
    .send();
}
