// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/database/batches/batches.integration.spec.ts.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import {
  completion,
  type FakeUpstream,
  gatewayConfig,
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
import OpenAI, { toFile } from 'openai';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { ENCRYPTION_KEY } from '../make-tenant.js';

const LIMIT_MS = 120_000;
const MODEL = 'meta-llama/llama-3.1:free';
const LINES = 40;

// docs/contract/batches.md#runs
describe('batches outlive their workers', () => {
  let postgres: PostgresServer;
  let database: DatabaseWithSecrets;
  let upstream: FakeUpstream;
  let front: RunningGateway;
  let url: string;
  let client: OpenAI;
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
        batches: { workers: count, lines_at_once: 4 },
      }),
      env: { DATABASE_URL: url, ENCRYPTION_KEY },
      readyWithinMs: 50_000,
    });
  const startWorker = async (): Promise<RunningGateway> => {
    const worker = await start(2);
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
    upstream = await startUpstream({ strict: false });
    upstream.onRequest(({ body }) => {
      const text = JSON.stringify(body);
      // The head of an answer and a part of it, and then nothing.
      if (text.includes('begins') && !isAwake) {
        return streamReply([Buffer.from('{"id":')], { end: 'stall', headers: { 'content-type': 'application/json' } });
      }
      if (text.includes('silent') && !isAwake) return { kind: 'silent', end: 'stall' };
      if (text.includes('slow')) return jsonReply(completion({ content: 'slow' }), { beforeMs: 3_000 });
      return jsonReply(completion({ content: 'done' }));
    });
    front = await start(0);
    client = new OpenAI({
      apiKey: TEST_KEYS.research,
      baseURL: `${front.baseUrl}/v1`,
      defaultHeaders: { 'x-service-model': MODEL },
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    for (const worker of workers.splice(0)) await worker.stop('SIGKILL');
    await front?.stop();
    await database?.close();
    await upstream?.close();
    await postgres?.stop();
    rmSync(spool, { recursive: true, force: true });
  }, HOOK_LIMIT_MS);

  const accept = async (contentOf: (line: number) => string) => {
    const lines = Array.from({ length: LINES }, (_, index) => ({
      custom_id: `n${index + 1}`,
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: MODEL, messages: [{ role: 'user', content: `${contentOf(index + 1)} line-${index + 1}.` }] },
    }));
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const { id } = await client.files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose: 'batch' });
    return client.batches.create({
      input_file_id: id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    });
  };
  const ended = (id: string) =>
    waitUntil(
      'the end of the batch',
      async () => {
        const batch = await client.batches.retrieve(id);
        return ['completed', 'failed', 'expired', 'cancelled'].includes(batch.status) ? batch : undefined;
      },
      60_000,
    );
  const read = async (fileId: string | undefined) =>
    (await (await client.files.content(fileId ?? '')).text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const callsFor = (line: number): number =>
    upstream.requests.filter(({ body }) => JSON.stringify(body).includes(`line-${line}.`)).length;
  const records = async (id: string): Promise<{ request_id: string; records: number; cost: number }[]> => {
    const { rows } = await database.sql.executeSql(
      `SELECT request_id, count(*)::int AS records FROM audit_records WHERE request_id LIKE $1 AND outcome = 'success'
        GROUP BY request_id`,
      [`batch_req_${id.slice('batch_'.length)}_%`],
    );
    return rows;
  };
  /** Else the test would wait for half a minute of silence. */
  const forgetWorker = () =>
    database.sql.executeSql(
      "UPDATE multilane_jobs.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'",
    );

  it(
    'that are killed: no line is lost, none runs again that began to be answered, and none is charged twice',
    async () => {
      const worker = await startWorker();
      const { id } = await accept((line) => (line < 20 ? 'plain' : line === 21 ? 'begins' : 'silent'));
      await waitUntil('both calls', () => (callsFor(20) > 0 && callsFor(21) > 0 ? true : undefined), 30_000);
      await waitUntil('the beginning of the answer to be stored', async () => {
        const { rows } = await database.sql.executeSql(
          'SELECT count(*)::int AS begun FROM batch_lines WHERE has_answer AND line = 21',
        );
        return rows[0].begun > 0 ? true : undefined;
      });
      // A process that is killed may lose the records of its last milliseconds (docs/usage.md).
      await waitUntil(
        'the records of the lines before',
        async () => ((await records(id)).length === 19 ? true : undefined),
        30_000,
      );
      await worker.stop('SIGKILL');
      const callsBefore = upstream.requests.length;
      expect(await client.batches.retrieve(id)).toMatchObject({ status: 'in_progress' });
      isAwake = true;
      await forgetWorker();
      await startWorker();
      const done = await ended(id);
      expect(done).toMatchObject({ status: 'completed', request_counts: { total: LINES } });
      const output = await read(done.output_file_id);
      const errors = await read(done.error_file_id);
      const ids = [...output, ...errors].map(({ custom_id: customId }) => customId as string);
      expect(new Set(ids).size).toBe(LINES);
      expect(ids).toHaveLength(LINES);
      const interrupted = errors.map(({ response }) => response.body.error.code);
      expect(interrupted.every((code) => code === 'batch_line_interrupted')).toBe(true);
      expect(errors.map(({ custom_id }) => custom_id)).toContain('n21');
      expect([callsFor(20), callsFor(21)]).toEqual([2, 1]);
      expect(upstream.requests.length).toBeGreaterThan(callsBefore);
      const found = await waitUntil(
        'the records',
        async () => {
          const rows = await records(id);
          return rows.length >= output.length ? rows : undefined;
        },
        30_000,
      );
      expect(found.every((row) => row.records === 1)).toBe(true);
    },
    LIMIT_MS,
  );

  it(
    'that are stopped: lines without an answer go back at once, and another worker goes on',
    async () => {
      isAwake = false;
      for (const worker of workers.splice(0)) await worker.stop();
      const worker = await startWorker();
      const { id } = await accept((line) => (line === 10 ? 'silent' : 'plain'));
      await waitUntil('the call', () => (upstream.requests.some(isSilent) ? true : undefined), 30_000);
      expect(await worker.stop()).toMatchObject({ code: 0 });
      const { rows } = await database.sql.executeSql(
        "SELECT count(*)::int AS running FROM batch_lines WHERE status = 'running'",
      );
      expect(rows[0].running).toBe(0);
      isAwake = true;
      await startWorker();
      const done = await ended(id);
      expect(done).toMatchObject({
        status: 'completed',
        request_counts: { total: LINES, completed: LINES, failed: 0 },
      });
    },
    LIMIT_MS,
  );

  it(
    'and outages of PostgreSQL: results that come meanwhile are stored afterwards, and no line runs twice',
    async () => {
      upstream.requests.length = 0;
      const { id } = await accept((line) => (line <= 8 ? 'slow' : 'plain'));
      await waitUntil('the calls', () => (upstream.requests.length >= 4 ? true : undefined), 30_000);
      await postgres.interrupt();
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      await postgres.resume();
      const done = await ended(id);
      expect(done).toMatchObject({
        status: 'completed',
        request_counts: { total: LINES, completed: LINES, failed: 0 },
      });
      for (let line = 1; line <= LINES; line++) expect([line, callsFor(line)]).toEqual([line, 1]);
    },
    LIMIT_MS,
  );

  const isSilent = ({ body }: { body: unknown }): boolean => JSON.stringify(body).includes('silent line-10.');
});
