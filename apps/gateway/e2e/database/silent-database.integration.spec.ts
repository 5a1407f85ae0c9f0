// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/persistence/src/connection/server-watch.integration.spec.ts.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createInProcessChannel, type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import {
  completion,
  type FakeUpstream,
  jsonReply,
  openSilentLink,
  type SilentLink,
  startUpstream,
  testDatabases,
  waitUntil,
} from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, type Issued, makeTenant, type Tenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

const USAGE = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 };
const TEST_LIMIT_MS = 90_000;

/** Dependencies that an answer of `/ready` lists as away or failing. */
const degradedOf = (text: string): string[] => {
  const { details } = JSON.parse(text) as { details: { gateway: { degraded?: string[] } } };
  return details.gateway.degraded ?? [];
};

describe.each(testDatabases().filter(({ name }) => name === 'postgres'))(
  'docs/contract/operations.md#outages: a database behind a network that says nothing',
  (kind) => {
    let link: SilentLink;
    let database: DatabaseWithSecrets;
    let upstream: FakeUpstream;
    let gateway: GatewayInProcess;
    let tenant: Tenant;
    const channel = createInProcessChannel();

    beforeAll(async () => {
      const location = await kind.create();
      if (!('url' in location)) throw new Error('a server has a URL');
      const url = new URL(location.url);
      link = await openSilentLink(Number(url.port), url.hostname);
      url.hostname = '127.0.0.1';
      url.port = String(link.port);
      database = await openDatabase({ url: url.href, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY), channel });
      await database.migrate();
      upstream = await startUpstream();
      upstream.setDefault(jsonReply(completion({ content: 'Hi' }, USAGE)));
      tenant = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
      gateway = await startGatewayOn({ database, channel }, upstream.url);
    }, 2 * HOOK_LIMIT_MS);

    afterAll(async () => {
      link.heal();
      await gateway?.stop();
      await database?.close();
      await channel.close();
      await upstream?.close();
      await link?.close();
      await kind.stop();
    }, HOOK_LIMIT_MS);

    beforeEach(async () => {
      link.heal();
      await waitUntil('the database', async () => (await database.isAvailable()) || undefined, 15_000);
    }, HOOK_LIMIT_MS);

    const issue = (): Promise<Issued> => tenant.issueKey(false, { budgetUsd: 50, budgetResetPeriod: 'monthly' });
    const chat = ({ token }: Issued) => gateway.chat(token, 'gpt-4o');
    const ready = () => gateway.send('/ready');
    const metrics = async () => (await gateway.send('/metrics')).text;

    it(
      'keys with budgets that were idle are served meanwhile, jobs are rejected in seconds, and all is served once it heals',
      async () => {
        const known = await Promise.all(Array.from({ length: 5 }, issue));
        for (const key of known) expect((await chat(key)).status).toBe(200);
        // Longer than after what an idle process returns its slices.
        await sleep(5_000);
        link.silence();
        const silentAt = performance.now();
        // Identities are remembered, and so are parts of budgets.
        for (const key of known) expect([(await chat(key)).status, (await chat(key)).status]).toEqual([200, 200]);

        const job = await gateway.send('/v1/async/chat/completions', {
          method: 'POST',
          token: known[0]?.token ?? '',
          body: { ...HELLO, model: 'gpt-4o' },
        });
        expect(job.status).toBe(503);
        expect(performance.now() - silentAt).toBeLessThan(15_000);

        await waitUntil(
          'the gateway to say so',
          async () => degradedOf((await ready()).text).includes('postgres') || undefined,
        );
        await waitUntil(
          'the failing task to be named',
          async () => degradedOf((await ready()).text).includes('policy_changes') || undefined,
          20_000,
        );
        expect(await metrics()).toMatch(/service_background_failures_total\{task="policy_changes"\} [1-9]/);
        expect(await metrics()).toContain('service_postgres_away 1');

        await sleep(Math.max(0, 26_000 - (performance.now() - silentAt)));
        link.heal();
        const healedAt = performance.now();
        await waitUntil(
          'a new key',
          async () => (await chat(await issue().catch(() => known[0] as Issued))).status === 200 || undefined,
          10_000,
        );
        for (const key of known) expect((await chat(key)).status).toBe(200);
        expect(performance.now() - healedAt).toBeLessThan(10_000);
        // Tasks that only requests run stay listed for a minute after their last failure.
        const gone = ['postgres', 'policy_changes', 'budget_leases'];
        await waitUntil(
          'readiness',
          async () => !degradedOf((await ready()).text).some((name) => gone.includes(name)) || undefined,
          15_000,
        );
        expect(await metrics()).toContain('service_postgres_away 0');
      },
      TEST_LIMIT_MS,
    );

    it(
      'a refusal says that the database is away, and not that the budget is nearly used up',
      async () => {
        const key = await issue();
        expect((await chat(key)).status).toBe(200);
        await sleep(5_000);
        link.silence();
        let refused = await chat(key);
        const startedAt = performance.now();
        // A hundredth of $50, at $0.0045 a request, is a hundred requests.
        while (refused.status === 200 && performance.now() - startedAt < 25_000) refused = await chat(key);
        link.heal();
        expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
        expect(refused.text).toContain('The database that budgets are kept in does not answer');
        await waitUntil('the key', async () => (await chat(key)).status === 200 || undefined, 10_000);
      },
      TEST_LIMIT_MS,
    );

    it(
      'tables that are missing are heard of by name, and so is their return',
      async () => {
        await database.sql.executeSql('ALTER TABLE async_jobs RENAME TO hidden_async_jobs');
        try {
          await waitUntil(
            'the failing task',
            async () => degradedOf((await ready()).text).includes('async_job_counts') || undefined,
            70_000,
          );
        } finally {
          await database.sql.executeSql('ALTER TABLE hidden_async_jobs RENAME TO async_jobs');
        }
        expect(await metrics()).toContain('service_background_failing{task="async_job_counts"} 1');
        await waitUntil(
          'the task to work again',
          async () => !degradedOf((await ready()).text).includes('async_job_counts') || undefined,
          30_000,
        );
      },
      2 * TEST_LIMIT_MS,
    );
  },
);
