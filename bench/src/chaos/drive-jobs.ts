import { setTimeout as sleep } from 'node:timers/promises';
import { SPOOL_DELAY_MS } from '@multilane/telemetry';
import { Client } from 'pg';
import { Pool } from 'undici';
import { CHAOS_MODEL } from './chaos-model.js';
import type { ChaosWorld } from './chaos-world.js';
import { countFailures, type FailedJob } from './count-failures.js';
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

async function readFinding(world: ChaosWorld, jobs: readonly Job[]): Promise<Finding> {
  const { databaseUrl, kills, upstream } = world;
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
    const calls = jobs.map(({ name }) => upstream.listCalls(name));
    const repeats = countRepeats(calls, kills, SPOOL_DELAY_MS);
    const failures = countFailures(await readFailed(world, jobs, rows), kills);
    const lost = jobs.length - rows.filter(({ status }) => ENDS.has(status)).length;
    const sentAgain = calls.filter(({ length }) => length > 1).length;
    const faults = {
      lost,
      'answered twice': repeats.others,
      'recorded twice': twice.rows.length,
      [`failed (${listUnique(failures.others)})`]: failures.others.length,
    };
    return {
      text: `of ${jobs.length} jobs: ${listCounts(ends)}, lost ${lost}, sent again ${sentAgain}, answered unread at the kill and again ${repeats.allowed}, answered twice otherwise ${repeats.others}, interrupted at the kill ${failures.interrupted}, failed otherwise ${failures.others.length}, recorded twice ${twice.rows.length}`,
      breaches: Object.entries(faults).flatMap(([fault, count]) => (count > 0 ? [`${count} jobs ${fault}`] : [])),
    };
  } finally {
    await client.end();
  }
}

const listUnique = (texts: readonly string[]): string => [...new Set(texts)].join(', ');

/** Reads why jobs failed, as whoever sent them is told. */
function readFailed(
  { gatewayUrls, keys, upstream }: ChaosWorld,
  jobs: readonly Job[],
  rows: readonly EndRow[],
): Promise<FailedJob[]> {
  const failed = new Set(rows.filter(({ status }) => status === 'failed').map(({ id }) => id));
  const readOne = async ({ id, name }: Job): Promise<FailedJob> => {
    const response = await fetch(`${gatewayUrls[0]}/v1/async/jobs/${id}`, {
      headers: { authorization: `Bearer ${keys.open}` },
    });
    if (!response.ok) throw new Error(`a failed job is answered ${response.status}`);
    const { error } = (await response.json()) as { readonly error: { readonly code: string } };
    return { code: error.code, calls: upstream.listCalls(name) };
  };
  return Promise.all(jobs.filter(({ id }) => failed.has(id)).map(readOne));
}
