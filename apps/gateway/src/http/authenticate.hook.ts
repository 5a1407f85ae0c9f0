import { pathOf } from '@multilane/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Admit } from './admit.js';

/**
 * The routes that need no credential (docs/contract/operations.md#service-endpoints; the documentation; docs/contract/media.md#images-by-address;
 * docs/contract/mcp.md#sign-in-of-clients). All others do.
 */
const PUBLIC_ROUTES: ReadonlySet<string> = new Set([
  '/',
  '/health',
  '/healthz',
  '/ready',
  '/readyz',
  '/version',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs/assets/:name',
  // Metadata of the sign-in service, for clients that nobody has signed in to yet.
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/*',
  // Their signature says who may.
  '/v1/media/:id',
]);

/** Deny by default: every route that is not listed as public, and every unknown path under /v1, needs a credential. */
export function authenticateRequests(instance: FastifyInstance, admit: Admit): void {
  instance.decorateRequest('admission', null);
  instance.addHook('onRequest', (request, _reply, done) => {
    if (!needsCredential(request)) return done();
    try {
      const admission = admit(request.raw);
      if (!(admission instanceof Promise)) {
        request.admission = admission;
        return done();
      }
      admission.then((found) => {
        request.admission = found;
        done();
      }, done);
    } catch (error) {
      done(error as Error);
    }
  });
}

function needsCredential(request: FastifyRequest): boolean {
  const route = request.routeOptions.url;
  if (route === undefined) return /^\/v1(\/|$)/.test(pathOf(request.url));
  return !PUBLIC_ROUTES.has(route);
}
