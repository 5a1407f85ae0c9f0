import { setTimeout as sleep } from 'node:timers/promises';
import { SPOOL_DELAY_MS } from '@multilane/telemetry';
import { Client } from 'pg';
import { Pool } from 'undici';
import { CHAOS_MODEL } from './chaos-model.js';
import type { ChaosWorld } from './chaos-world.js';
import { countRepeats } from './count-repeats.js';
import { type Finding, listCounts, type OwnCallers } from './finding.js';

const CALLERS = 3;
const PAUSE_MS = 50;
/** A worker is known to be dead after a minute; then its jobs run elsewhere. */
const END_LIMIT_MS = 180_000;
const POLL_MS = 1_000;

interface Job {
  readonly name: string;
  readonly id: string;
}

/** Number of callers, and the pause of each between two jobs. */
export interface JobCallersOptions {
  readonly callers: number;
  readonly pauseMs: number;
}

/** The callers of `workers-killed`. */
export function startJobCallers(world: ChaosWorld): OwnCallers {
  return startJobs(world, { callers: CALLERS, pauseMs: PAUSE_MS });
}

/** Has requests run later until it is stopped. */
export function startJobs(world: ChaosWorld, { callers, pauseMs }: JobCallersOptions): OwnCallers {
  const pools = world.gatewayUrls.map((url) => new Pool(url, { allowH2: false, connections: callers }));
  const jobs: Job[] = [];
  let isStopping = false;
  const call = async (_: unknown, caller: number): Promise<void> => {
    for (let count = 0; !isStopping; count += 1) {
      const name = `job-${caller}-${count}-`;
      const id = await accept(pools[(caller + count) % pools.length], world.keys.open, name);
      if (id !== undefined) jobs.push({ name, id });
      await sleep(pauseMs);
    }
  };
  const calls = Array.from({ length: callers }, call);
  return {
    stop: async () => {
      isStopping = true;
      await Promise.all(calls);
      await Promise.all(pools.map((pool) => pool.destroy()));
      return readFinding(world, jobs);
    },
  };
}

/** The id of an accepted job; undefined where it was rejected, or nobody knows. */
async function accept(pool: Pool | undefined, key: string, name: string): Promise<string | undefined> {
  try {
    const answer = await pool?.request({
      method: 'POST',
      path: '/v1/async/chat/completions',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: CHAOS_MODEL, messages: [{ role: 'user', content: name }] }),
    });
    const body = (await answer?.body.json()) as { job_id?: string } | undefined;
    return answer?.statusCode === 202 ? body?.job_id : undefined;
  } catch {
    return undefined;
  }
}

interface EndRow {
  readonly id: string;
  readonly status: string;
}

const ENDS: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

async function readFinding({ databaseUrl, kills, upstream }: ChaosWorld, jobs: readonly Job[]): Promise<Finding> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const ids = jobs.map(({ id }) => id);
    const deadline = performance.now() + END_LIMIT_MS;
    let rows: EndRow[] = [];
    do {
      await sleep(POLL_MS);
      ({ rows } = await client.query<EndRow>('SELECT id, status FROM async_jobs WHERE id = ANY($1)', [ids]));
    } while (rows.filter(({ status }) => ENDS.has(status)).length < ids.length && performance.now() < deadline);
    // The last records are on their way.
    await sleep(POLL_MS * 2);
    const twice = await client.query(
      'SELECT request_id FROM audit_records WHERE request_id = ANY($1) GROUP BY request_id HAVING count(*) > 1',
      [ids],
    );
    const ends: Record<string, number> = {};
    for (const { status } of rows) ends[status] = (ends[status] ?? 0) + 1;
    const counts = jobs.map(({ name }) => upstream.countCalls(name));
    const repeats = countRepeats(
      counts.map(({ answeredAt }) => answeredAt),
      kills,
      SPOOL_DELAY_MS,
    );
    const lost = jobs.length - rows.filter(({ status }) => ENDS.has(status)).length;
    const sentAgain = counts.filter(({ calls }) => calls > 1).length;
    const faults = { lost, 'answered twice': repeats.others, 'recorded twice': twice.rows.length };
    return {
      text: `of ${jobs.length} jobs: ${listCounts(ends)}, lost ${lost}, sent again ${sentAgain}, answered unread at the kill and again ${repeats.allowed}, answered twice otherwise ${repeats.others}, recorded twice ${twice.rows.length}`,
      breaches: Object.entries(faults).flatMap(([fault, count]) => (count > 0 ? [`${count} jobs ${fault}`] : [])),
    };
  } finally {
    await client.end();
  }
}
