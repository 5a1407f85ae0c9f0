import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchContext } from '../bench-context.js';
import { readMemory } from '../read-process.js';
import type { RunningServer } from '../server-under-test.js';
import { median } from '../statistics.js';
import { fillKeys, idOf } from './fill-keys.js';
import { chatOfKeys, type HeldWorld, warmingUp } from './held-world.js';
import type { PostgresUse } from './postgres-meter.js';
import { measureProcessor } from './processor-cost.js';
import { type RedisUse, readCounterSizes, readRedisUse } from './redis-meter.js';
import { sendAtRate, sendForSeconds } from './send-requests.js';
import type { UnitCosts } from './unit-costs.js';

type Context = Pick<BenchContext, 'plan' | 'progress'>;

/** Keys that ask in turn, so that requests at the same time rarely share a command or a row. Few enough for budgets to stay leased. */
export const ACTIVE_KEYS = 100;

/** Time until records are stored, leases returned and uses noted. */
const SETTLE_MS = 4_000;
const IDLE_MS = 10_000;

/** Microseconds of a request with everything on, over many keys, at full load. */
export async function measureHeldRequests(
  { plan, progress }: Context,
  { meter }: HeldWorld,
  gateway: RunningServer,
): Promise<number> {
  await fillKeys(meter, 0, ACTIVE_KEYS);
  const sending = chatOfKeys([gateway], ACTIVE_KEYS);
  const connections = plan.costConnections;
  const send = (seconds: number) => sendForSeconds(sending, { connections, seconds });
  progress('costs: warming up with everything on');
  await sendForSeconds(warmingUp(sending), { connections, seconds: plan.costWarmUpSeconds });
  const costs: number[] = [];
  for (let round = 1; round <= plan.costRounds; round += 1) {
    progress(`costs: everything on, round ${round} of ${plan.costRounds}`);
    const { milliseconds, result } = await measureProcessor([gateway], () => send(plan.costSeconds));
    costs.push((milliseconds * 1000) / result);
  }
  return median(costs);
}

/** Work of the gateway, its Redis and its PostgreSQL between two moments. */
export interface MeasuredLoad {
  readonly requests: number;
  readonly gatewayMs: number;
  readonly redis: RedisUse;
  readonly postgres: PostgresUse;
}

const FIRST_SECONDS = 5;

/** Sends at a fixed rate, once everything is leased, and waits until all of it is recorded. */
export async function measureLoad(
  { meter, described: { redisUrl } }: HeldWorld,
  gateways: readonly RunningServer[],
  keys: number,
  load: { readonly rate: number; readonly seconds: number },
): Promise<MeasuredLoad> {
  if (redisUrl === undefined) throw new Error('the load is measured with counters on Redis');
  const sending = chatOfKeys(gateways, keys);
  await sendAtRate(warmingUp(sending), { ...load, seconds: FIRST_SECONDS });
  const before = await readRedisUse(redisUrl);
  const { result, ...postgres } = await meter.measure(() =>
    measureProcessor(gateways, async () => {
      const requests = await sendAtRate(sending, load);
      await sleep(SETTLE_MS);
      return requests;
    }),
  );
  const redis = subtract(await readRedisUse(redisUrl), before);
  return { requests: result.result, gatewayMs: result.milliseconds, redis, postgres };
}

/** Returns the duration of a measured load with the settling after it, in seconds. */
export const lastsFor = (seconds: number): number => seconds + SETTLE_MS / 1000;

function subtract(after: RedisUse, before: RedisUse): RedisUse {
  const names = Object.keys(after) as (keyof RedisUse)[];
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as unknown as RedisUse;
}

type RedisCosts = Pick<
  UnitCosts,
  | 'idle'
  | 'memory'
  | 'redisScripts'
  | 'redisCommands'
  | 'redisBytesIn'
  | 'redisBytesOut'
  | 'redisProcessor'
  | 'redisCounterBytes'
  | 'countersOfKey'
  | 'wal'
  | 'statements'
  | 'rowsWritten'
  | 'connections'
>;

/** Measures the work of Redis and PostgreSQL for a request at a fixed rate, less their work without requests. */
export async function measureHeldServers(
  { plan, progress }: Context,
  world: HeldWorld,
  gateway: RunningServer,
): Promise<RedisCosts> {
  const { meter, described } = world;
  const { redisUrl } = described;
  if (redisUrl === undefined) throw new Error('counters are not on Redis');
  progress('costs: an idle gateway');
  await sleep(SETTLE_MS);
  const idleRedis = await readRedisUse(redisUrl);
  const { result: idle, ...idlePostgres } = await meter.measure(() =>
    measureProcessor([gateway], () => sleep(IDLE_MS)),
  );
  const nobody = subtract(await readRedisUse(redisUrl), idleRedis);
  progress('costs: a fixed rate');
  const { requests, redis, postgres } = await measureLoad(world, [gateway], ACTIVE_KEYS, {
    rate: plan.costRate,
    seconds: plan.costRateSeconds,
  });
  const memory = await readMemory(gateway.processId);
  const share = (lastsFor(plan.costRateSeconds) * 1000) / IDLE_MS;
  const each = (loaded: number, unloaded: number) => Math.max(0, loaded - unloaded * share) / requests;
  const [connections] = await meter.sql<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
  );
  return {
    idle: idle.milliseconds / (IDLE_MS / 1000),
    memory: memory?.resident ?? 0,
    redisScripts: each(redis.scripts, nobody.scripts),
    redisCommands: each(redis.commands, nobody.commands),
    redisBytesIn: each(redis.bytesIn, nobody.bytesIn),
    redisBytesOut: each(redis.bytesOut, nobody.bytesOut),
    redisProcessor: each(redis.processorSeconds, nobody.processorSeconds) * 1e6,
    wal: each(postgres.walBytes, idlePostgres.walBytes),
    statements: each(postgres.statements, idlePostgres.statements),
    rowsWritten: each(postgres.rowsWritten, idlePostgres.rowsWritten),
    connections: connections?.count ?? 0,
    ...(await measureCounters(redisUrl)),
  };
}

/** Measures the counters of a key that has asked within the last minute. */
async function measureCounters(redisUrl: string): Promise<Pick<UnitCosts, 'redisCounterBytes' | 'countersOfKey'>> {
  const sizes = await readCounterSizes(redisUrl, idOf(0));
  if (sizes.length === 0) throw new Error('Redis has no counter of a key that asked');
  return { redisCounterBytes: median(sizes), countersOfKey: sizes.length };
}

/** Keys whose budgets stay leased, since each asks several times a second. */
const SPOOLED_KEYS = 10;
const SPOOL_LOAD = { rate: 50, seconds: 5 };
/** Time until the last records are in files. */
const SPOOL_MS = 1_500;

/** Bytes that a record waits in while PostgreSQL is away. The connection of the meter is broken afterwards. */
export async function measureSpool({ described }: HeldWorld, gateway: RunningServer): Promise<number> {
  const sending = chatOfKeys([gateway], SPOOLED_KEYS);
  // Keys that are cached and have a lease are served without the database.
  await sendAtRate(sending, SPOOL_LOAD);
  await sleep(SETTLE_MS / 4);
  await described.postgres.interrupt();
  const sent = await sendAtRate(sending, SPOOL_LOAD);
  await sleep(SPOOL_MS);
  const names = await readdir(described.spoolFolder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(described.spoolFolder, name))).size));
  await described.postgres.resume();
  return sizes.reduce((sum, size) => sum + size, 0) / sent;
}
