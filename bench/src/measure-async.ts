import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { BenchContext } from './bench-context.js';
import { buildChatBody, REQUEST_HEADERS } from './build-requests.js';
import type { Figure } from './figure.js';
import { readProcessorTime } from './read-process.js';
import type { RunningServer } from './server-under-test.js';
import { median } from './statistics.js';

const CONNECTIONS = 16;
const POLL_MS = 20;
const body = buildChatBody();

/** Requests that run later: from the first that is sent to the end of the last one. */
export async function measureAsync(
  { plan, progress }: Pick<BenchContext, 'plan' | 'progress'>,
  target: RunningServer,
  key: string,
): Promise<Figure[]> {
  const pool = new Pool(target.baseUrl, { allowH2: false, connections: CONNECTIONS });
  try {
    progress('async: warming up');
    await runJobs(pool, target, key, plan.jobs);
    const rounds: JobCost[] = [];
    for (let round = 1; round <= plan.rounds; round += 1) {
      progress(`${plan.jobs} asynchronous jobs: round ${round} of ${plan.rounds}`);
      rounds.push(await runJobs(pool, target, key, plan.jobs));
    }
    const times = rounds.flatMap(({ milliseconds }) => (milliseconds === undefined ? [] : [milliseconds]));
    const rate = median(rounds.map(({ perSecond }) => perSecond));
    return [
      { scenario: 'async', name: 'asynchronous jobs, accepted and run', unit: '1/s', values: { gateway: rate } },
      ...(times.length === 0
        ? []
        : [
            {
              scenario: 'async',
              name: 'processor time per asynchronous job',
              unit: 'ms',
              values: { gateway: median(times) },
            } as const,
          ]),
    ];
  } finally {
    await pool.destroy();
  }
}

interface JobCost {
  readonly perSecond: number;
  readonly milliseconds: number | undefined;
}

async function runJobs(pool: Pool, target: RunningServer, key: string, count: number): Promise<JobCost> {
  const headers = { ...REQUEST_HEADERS, authorization: `Bearer ${key}` };
  const before = await readProcessorTime(target.processId);
  const startedAt = performance.now();
  let left = count;
  const send = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const path = '/v1/async/chat/completions';
      const answer = await pool.request({ method: 'POST', path, headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 202) throw new Error(`a job is answered ${answer.statusCode}: ${text.slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  for (const status of ['pending', 'running']) {
    while (await hasJobs(pool, headers, status)) await sleep(POLL_MS);
  }
  if (await hasJobs(pool, headers, 'failed')) throw new Error('a job failed');
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await readProcessorTime(target.processId);
  const milliseconds = before === undefined || after === undefined ? undefined : (after - before) / count;
  return { perSecond: count / seconds, milliseconds };
}

async function hasJobs(pool: Pool, headers: Record<string, string>, status: string): Promise<boolean> {
  const path = `/v1/async/jobs?limit=1&status=${status}`;
  const { body: answer } = await pool.request({ method: 'GET', path, headers });
  const { data } = (await answer.json()) as { data: unknown[] };
  return data.length > 0;
}
