import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Snapshot } from '../snapshot/snapshot.js';
import type { SnapshotStore } from '../snapshot/snapshot-store.js';

/** Headers of ours that a browser's script may read (docs/contract/requests.md#cors). */
const EXPOSED_HEADERS =
  'X-Request-Id, X-Service-Provider, X-Service-Model, X-Service-Attempts, X-Service-Cache, X-Service-Cache-Similarity, X-Service-Cache-Request, X-Service-Cost, X-Service-Queue-Ms, X-Service-Adjusted, X-Service-Explain, Retry-After';

/** Lifetime of a preflight answer in the browser's cache, in seconds. */
const PREFLIGHT_MAX_AGE = '600';

/**
 * Headers that let scripts of `server.cors.origins` read answers and errors (Fetch standard, "CORS protocol"). Requests of other origins
 * continue as any other, without permission.
 */
export function crossOriginHeaders(
  origin: string,
  snapshot: Pick<Snapshot, 'corsOrigins'> | undefined,
): Record<string, string> {
  if (!mayRead(origin, snapshot)) return { vary: 'Origin' };
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS };
}

/** Answers preflights of configured origins, before a credential is asked for. */
export function answerPreflights(instance: FastifyInstance, snapshots: SnapshotStore): void {
  instance.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    const isPreflight = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    if (origin === undefined || !isPreflight || !mayRead(origin, snapshots.current)) return done();
    answerPreflight(reply, origin, request.headers['access-control-request-headers']);
  });
}

function mayRead(origin: string, snapshot: Pick<Snapshot, 'corsOrigins'> | undefined): boolean {
  const origins = snapshot?.corsOrigins;
  return origins !== undefined && (origins.has(origin) || origins.has('*'));
}

function answerPreflight(reply: FastifyReply, origin: string, headers: string | undefined): void {
  if (headers !== undefined) reply.header('access-control-allow-headers', headers);
  reply
    .status(204)
    .header('vary', 'Origin, Access-Control-Request-Headers')
    .header('access-control-allow-origin', origin)
    .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    .header('access-control-max-age', PREFLIGHT_MAX_AGE)
    .removeHeader('access-control-expose-headers')
    .send();
}
