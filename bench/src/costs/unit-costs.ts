import type { Figure } from '../figure.js';

/** Each unit cost with the name and the unit of its row in the report. */
const ROWS = {
  smallChat: ['gateway: small chat, limits of a team, audit to a file', 'µs'],
  longChat: ['gateway: the same with a prompt of 10,000 tokens', 'µs'],
  streamEvent: ['gateway: event of a stream', 'µs'],
  refusal: ['gateway: 401', 'µs'],
  heldInMemory: ['gateway: small chat, everything on, counters in the process', 'µs'],
  heldOnRedis: ['gateway: the same, counters on Redis', 'µs'],
  idle: ['gateway: idle, everything on, of each second', 'ms'],
  memory: ['gateway: memory after load', 'MB'],
  spoolBytes: ['gateway: spool for a request while PostgreSQL is away', 'bytes'],
  redisScripts: ['Redis: scripts for a request', ''],
  redisCommands: ['Redis: commands for a request, those of scripts included', ''],
  redisBytesIn: ['Redis: received for a request', 'bytes'],
  redisBytesOut: ['Redis: sent for a request', 'bytes'],
  redisProcessor: ['Redis: processor time for a request', 'µs'],
  redisCounterBytes: ['Redis: memory of a counter', 'bytes'],
  countersOfKey: ['Redis: counters of an active key', ''],
  wal: ['PostgreSQL: write-ahead log for a request', 'bytes'],
  statements: ['PostgreSQL: statements for a request', ''],
  rowsWritten: ['PostgreSQL: rows written for a request, sums and budgets included', ''],
  connections: ['PostgreSQL: connections of a gateway under load', ''],
  auditProcessor: ['PostgreSQL: processor time for 1,000 audit records', 'ms'],
  auditSize: ['PostgreSQL: table and indexes of 100,000 audit records', 'MB'],
  storeRateOfOne: ['PostgreSQL: audit records of one writer', '1/s'],
  storeRate: ['PostgreSQL: audit records of four writers', '1/s'],
  leaseProcessor: ['PostgreSQL: processor time for 1,000 leases of budgets', 'ms'],
  leaseTime: ['PostgreSQL: a transaction of 200 leases takes', 'ms'],
  lookupProcessor: ['PostgreSQL: processor time for 1,000 look-ups of keys', 'ms'],
  useProcessor: ['PostgreSQL: processor time for noting 1,000 uses of keys', 'ms'],
  lookup: ['gateway: look-up of a key that is not cached', 'µs'],
  keysSnapshotTime: ['snapshot with 100,000 more keys: loaded and built in', 'ms'],
  keysSnapshotBytes: ['snapshot with 100,000 more keys: read from PostgreSQL', 'MB'],
  keysSnapshotMemory: ['snapshot with 100,000 more keys: memory added', 'MB'],
  teamsSnapshotTime: ['snapshot with 100,000 more teams: loaded and built in', 'ms'],
  teamsSnapshotBytes: ['snapshot with 100,000 more teams: read from PostgreSQL', 'MB'],
  teamsSnapshotMemory: ['snapshot with 100,000 more teams: memory added', 'MB'],
  teamsSnapshotProcessor: ['snapshot with 100,000 more teams: processor time of the gateway', 'ms'],
  millionKeysStart: ['a million keys: start to the first 200 on /readyz', 's'],
  millionKeysMemory: ['a million keys: memory after a request of each of 100,000 keys or of fewer', 'MB'],
  millionKeysSnapshotTime: ['a million keys: snapshot loaded and built in', 'ms'],
  millionKeysRate: ['a million keys: requests, each with a key that is not cached', '1/s'],
} as const;

export type CostName = keyof typeof ROWS;

/** Measured costs of one unit of work. Units are those of the rows of the report. */
export type UnitCosts = Readonly<Record<CostName, number>>;

/** Rows of the report. Costs that could not be measured are left out. */
export function describeCosts(costs: Readonly<Partial<Record<CostName, number>>>): Figure[] {
  return COST_NAMES.flatMap((cost) => {
    const value = costs[cost];
    const [name, unit] = ROWS[cost];
    return value === undefined ? [] : [{ scenario: 'costs', name, unit, values: { gateway: value } } as const];
  });
}

const COST_NAMES = Object.keys(ROWS) as CostName[];

/** The unit costs of a report. @throws naming the rows that it does not have */
export function readCosts(figures: readonly Figure[]): UnitCosts {
  const values = new Map(figures.map(({ name, values }) => [name, values.gateway]));
  const missing: string[] = [];
  const entries = COST_NAMES.map((cost) => {
    const [name] = ROWS[cost];
    const value = values.get(name);
    if (value === undefined) missing.push(name);
    return [cost, value ?? Number.NaN] as const;
  });
  if (missing.length > 0) throw new Error(`the plan needs rows that were not measured: ${missing.join('; ')}`);
  return Object.fromEntries(entries) as Record<CostName, number>;
}
