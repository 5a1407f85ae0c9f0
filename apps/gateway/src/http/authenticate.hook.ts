import { type Caller, createAuthenticator, createStoredCredentialAuthenticator } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SnapshotStore } from '../snapshot/snapshot-store.js';
import { pathOf } from './path-of.js';

/** The routes that need no credential (specification section 4, "Service endpoints"). All others do. */
export const PUBLIC_ROUTES: ReadonlySet<string> = new Set([
  '/health',
  '/healthz',
  '/ready',
  '/readyz',
  '/version',
  '/metrics',
]);

/**
 * Reads the credential before the body, so that a stranger gets 401 before anything of theirs is read. Deny by
 * default: every route that is not listed as public, and every unknown path under /v1, needs one.
 */
export function authenticateRequests(instance: FastifyInstance, snapshots: SnapshotStore): void {
  const authenticate = createAuthenticator<Caller>({
    stored: createStoredCredentialAuthenticator((hash) => snapshots.current?.keys.get(hash)),
  });
  instance.decorateRequest('admission', null);
  instance.decorateRequest('settlesItself', false);

  instance.addHook('onRequest', (request, _reply, done) => {
    if (!needsCredential(request)) return done();
    const snapshot = snapshots.current;
    if (!snapshot) return done(new GatewayError('overloaded', { headers: { 'retry-after': '1' } }));
    try {
      const caller = authenticate(request.headers, Date.now());
      if (!(caller instanceof Promise)) {
        request.admission = { caller, snapshot };
        return done();
      }
      caller.then((found) => {
        request.admission = { caller: found, snapshot };
        done();
      }, done);
    } catch (error) {
      done(error as Error);
    }
  });
}

function needsCredential(request: FastifyRequest): boolean {
  const route = request.routeOptions.url;
  if (route === undefined) return /^\/v1(\/|$)/.test(pathOf(request));
  return !PUBLIC_ROUTES.has(route);
}
