// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/standalone/e2e/hostile-bodies.e2e.spec.ts.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HostileService, LIMIT_MS, WHOLE } from './hostile-bodies/hostile-service.js';
import { listRequests } from './hostile-bodies/list-requests.js';

describe('no request, of any size and shape, holds up the others', () => {
  let service: HostileService;

  beforeAll(async () => {
    service = await HostileService.start();
  }, LIMIT_MS);
  afterAll(() => service?.stop(), LIMIT_MS);

  it(
    'whether a stranger, a member or an administrator sends it to the control plane',
    async () => {
      const { callers, routes } = service;
      for (const [index, route] of routes.filter(({ path }) => !path.startsWith('/v1/')).entries()) {
        const every = listRequests(route, WHOLE.has(route.path));
        // All these routes read a body in one way: the others get two of the shapes each, in turn.
        const requests = WHOLE.has(route.path)
          ? every
          : [0, 1].flatMap((at) => every[(2 * index + at) % every.length] ?? []);
        const caller = route.path.startsWith('/scim/') ? callers.scim : callers.administrator;
        await service.sendAll(route, caller, requests);
        for (const headers of [{}, callers.member]) await service.sendAll(route, headers, requests.slice(0, 1));
      }
      expect(service.listBeyond(0)).toEqual([]);
    },
    LIMIT_MS,
  );
});
