// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/jobs/src/fenced-worker.spec.ts.

import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  findPostgres,
  type PostgresServer,
  type Service,
  spawnService,
  startPostgres,
  waitUntil,
} from '@multilane/testing';
import { Pool } from 'pg';
import { installQueues } from './install-queues.js';
import { type JobQueues, openJobQueues } from './job-queues.js';

const LIMIT_MS = 90_000;
const PROCESS = join(import.meta.dirname, 'fenced-process.tools.spec.ts');
const TABLES = `
  CREATE TABLE fenced (id uuid PRIMARY KEY, work_ms integer NOT NULL, fence integer NOT NULL DEFAULT 0,
    ends integer NOT NULL DEFAULT 0, is_cancelled boolean NOT NULL DEFAULT false, alive_at timestamptz);
  CREATE TABLE written (number serial, id uuid, fence integer, at timestamptz DEFAULT clock_timestamp())`;

const describeOnPostgres = findPostgres() === undefined ? describe.skip : describe;

describeOnPostgres('processes that work on rows with fences', () => {
  let postgres: PostgresServer;
  let url: string;
  let pool: Pool;
  let queues: JobQueues;
  const processes: Service[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    url = await postgres.createDatabase();
    pool = new Pool({ connectionString: url });
    // The test of an outage ends its connections.
    pool.on('error', () => undefined);
    const database = { executeSql: async (text: string, values?: unknown[]) => await pool.query(text, values) };
    await installQueues(database);
    await pool.query(TABLES);
    queues = openJobQueues({
      database: { ...database, listenUrl: undefined },
      isSender: true,
      onProblem: () => undefined,
    });
    await queues.whenReady();
  }, LIMIT_MS);

  afterEach(async () => {
    for (const process of processes.splice(0)) await process.stop('SIGKILL');
    await pool.query('DELETE FROM multilane_jobs.job');
  });

  afterAll(async () => {
    await queues?.close();
    await pool?.end();
    await postgres?.stop();
  }, LIMIT_MS);

  const start = async (): Promise<Service> => {
    const env = { DATABASE: url, PATH: dirname(process.execPath) };
    const started = await spawnService(process.execPath, ['--disable-warning=ExperimentalWarning', PROCESS], env);
    processes.push(started);
    await says(started, 'ready');
    return started;
  };
  const linesOf = (process: Service): string[] => process.stdout().split('\n').slice(0, -1);
  const says = (process: Service, line: string, withinMs = 30_000): Promise<true> => {
    const hasSaid = async () => (linesOf(process).includes(line) ? true : undefined);
    return waitUntil(`a process to say ${line}`, hasSaid, withinMs);
  };
  const makeRow = async (workMs: number): Promise<string> => {
    const id = randomUUID();
    await pool.query('INSERT INTO fenced (id, work_ms) VALUES ($1, $2)', [id, workMs]);
    return id;
  };
  const enqueue = (id: string): Promise<string> => queues.enqueue('workflow.step', { step_id: id });
  const endsOf = async (id: string): Promise<unknown> =>
    (await pool.query('SELECT fence, ends FROM fenced WHERE id = $1', [id])).rows[0];
  /** The fences under which a row was written, in order. */
  const fencesOf = async (id: string): Promise<number[]> =>
    (await pool.query('SELECT fence FROM written WHERE id = $1 ORDER BY number', [id])).rows.map(({ fence }) => fence);

  it(
    'take over from one that is killed',
    async () => {
      const id = await makeRow(3_000);
      const killed = await start();
      await enqueue(id);
      await says(killed, 'took 1');
      await waitUntil('the row to be written', async () => ((await fencesOf(id)).length > 2 ? true : undefined));
      expect(await killed.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
      await says(await start(), 'ended 2', 40_000);
      expect(await endsOf(id)).toEqual({ fence: 2, ends: 1 });
    },
    LIMIT_MS,
  );

  it(
    'stop where another one takes the row, and end it once',
    async () => {
      const id = await makeRow(4_000);
      const [first, second] = [await start(), await start()];
      const said = () => [...linesOf(first), ...linesOf(second)];
      await enqueue(id);
      await waitUntil('the row to be taken', async () => (said().includes('took 1') ? true : undefined), 30_000);
      // Any process may take it: the same one, too.
      await enqueue(id);
      await waitUntil('the row to end', async () => (said().includes('ended 2') ? true : undefined), 30_000);
      expect(said().filter((line) => line.startsWith('stopped'))).toEqual(['stopped lost 1']);
      expect(said()).not.toContain('ended 1');
      expect(await endsOf(id)).toEqual({ fence: 2, ends: 1 });
      const fences = await fencesOf(id);
      expect(fences).toEqual(fences.toSorted((a, b) => a - b));
    },
    LIMIT_MS,
  );

  it(
    'stop soon where the row is cancelled',
    async () => {
      const id = await makeRow(60_000);
      const worker = await start();
      await enqueue(id);
      await says(worker, 'took 1');
      await pool.query('UPDATE fenced SET is_cancelled = true WHERE id = $1', [id]);
      await says(worker, 'stopped lost 1', 10_000);
      expect(await endsOf(id)).toEqual({ fence: 1, ends: 0 });
    },
    LIMIT_MS,
  );

  it(
    'go on while the database is away for some seconds',
    async () => {
      const id = await makeRow(5_000);
      const worker = await start();
      await enqueue(id);
      await says(worker, 'took 1');
      await postgres.interrupt();
      await says(worker, 'unheard');
      await says(worker, 'unwritten');
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await postgres.resume();
      await says(worker, 'ended 1');
      expect(linesOf(worker).filter((line) => line.startsWith('stopped'))).toEqual([]);
      expect(await endsOf(id)).toEqual({ fence: 1, ends: 1 });
    },
    LIMIT_MS,
  );

  it(
    'put work back when they end, and it goes on at once',
    async () => {
      const id = await makeRow(4_000);
      const ending = await start();
      await enqueue(id);
      await says(ending, 'took 1');
      const next = await start();
      expect(await ending.stop('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(linesOf(ending).slice(-2)).toEqual(['stopped shutdown 1', 'drained']);
      // Sooner than a queue misses a process: after ten seconds.
      await says(next, 'took 2', 8_000);
      await says(next, 'ended 2');
      expect(await endsOf(id)).toEqual({ fence: 2, ends: 1 });
    },
    LIMIT_MS,
  );

  it(
    'let short work end before they do',
    async () => {
      const id = await makeRow(300);
      const ending = await start();
      await enqueue(id);
      await says(ending, 'took 1');
      expect(await ending.stop('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(linesOf(ending).slice(-2)).toEqual(['ended 1', 'drained']);
      expect(await endsOf(id)).toEqual({ fence: 1, ends: 1 });
    },
    LIMIT_MS,
  );

  it(
    'keep their work where the clock jumps',
    async () => {
      const id = await makeRow(4_000);
      const worker = await start();
      await enqueue(id);
      await says(worker, 'took 1');
      process.kill(worker.pid, 'SIGUSR2');
      await says(worker, 'jumped');
      await says(worker, 'ended 1');
      expect(linesOf(worker).filter((line) => line.startsWith('stopped'))).toEqual([]);
      expect(await endsOf(id)).toEqual({ fence: 1, ends: 1 });
    },
    LIMIT_MS,
  );
});
