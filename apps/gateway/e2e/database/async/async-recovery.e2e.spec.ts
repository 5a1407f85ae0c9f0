// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/database/async/async-jobs.integration.spec.ts.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import {
  completion,
  type FakeUpstream,
  gatewayConfig,
  httpRequest,
  jsonReply,
  type PostgresServer,
  type RunningGateway,
  startGateway,
  startPostgres,
  startUpstream,
  streamReply,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS } from '../../start-pair.js';
import { ENCRYPTION_KEY } from '../make-tenant.js';

const LIMIT_MS = 90_000;

/** One gateway that only accepts, and workers that come and go; the provider answers by the words of the request. */
describe('jobs outlive their workers', () => {
  let postgres: PostgresServer;
  let database: DatabaseWithSecrets;
  let upstream: FakeUpstream;
  let front: RunningGateway;
  let url: string;
  const spool = mkdtempSync(join(tmpdir(), 'multilane-spool-'));
  const workers: RunningGateway[] = [];
  /** The provider answers only once this is set. */
  let isAwake = false;

  const start = (count: number) =>
    startGateway({
      config: gatewayConfig({
        upstreamUrl: upstream.url,
        server: { drain_delay_ms: 0, drain_ms: 1_000 },
        audit: { spool_dir: spool },
        async: { workers: count },
      }),
      env: { DATABASE_URL: url, ENCRYPTION_KEY },
      readyWithinMs: 50_000,
    });
  const startWorker = async (): Promise<RunningGateway> => {
    const worker = await start(4);
    workers.push(worker);
    return worker;
  };

  beforeAll(async () => {
    postgres = await startPostgres();
    url = await postgres.createDatabase();
    database = await openDatabase({ url, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    await database.change({ type: 'system', id: null, name: 'test' }, ({ organizations }) =>
      organizations.create({ name: 'default', products: ['ai_gateway'] }),
    );
    upstream = await startUpstream();
    upstream.onRequest((request) => {
      const text = JSON.stringify(request.body);
      // The head of an answer and a part of it, and then nothing.
      if (text.includes('begins')) {
        return streamReply([Buffer.from('{"id":')], { end: 'stall', headers: { 'content-type': 'application/json' } });
      }
      if (text.includes('silent') && !isAwake) return { kind: 'silent', end: 'stall' };
      if (text.includes('slow')) return jsonReply(completion({ content: 'slow' }), { beforeMs: 4_000 });
      return jsonReply(completion({ content: 'done' }));
    });
    front = await start(0);
  }, HOOK_LIMIT_MS);

  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop('SIGKILL');
    upstream.requests.length = 0;
    isAwake = false;
  });

  afterAll(async () => {
    await front?.stop();
    await database?.close();
    await upstream?.close();
    await postgres?.stop();
    rmSync(spool, { recursive: true, force: true });
  }, HOOK_LIMIT_MS);

  const headers = { authorization: `Bearer ${TEST_KEYS.research}` };
  const accept = async (content: string): Promise<string> => {
    const answer = await httpRequest({
      url: `${front.baseUrl}/v1/async/chat/completions`,
      headers,
      body: { ...HELLO, messages: [{ role: 'user', content }] },
    });
    expect([answer.status, answer.text]).toEqual([202, expect.anything()]);
    return JSON.parse(answer.text).job_id;
  };
  const read = async (id: string) =>
    JSON.parse((await httpRequest({ url: `${front.baseUrl}/v1/async/jobs/${id}`, headers })).text);
  const reach = (id: string, ...statuses: string[]) =>
    waitUntil(
      `job ${id} to be ${statuses}`,
      async () => {
        const job = await read(id);
        return statuses.includes(job.status) ? job : undefined;
      },
      60_000,
    );
  const callsFor = (word: string): number =>
    upstream.requests.filter(({ body }) => JSON.stringify(body).includes(word)).length;
  const whenBegun = (id: string) =>
    waitUntil('the beginning of the answer to be stored', async () => {
      const { rows } = await database.sql.executeSql('SELECT answered_at FROM async_jobs WHERE id = $1', [id]);
      return rows[0]?.answered_at ?? undefined;
    });
  const recordsOf = async (id: string): Promise<number> => {
    const { rows } = await database.sql.executeSql(
      'SELECT count(*)::int AS records FROM audit_records WHERE request_id = $1',
      [id],
    );
    return rows[0].records;
  };

  it(
    'that are killed: what waited or got no answer runs elsewhere, what began to be answered never again',
    async () => {
      const worker = await startWorker();
      const silent = await accept('silent');
      const begun = await accept('begins');
      await waitUntil('both calls', () => (upstream.requests.length >= 2 ? true : undefined), 20_000);
      await whenBegun(begun);
      await worker.stop('SIGKILL');
      const waiting = await accept('waits');
      expect([await read(silent), await read(begun), await read(waiting)]).toMatchObject([
        { status: 'running' },
        { status: 'running' },
        { status: 'pending' },
      ]);
      isAwake = true;
      // Else the test would wait for half a minute of silence.
      await database.sql.executeSql(
        "UPDATE multilane_jobs.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'",
      );
      await startWorker();
      expect(await reach(waiting, 'completed')).toMatchObject({ error: null });
      expect(await reach(silent, 'completed', 'failed')).toMatchObject({ status: 'completed' });
      expect(await reach(begun, 'completed', 'failed')).toMatchObject({
        status: 'failed',
        error: { code: 'async_job_interrupted' },
      });
      expect([callsFor('silent'), callsFor('begins'), callsFor('waits')]).toEqual([2, 1, 1]);
      await waitUntil('the records', async () => ((await recordsOf(silent)) === 1 ? true : undefined), 10_000);
      expect([await recordsOf(begun), await recordsOf(waiting)]).toEqual([0, 1]);
    },
    LIMIT_MS,
  );

  it(
    'that are killed before PostgreSQL has heard of an answer: it is on the disk, and the job never runs again',
    async () => {
      const worker = await startWorker();
      const slow = await accept('slow');
      await waitUntil('the call', () => (upstream.requests.length >= 1 ? true : undefined), 20_000);
      await postgres.interrupt();
      await waitUntil('the note', () => (readdirSync(join(spool, 'answers')).length > 0 ? true : undefined), 30_000);
      await worker.stop('SIGKILL');
      await postgres.resume();
      await database.sql.executeSql(
        "UPDATE multilane_jobs.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'",
      );
      await startWorker();
      expect(await reach(slow, 'completed', 'failed')).toMatchObject({
        status: 'failed',
        error: { code: 'async_job_interrupted' },
      });
      expect(callsFor('slow')).toBe(1);
      await waitUntil('the note to go', () => (readdirSync(join(spool, 'answers')).length === 0 ? true : undefined));
    },
    LIMIT_MS,
  );

  it(
    'that are stopped: what has no answer goes back at once, and the rest ends',
    async () => {
      const worker = await startWorker();
      const silent = await accept('silent');
      const begun = await accept('begins');
      await waitUntil('both calls', () => (upstream.requests.length >= 2 ? true : undefined), 20_000);
      await whenBegun(begun);
      expect(await worker.stop()).toMatchObject({ code: 0 });
      expect(await read(silent)).toMatchObject({ status: 'pending', started_at: null });
      expect(await read(begun)).toMatchObject({ status: 'failed', error: { code: 'async_job_interrupted' } });
      isAwake = true;
      await startWorker();
      expect(await reach(silent, 'completed', 'failed')).toMatchObject({ status: 'completed' });
      expect([callsFor('silent'), callsFor('begins')]).toEqual([2, 1]);
    },
    LIMIT_MS,
  );

  it(
    'are run once each by several workers',
    async () => {
      await Promise.all([startWorker(), startWorker()]);
      const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => accept(`number-${index}-`)));
      for (const id of ids) await reach(id, 'completed');
      for (const index of ids.keys()) expect(callsFor(`number-${index}-`)).toBe(1);
    },
    LIMIT_MS,
  );

  it(
    'and outages of PostgreSQL: a result that comes meanwhile is stored afterwards, once',
    async () => {
      await startWorker();
      const slow = await accept('slow');
      await waitUntil('the call', () => (upstream.requests.length >= 1 ? true : undefined), 20_000);
      await postgres.interrupt();
      const answer = await httpRequest({ url: `${front.baseUrl}/v1/async/chat/completions`, headers, body: HELLO });
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([503, 'async_unavailable']);
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      await postgres.resume();
      expect(await reach(slow, 'completed', 'failed')).toMatchObject({ status: 'completed' });
      expect(callsFor('slow')).toBe(1);
      expect(await reach(await accept('afterwards'), 'completed')).toBeDefined();
    },
    LIMIT_MS,
  );
});
