// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/standalone/e2e/hostile-bodies.e2e.spec.ts.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HostileService, LIMIT_MS } from './hostile-bodies/hostile-service.js';
import { listGuardedRequests, listLongChats, listRequests } from './hostile-bodies/list-requests.js';

describe('no request, of any size and shape, holds up the others', () => {
  let service: HostileService;

  beforeAll(async () => {
    service = await HostileService.start();
  }, LIMIT_MS);
  afterAll(() => service?.stop(), LIMIT_MS);

  it(
    'whatever guardrails and rules of personal data look for in it',
    async () => {
      const { guardedKey } = service.callers;
      for (const { body, name, path } of listGuardedRequests())
        await service.send(name, service.findRoute(path), guardedKey, Buffer.from(body()));
      const completions = service.findRoute('/v1/completions');
      await service.sendAll(service.findRoute('/v1/chat/completions'), guardedKey, listLongChats('guarded-chat'));
      await service.sendAll(completions, guardedKey, listRequests(completions, false));
      expect(service.listBeyond(0)).toEqual([]);
      // They come as far as the guardrails.
      expect(service.listStatuses(0).filter((status) => status === 404 || status === 401)).toEqual([]);
    },
    LIMIT_MS,
  );
});
