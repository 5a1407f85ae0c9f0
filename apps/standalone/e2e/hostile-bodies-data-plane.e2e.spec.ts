// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/standalone/e2e/hostile-bodies.e2e.spec.ts.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HostileService, LARGE_BYTES, LIMIT_MS, WHOLE } from './hostile-bodies/hostile-service.js';
import { GATEWAY_BYTES, listRequests } from './hostile-bodies/list-requests.js';

describe('no request, of any size and shape, holds up the others', () => {
  let service: HostileService;

  beforeAll(async () => {
    service = await HostileService.start();
  }, LIMIT_MS);
  afterAll(() => service?.stop(), LIMIT_MS);

  it(
    'whether a stranger or a key sends it to the data plane',
    async () => {
      const textOf = (bytes: number) => Buffer.from(`"${'x'.repeat(bytes - 2)}"`);
      for (const [turn, route] of service.routes.filter(({ path }) => path.startsWith('/v1/')).entries()) {
        await service.sendAll(route, service.callers.key, listRequests(route, WHOLE.has(route.path), turn));
        // The credential is checked before a body, on every route in one place: all sizes are tried for the amount that is rejected.
        await service.send('of a stranger', route, {}, textOf(WHOLE.has(route.path) ? GATEWAY_BYTES : LARGE_BYTES));
      }
      expect(service.listBeyond(0)).toEqual([]);
    },
    LIMIT_MS,
  );
});
