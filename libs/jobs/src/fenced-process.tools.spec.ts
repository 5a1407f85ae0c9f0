// A process that works on rows with fences, for fenced-worker.e2e.spec.ts. It says what happens to it, a line each.
import { setTimeout as sleep } from 'node:timers/promises';
import { FencedWorker, openJobQueues } from '@multilane/jobs';
import { Pool } from 'pg';

const EVERY_MS = 100;
const DRAIN_MS = 500;

const pool = new Pool({ connectionString: process.env.DATABASE, connectionTimeoutMillis: 1_000, query_timeout: 2_000 });
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const change = async (text: string, values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await pool.query(text, values)).rows;

const worker = new FencedWorker({
  graceMs: 5_000,
  watch: {
    findLost: async (fences) => {
      const alive = await change(
        `UPDATE fenced SET alive_at = now() FROM unnest($1::uuid[], $2::int[]) AS mine (key, of_mine)
          WHERE id = key AND fence = of_mine AND NOT is_cancelled RETURNING id`,
        [[...fences.keys()], [...fences.values()]],
      );
      return [...fences.keys()].filter((id) => !alive.some((row) => row.id === id));
    },
    every: (look) => {
      const timer = setInterval(() => void look().catch(() => say('unheard')), EVERY_MS);
      return () => clearInterval(timer);
    },
  },
});
const queues = openJobQueues({
  database: { executeSql: async (text, values) => await pool.query(text, values), listenUrl: process.env.DATABASE },
  onProblem: () => undefined,
  superviseSeconds: 1,
});
pool.on('error', () => say('disconnected'));

/** Writes down that it worked, until the row has been worked on for its time; then its end, however long the database is away. */
async function work(id: string, fence: number, workMs: number, stop: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < workMs) {
    if (stop.aborted) say(`stopped ${stop.reason.why} ${fence}`);
    stop.throwIfAborted();
    await change('INSERT INTO written (id, fence) SELECT id, fence FROM fenced WHERE id = $1 AND fence = $2', [
      id,
      fence,
    ]).catch(() => say('unwritten'));
    await sleep(EVERY_MS);
  }
  const end = () => change('UPDATE fenced SET ends = ends + 1 WHERE id = $1 AND fence = $2 RETURNING 1', [id, fence]);
  for (;;) {
    const ended = await end().catch(() => undefined);
    if (ended !== undefined) return void say(ended.length > 0 ? `ended ${fence}` : `refused ${fence}`);
    await sleep(EVERY_MS);
  }
}

queues.work('workflow.step', { concurrency: 4, onPoisoned: async () => undefined }, async ({ data, signal }) => {
  const [row] = await change(
    `UPDATE fenced SET fence = fence + 1 WHERE id = $1 AND ends = 0 AND NOT is_cancelled
      RETURNING id, fence, work_ms AS "workMs"`,
    [data.step_id],
  );
  if (row === undefined) return;
  const { fence, id, workMs } = row as { fence: number; id: string; workMs: number };
  say(`took ${fence}`);
  await worker.work(
    { id, fence },
    signal,
    (stop) => work(id, fence, workMs, stop),
    () => queues.enqueue('workflow.step', data),
  );
});

process.on('SIGUSR2', () => {
  // The clock of the machine is set forward by a day, and then back by two.
  const { now } = Date;
  Date.now = () => now() + 86_400_000;
  setTimeout(() => {
    Date.now = () => now() - 86_400_000;
    say('jumped');
  }, 500);
});
process.on('SIGTERM', async () => {
  await queues.stopWork();
  await worker.drain(DRAIN_MS);
  await queues.close();
  worker.close();
  await pool.end();
  say('drained');
});
await queues.whenReady();
say('ready');
