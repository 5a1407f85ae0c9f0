import { readFile } from 'node:fs/promises';
import { hashToken } from '@multilane/auth';
import { openDatabase } from '@multilane/persistence';
import { waitUntil } from '@multilane/testing';
import type { BenchContext } from '../bench-context.js';
import { readBytesRead, readMemory } from '../read-process.js';
import type { RunningServer } from '../server-under-test.js';
import { fillKeys, fillTeams, keyOf } from './fill-keys.js';
import { chatOfKeys, type HeldWorld } from './held-world.js';
import { measureProcessor } from './processor-cost.js';
import { sendForSeconds } from './send-requests.js';
import type { UnitCosts } from './unit-costs.js';

const SNAPSHOT_KEYS = 100_000;
const SNAPSHOT_TEAMS = 100_000;
/** A snapshot of a hundred thousand teams takes its time on a busy machine. */
const SNAPSHOT_LIMIT_MS = 120_000;

type Opened = Awaited<ReturnType<typeof openDatabase>>;
type Gateway = RunningServer & { readonly log: string };

type KeyCosts = Pick<
  UnitCosts,
  | 'keysSnapshotTime'
  | 'keysSnapshotBytes'
  | 'keysSnapshotMemory'
  | 'teamsSnapshotTime'
  | 'teamsSnapshotBytes'
  | 'teamsSnapshotMemory'
  | 'teamsSnapshotProcessor'
  | 'millionKeysStart'
  | 'millionKeysMemory'
  | 'millionKeysSnapshotTime'
  | 'millionKeysRate'
  | 'lookup'
  | 'lookupProcessor'
  | 'useProcessor'
>;

/**
 * A gateway on a database of many keys, and then of many teams: what it loads, how it starts, and what a key costs that it does not know.
 *
 * @param cachedCost Microseconds of a request whose key is cached
 * @param present Keys of `fillKeys` that there are already
 */
export async function measureManyKeys(
  { plan, progress }: Pick<BenchContext, 'plan' | 'progress'>,
  world: HeldWorld,
  gateway: Gateway,
  cachedCost: number,
  present: number,
): Promise<KeyCosts> {
  const { meter, described } = world;
  const database = await openDatabase({ url: described.databaseUrl });
  try {
    progress('costs: 100,000 keys');
    await loadSnapshot(database, meter, gateway);
    const few = await loadSnapshot(database, meter, gateway);
    await fillKeys(meter, present, SNAPSHOT_KEYS);
    const keys = await loadSnapshot(database, meter, gateway);
    await gateway.stop();

    progress(`costs: ${plan.costKeys.toLocaleString('en')} keys`);
    await fillKeys(meter, SNAPSHOT_KEYS, plan.costKeys);
    const million = await world.startGateway(DEBUG);
    const started = await loadSnapshot(database, meter, million);
    const { requests, lookup, rate } = await measureLookups({ plan, progress }, million, cachedCost);
    const memory = await readMemory(million.processId);

    progress('costs: 100,000 teams');
    const before = await loadSnapshot(database, meter, million);
    await fillTeams(meter, SNAPSHOT_TEAMS);
    const teams = await loadSnapshot(database, meter, million);
    return {
      keysSnapshotTime: keys.milliseconds,
      keysSnapshotBytes: Math.max(0, keys.megabytes - few.megabytes),
      keysSnapshotMemory: Math.max(0, keys.resident - few.resident),
      teamsSnapshotTime: teams.milliseconds,
      teamsSnapshotBytes: Math.max(0, teams.megabytes - before.megabytes),
      teamsSnapshotMemory: Math.max(0, teams.resident - before.resident),
      teamsSnapshotProcessor: teams.processor,
      millionKeysStart: million.readyMilliseconds / 1000,
      millionKeysMemory: memory?.resident ?? 0,
      millionKeysSnapshotTime: started.milliseconds,
      millionKeysRate: rate,
      lookup,
      ...(await measureQueries(database, world, requests)),
    };
  } finally {
    await database.close();
  }
}

/** Has snapshots tell how long they took. */
export const DEBUG = { LOG_LEVEL: 'debug' };

const OPERATOR = { type: 'operator', id: null, name: 'bench' } as const;

