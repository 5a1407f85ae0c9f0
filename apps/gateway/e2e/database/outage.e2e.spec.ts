// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/persistence/src/connection/server-watch.integration.spec.ts.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createVersionChannel } from '@multilane/persistence';
import { TEST_KEYS, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { startGatewayOn } from './start-gateway-on.js';
import { gatewayReady, type Replicas, startReplicas } from './start-replicas.js';

const OUTAGE_LIMIT_MS = 90_000;

describe('docs/contract/operations.md#outages: PostgreSQL goes away and comes back', () => {
  let replicas: Replicas;

  beforeAll(async () => {
    replicas = await startReplicas(false);
  }, HOOK_LIMIT_MS);

  afterAll(() => replicas.stop(), HOOK_LIMIT_MS);

  it(
    'known callers are served for their 30 s, then 503 with Retry-After; keys of the file all the time; then all is as before',
    async () => {
      const { chat, database, postgres, tenant } = replicas;
      const [gateway] = replicas.gateways;
      if (!gateway) throw new Error('there is no gateway');
      const known = await tenant.issueKey(true);
      const unknown = await tenant.issueKey(true);
      expect((await chat(gateway, known.token)).status).toBe(200);

      await postgres.interrupt();
      const startedAt = performance.now();
      expect((await chat(gateway, known.token)).status).toBe(200);
      const refused = await chat(gateway, unknown.token);
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
      expect(refused.json()).toMatchObject({ error: { code: 'overloaded' } });
      expect((await chat(gateway, TEST_KEYS.research, 'gpt-4o')).status).toBe(200);
      const degraded = await waitUntil('the gateway to notice', async () => {
        const answer = await gatewayReady(gateway);
        return answer.text.includes('"postgres"') ? answer : undefined;
      });
      expect(degraded.status).toBe(200);
      expect(degraded.json()).toMatchObject({
        info: { gateway: { status: 'up', degraded: expect.arrayContaining(['postgres']) } },
      });

      await sleep(20_000 - (performance.now() - startedAt));
      expect((await chat(gateway, known.token)).status).toBe(200);
      await sleep(31_500 - (performance.now() - startedAt));
      const late = await chat(gateway, known.token);
      expect([late.status, late.headers['retry-after']]).toEqual([503, '1']);
      expect((await chat(gateway, TEST_KEYS.research, 'gpt-4o')).status).toBe(200);
      // It still serves the teams of the file.
      expect((await gatewayReady(gateway)).status).toBe(200);

      await postgres.resume();
      const resumedAt = performance.now();
      await waitUntil(
        'known callers to be known again',
        async () => (await chat(gateway, known.token)).status === 200 || undefined,
        10_000,
      );
      process.stdout.write(`served again ${(performance.now() - resumedAt).toFixed(0)} ms after PostgreSQL was back\n`);
      await waitUntil('the gateway to be ready', async () => (await gatewayReady(gateway)).status === 200 || undefined);
      expect((await chat(gateway, unknown.token)).status).toBe(200);

      await waitUntil('the database', async () => (await database.isAvailable()) || undefined, 10_000);
      await tenant.change(({ credentials }) => credentials.remove(tenant.organizationId, known.id));
      await waitUntil(
        'the revocation',
        async () => (await chat(gateway, known.token)).status === 401 || undefined,
        2_000,
      );
    },
    OUTAGE_LIMIT_MS,
  );

  it(
    'a gateway that starts without it serves the keys of the file, is ready and degraded, and takes everything over once it is back',
    async () => {
      const { database, postgres, tenant, upstream } = replicas;
      const { token } = await tenant.issueKey(true);
      await postgres.interrupt();
      const channel = createVersionChannel({});
      const gateway = await startGatewayOn({ database, channel }, upstream.url);
      const ready = await gateway.send('/ready');
      expect(ready.status).toBe(200);
      expect(ready.json()).toMatchObject({ info: { gateway: { degraded: expect.arrayContaining(['postgres']) } } });
      expect((await gateway.chat(TEST_KEYS.research, 'gpt-4o')).status).toBe(200);
      expect((await gateway.chat(token, 'shared-name')).status).toBe(503);
      await postgres.resume();
      const isWhole = async () => !(await gateway.send('/ready')).text.includes('postgres') || undefined;
      await waitUntil('the gateway to have its database', isWhole, 10_000);
      expect((await gateway.chat(token, 'shared-name')).status).toBe(200);
      await gateway.stop();
      await channel.close();
    },
    OUTAGE_LIMIT_MS,
  );
});
