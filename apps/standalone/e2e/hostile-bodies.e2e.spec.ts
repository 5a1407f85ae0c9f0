import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inTurn, MOST_BUSY_MS } from '@multilane/testing';
import { HostileService, LIMIT_MS } from './hostile-bodies/hostile-service.js';
import { listRequests } from './hostile-bodies/list-requests.js';

/** Requests to each route; all that there are go to all routes in the exhaustive tests beside this one. */
const REQUESTS = 3;

describe('no request, of any size and shape, holds up the others', () => {
  let service: HostileService;

  beforeAll(async () => {
    service = await HostileService.start();
  }, LIMIT_MS);
  afterAll(() => service?.stop(), LIMIT_MS);

  it('is what the watch would see if one did', async () => {
    await service.watched.reset({ collect: false, compensate: true });
    await service.watched.burn();
    expect((await service.watched.read()).busyMs).toBeGreaterThan(MOST_BUSY_MS);
  });

  it('holds for the routes of both services', () => {
    const { routes } = service;
    expect(routes.filter(({ path }) => path.startsWith('/v1/')).length).toBeGreaterThan(7);
    expect(routes.length).toBeGreaterThan(40);
  });

  it(
    'where a key, and in turn a stranger and an administrator, send some of those that cost most, and one that unpacks to 64 MB',
    async () => {
      const asked = inTurn('hostile bodies', [
        ['/v1/chat/completions', service.callers.key],
        ['/auth/login', {}],
        ['/admin/teams', service.callers.administrator],
      ] as const);
      for (const [path, caller] of asked) {
        const route = service.findRoute(path);
        await service.sendAll(route, caller, listRequests(route, false).slice(0, REQUESTS));
        const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, '[{},'), { level: 1 });
        await service.send('a bomb', route, { 'content-encoding': 'gzip', ...caller }, bomb);
      }
      expect(service.count).toBe(asked.length * (REQUESTS + 1));
      expect(service.listBeyond(0)).toEqual([]);
    },
    LIMIT_MS,
  );
});
