import { pathOf } from '@multilane/http';
import type { FastifyInstance } from 'fastify';
import type { RouteTable } from '../access/route-table.js';

/**
 * Rejects who has tried too many passwords and tokens before the body is read, so that a refusal costs next to nothing.
 *
 * @param check fails with 429 for an address that may try nothing now
 */
export function refuseBlockedAddresses(
  instance: FastifyInstance,
  routes: RouteTable,
  check: (address: string) => void,
): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    const isTry = request.method === 'POST' && pathOf(request.url).startsWith('/auth/');
    if (!isTry || routes.accessOf(request)?.kind !== 'public') return done();
    try {
      check(request.ip);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}
