// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/persistence/src/audit/audit-records.integration.spec.ts.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuditRow, type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import {
  completion,
  completionEvents,
  type FakeUpstream,
  gatewayConfig,
  httpRequest,
  jsonReply,
  openStream,
  type PostgresServer,
  type RunningGateway,
  startGateway,
  startPostgres,
  startUpstream,
  streamReply,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from './make-tenant.js';
import { gatewayReady } from './start-replicas.js';

const LIMIT_MS = 120_000;
/**
 * Records that a killed process may lose, in milliseconds: 5 ms of its own (`SPOOL_DELAY_MS`), and more on a machine that is busy with
 * other tests.
 */
const KILL_BOUND_MS = 1_000;

describe('docs/contract/operations.md#outages: audit records survive what happens to the database and to the gateway', () => {
  let postgres: PostgresServer;
  let database: DatabaseWithSecrets;
  let upstream: FakeUpstream;
  let tenant: Tenant;
  let spool: string;
  let start: () => Promise<RunningGateway>;
  const gateways = new Set<RunningGateway>();

  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.createDatabase();
    database = await openDatabase({ url, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    upstream = await startUpstream();
    upstream.setDefault(jsonReply(completion()));
    tenant = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    spool = mkdtempSync(join(tmpdir(), 'multilane-spool-'));
    const config = gatewayConfig({
      upstreamUrl: upstream.url,
      telemetry: { log_level: 'error' },
      audit: { spool_dir: spool },
    });
    start = async () => {
      const gateway = await startGateway({
        config,
        env: { DATABASE_URL: url, ENCRYPTION_KEY },
        readyWithinMs: 25_000,
      });
      gateways.add(gateway);
      return gateway;
    };
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await Promise.all([...gateways].map((gateway) => gateway.stop('SIGKILL')));
    await database?.close();
    await upstream?.close();
    await postgres?.stop();
    if (spool) rmSync(spool, { recursive: true, force: true });
  }, HOOK_LIMIT_MS);

  const send = (gateway: RunningGateway, id: string, model = 'gpt-4o') =>
    httpRequest({
      url: `${gateway.baseUrl}/v1/chat/completions`,
      headers: { authorization: `Bearer ${TEST_KEYS.research}`, 'x-request-id': id },
      body: { ...HELLO, model },
    });

  const listRows = async (): Promise<AuditRow[]> => {
    const rows: AuditRow[] = [];
    let cursor: string | undefined;
    do {
      const page = await database.auditRecords.listPage(tenant.organizationId, { limit: 1_000, cursor });
      rows.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return rows;
  };
  const rowsOf = async (prefix: string): Promise<string[]> =>
    (await listRows()).map(({ requestId }) => requestId).filter((id) => id.startsWith(prefix));
  const sum = async (): Promise<number> => {
    const request = { fromDay: '2020-01-01', toDay: '2100-01-01', groups: [], limit: 1, offset: 0 };
    return (await database.usage.list(tenant.organizationId, request))[0]?.requests ?? 0;
  };

  /** Sends one request after the other until it is stopped; resolves to the ids that were answered, with their times. */
  const load = (gateway: RunningGateway, prefix: string) => {
    const answered: { id: string; at: number }[] = [];
    let isEnding = false;
    const lane = async (number: number): Promise<void> => {
      for (let index = 0; !isEnding; index++) {
        const id = `${prefix}-${number}-${index}`;
        const answer = await send(gateway, id).catch(() => undefined);
        if (answer === undefined) return;
        expect(answer.status).toBe(200);
        answered.push({ id, at: performance.now() });
      }
    };
    const lanes = Promise.all([1, 2, 3, 4].map(lane));
    return {
      answered,
      end: async () => {
        isEnding = true;
        await lanes;
      },
    };
  };

  it(
    'each request is one row with what it used, and is summed',
    async () => {
      const gateway = await start();
      const before = await sum();
      expect((await send(gateway, 'kind-whole')).status).toBe(200);
      expect((await send(gateway, 'kind-refused', 'no-such-model')).status).toBe(404);
      upstream.enqueue(streamReply(completionEvents(['Hello', ' there.'])));
      const stream = await openStream({
        url: `${gateway.baseUrl}/v1/chat/completions`,
        headers: { authorization: `Bearer ${TEST_KEYS.research}`, 'x-request-id': 'kind-streamed' },
        body: { ...HELLO, model: 'gpt-4o', stream: true },
      });
      await stream.ended;
      await waitUntil('the rows', async () => (await rowsOf('kind-')).length === 3 || undefined, 5_000);
      const rows = new Map((await listRows()).map((row) => [row.requestId, row]));
      expect(rows.get('kind-whole')).toMatchObject({
        outcome: 'success',
        endpoint: 'chat.completions',
        status: 200,
        teamId: tenant.teamId,
        team: 'research',
        credentialName: 'ci',
        logicalName: 'gpt-4o',
        provider: 'openai',
        usageSource: 'reported',
        streamed: false,
        totalTokens: expect.any(Number),
        costUsd: expect.any(Number),
      });
      expect(rows.get('kind-refused')).toMatchObject({ outcome: 'refused', status: 404, errorCode: 'model_not_found' });
      expect(rows.get('kind-streamed')).toMatchObject({ outcome: 'success', streamed: true });
      for (const { id, time } of rows.values()) {
        expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(time.getTime());
      }
      expect((await sum()) - before).toBe(3);
      await waitUntil('the spool to be empty', () => readdirSync(spool).length === 0 || undefined);
    },
    LIMIT_MS,
  );

  it(
    'PostgreSQL goes away for seconds under load: no caller notices, and nothing is lost or written twice',
    async () => {
      const before = await sum();
      const pair = [await start(), await start()] as const;
      const loads = pair.map((gateway, index) => load(gateway, `outage${index}`));
      await sleep(1_000);
      await postgres.interrupt();
      await sleep(5_000);
      expect(await pair[0].metrics()).toMatch(/service_audit_spool_bytes [1-9]/);
      expect((await gatewayReady(pair[0])).text).toContain('"postgres"');
      await postgres.resume();
      await sleep(1_500);
      await Promise.all(loads.map(({ end }) => end()));
      const answered = loads.flatMap((one) => one.answered.map(({ id }) => id)).sort();
      await waitUntil(
        'every row',
        async () => ((await database.isAvailable()) && (await rowsOf('outage')).length >= answered.length) || undefined,
        20_000,
      );
      expect((await rowsOf('outage')).sort()).toEqual(answered);
      expect((await sum()) - before).toBe(answered.length);
      await waitUntil('the spool to be empty', () => readdirSync(spool).length === 0 || undefined);
      for (const gateway of pair) expect(await gateway.metrics()).not.toMatch(/problem="dropped"\} [1-9]/);
      process.stdout.write(`${answered.length} requests over an outage of 5 s, none lost\n`);
      await Promise.all(pair.map((gateway) => gateway.stop()));
    },
    LIMIT_MS,
  );

  it(
    'a gateway is killed in the midst, with the database there and with it away: what was answered before the last moment is written, once',
    async () => {
      for (const isAway of [false, true]) {
        const prefix = `kill-${isAway}`;
        const gateway = await start();
        const { answered, end } = load(gateway, prefix);
        await sleep(700);
        if (isAway) await postgres.interrupt();
        await sleep(3_000);
        await gateway.stop('SIGKILL');
        const killedAt = performance.now();
        await end();
        if (isAway) await postgres.resume();
        await waitUntil('the database', async () => (await database.isAvailable()) || undefined, 20_000);
        const next = await start();
        const certain = answered.filter(({ at }) => at < killedAt - KILL_BOUND_MS).map(({ id }) => id);
        await waitUntil('the spool to be empty', () => readdirSync(spool).length === 0 || undefined, 30_000);
        const rows = await rowsOf(prefix);
        expect(new Set(rows).size).toBe(rows.length);
        expect(certain.filter((id) => !rows.includes(id))).toEqual([]);
        const lost = answered.length - answered.filter(({ id }) => rows.includes(id)).length;
        process.stdout.write(`killed after ${answered.length} answers, database away: ${isAway}, lost ${lost}\n`);
        await next.stop();
      }
      expect(await sum()).toBe((await listRows()).length);
    },
    LIMIT_MS,
  );

  it(
    'a gateway that is stopped while the database is unavailable leaves its records to the next one, all of them',
    async () => {
      const gateway = await start();
      const { answered, end } = load(gateway, 'stop');
      await sleep(500);
      await postgres.interrupt();
      await sleep(1_000);
      await end();
      expect((await gateway.stop('SIGTERM')).code).toBe(0);
      await postgres.resume();
      await waitUntil('the database', async () => (await database.isAvailable()) || undefined, 20_000);
      const next = await start();
      await waitUntil('the spool to be empty', () => readdirSync(spool).length === 0 || undefined, 30_000);
      expect((await rowsOf('stop')).sort()).toEqual(answered.map(({ id }) => id).sort());
      await next.stop();
    },
    LIMIT_MS,
  );
});