interface LoadedSnapshot {
  /** To load and to build, as the gateway says. */
  readonly milliseconds: number;
  /** Processor time of the gateway meanwhile. */
  readonly processor: number;
  /** Read meanwhile, and resident memory afterwards, in megabytes. */
  readonly megabytes: number;
  readonly resident: number;
}

let changes = 0;

/** Changes one team, and follows the gateway until the change is in effect. */
async function loadSnapshot(database: Opened, { sql }: HeldWorld['meter'], gateway: Gateway): Promise<LoadedSnapshot> {
  const seen = (await readFile(gateway.log, 'utf8')).length;
  const [organization] = await sql<{ id: string }>('SELECT id FROM organizations ORDER BY created_at LIMIT 1');
  if (organization === undefined) throw new Error('there is no organization');
  const bytesBefore = (await readBytesRead(gateway.processId)) ?? 0;
  const { milliseconds: processor, result } = await measureProcessor([gateway], async () => {
    await database.change(OPERATOR, ({ teams }) => teams.create(organization.id, { name: `change-${++changes}` }));
    return waitUntil('the snapshot', () => findSnapshot(gateway.log, seen), SNAPSHOT_LIMIT_MS);
  });
  const bytes = ((await readBytesRead(gateway.processId)) ?? 0) - bytesBefore;
  const memory = await readMemory(gateway.processId);
  return { milliseconds: result, processor, megabytes: bytes / 1e6, resident: memory?.resident ?? 0 };
}

/** Milliseconds of the first snapshot that the log tells of from a position on; undefined if it tells of none yet. */
async function findSnapshot(log: string, from: number): Promise<number | undefined> {
  const text = (await readFile(log, 'utf8')).slice(from);
  const found = /"load_ms":(\d+),"build_ms":(\d+)/.exec(text);
  return found === null ? undefined : Number(found[1]) + Number(found[2]);
}

async function measureLookups(
  { plan, progress }: Pick<BenchContext, 'plan' | 'progress'>,
  gateway: Gateway,
  cachedCost: number,
): Promise<{ readonly requests: number; readonly lookup: number; readonly rate: number }> {
  progress('costs: keys that are not cached');
  const connections = plan.costConnections;
  const { milliseconds, result: requests } = await measureProcessor([gateway], () =>
    sendForSeconds(chatOfKeys([gateway], plan.costKeys), { connections, seconds: plan.costLookupSeconds }),
  );
  return {
    requests,
    rate: requests / plan.costLookupSeconds,
    lookup: Math.max(0, (milliseconds * 1000) / requests - cachedCost),
  };
}

const LOOKUPS = 5_000;
const LOOKUPS_AT_ONCE = 8;
const USES = 1_000;
const USE_ROUNDS = 5;

/** Keys spread over all that there are: neither the first nor neighbours. */
async function measureQueries(
  { credentials }: Opened,
  { meter }: HeldWorld,
  offset: number,
): Promise<Pick<UnitCosts, 'lookupProcessor' | 'useProcessor'>> {
  const [counted] = await meter.sql<{ keys: number }>(
    "SELECT count(*)::int AS keys FROM credentials WHERE name LIKE 'key-%'",
  );
  const keys = counted?.keys ?? 0;
  const step = Math.max(1, Math.floor(keys / LOOKUPS));
  let next = 0;
  const lookUp = async (): Promise<void> => {
    while (next < LOOKUPS) await credentials.findIdentityByHash(hashToken(keyOf((offset + next++ * step) % keys)));
  };
  const looked = await meter.measure(() => Promise.all(Array.from({ length: LOOKUPS_AT_ONCE }, lookUp)));
  const rows = await meter.sql<{ id: string }>(
    `SELECT id FROM credentials TABLESAMPLE SYSTEM (50) WHERE last_used_at IS NULL LIMIT ${USES * USE_ROUNDS}`,
  );
  const noted = await meter.measure(async () => {
    for (let from = 0; from < rows.length; from += USES) {
      await credentials.markUsed(new Map(rows.slice(from, from + USES).map(({ id }) => [id, new Date()])));
    }
  });
  return {
    lookupProcessor: (looked.processorTime / LOOKUPS) * 1000,
    useProcessor: (noted.processorTime / rows.length) * 1000,
  };
}
