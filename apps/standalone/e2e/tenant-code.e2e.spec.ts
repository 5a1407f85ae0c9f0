// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/src/workers/tenant-code/tenant-code.integration.spec.ts.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completion,
  type FakeUpstream,
  httpRequest,
  isWithinBounds,
  jsonReply,
  MOST_BUSY_MS,
  MOST_GROWN_MB,
  startUpstream,
  startWatched,
  type Watched,
} from '@multilane/testing';
import { prepareCallers } from './hostile-bodies/prepare-callers.js';
import { CORPUS } from './tenant-code/corpus.js';
import { TenantApi } from './tenant-code/tenant-api.js';

const LIMIT_MS = 600_000;
/** The smallest of so many tries counts: a pause that comes again is the entry's own. */
const TRIES = 3;

describe('nothing that a tenant writes holds up or ends the service', () => {
  let service: Watched;
  let upstream: FakeUpstream;
  let api: TenantApi;

  beforeAll(async () => {
    upstream = await startUpstream();
    upstream.setDefault(jsonReply(completion()));
    service = await startWatched({});
    const { administrator, key, workspaceId } = await prepareCallers(
      service.url,
      await service.setupToken(),
      upstream,
      upstream,
    );
    api = new TenantApi(service.url, { administrator, key, workspaceId }, 'our-chat');
    await api.addSimulator();
    // Modules that a first run loads are not the cost of an entry.
    const first = await api.runWorkflow({ nodes: [{ id: 'a', kind: 'transform', expression: '1' }] }, {});
    expect(first.status).toBe('succeeded');
    expect(await api.runEvaluation([{ type: 'contains' }], 'a')).toMatchObject({ status: 'completed' });
    const tool = { type: 'http', name: 'find', description: 'Finds it.', url: 'https://shop.example/it' };
    expect(await api.runAgent({ ...tool, parameters: { type: 'object' } })).toMatchObject({ status: 'completed' });
  }, LIMIT_MS);

  afterAll(async () => {
    await service?.stop();
    await upstream?.close();
  }, LIMIT_MS);

  it.each(CORPUS.map((entry) => [entry.place, entry.what, entry] as const))(
    'not as a %s: %s',
    async (_place, _what, entry) => {
      let outcome = await measured();
      for (let tries = 1; tries < TRIES && !isWithinBounds(outcome); tries += 1) outcome = await measured();
      expect(outcome).toMatchObject({
        status: expect.stringMatching(/^(failed|succeeded|completed|incomplete|refused (4\d\d|503))$/),
      });
      // It got as far as its place, and was not rejected for the way in which this test sends it.
      expect(outcome.reason).not.toMatch(/"param":"(?:workspace_id|name)"|not a known field|does not exist/);
      if (outcome.status === 'refused 503') expect(outcome.reason).toContain('guardrail_unavailable');
      if (outcome.status === 'failed') expect(outcome.reason).not.toBe('');
      expect(outcome.busyMs).toBeLessThanOrEqual(MOST_BUSY_MS);
      expect(outcome.grownMb).toBeLessThanOrEqual(MOST_GROWN_MB);
      expect((await httpRequest({ method: 'GET', url: `${service.url}/health`, timeoutMs: 5_000 })).status).toBe(200);

      async function measured() {
        await service.reset({ collect: true, compensate: true });
        const ended = await entry.submit(api);
        return { ...ended, ...(await service.read()) };
      }
    },
    LIMIT_MS,
  );
});
