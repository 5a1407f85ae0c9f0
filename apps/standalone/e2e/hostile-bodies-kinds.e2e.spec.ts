// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/standalone/e2e/hostile-bodies.e2e.spec.ts.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HostileService, LIMIT_MS } from './hostile-bodies/hostile-service.js';
import { listLongChats } from './hostile-bodies/list-requests.js';
import { OTHER_KINDS } from './hostile-bodies/prepare-callers.js';

describe('no request, of any size and shape, holds up the others', () => {
  let service: HostileService;

  beforeAll(async () => {
    service = await HostileService.start();
  }, LIMIT_MS);
  afterAll(() => service?.stop(), LIMIT_MS);

  it(
    'whatever kind of provider it goes to',
    async () => {
      for (const model of ['our-chat', ...OTHER_KINDS])
        await service.sendAll(service.findRoute('/v1/chat/completions'), service.callers.key, listLongChats(model));
      expect(service.listBeyond(0)).toEqual([]);
    },
    LIMIT_MS,
  );
});
