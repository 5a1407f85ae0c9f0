import type { EntityManager } from 'typeorm';
import { codeOfFailure } from '../connection/translate-error.js';
import { command, runSql, statement } from '../statements/statement.js';

/**
 * Settings of each partition for vacuum. Retention removes rows from the oldest one, day by day until it can be
 * dropped. By default PostgreSQL cleans a table when a fifth of it is dead, and until then every look for old rows
 * passes by those that were removed.
 */
export const VACUUM_SETTINGS = 'autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000';

/** A month of audit records, as UTC counts it. */
export interface Month {
  readonly year: number;
  /** From 1. */
  readonly month: number;
}

/** Any number that nobody else locks. */
const LOCK = 7_246_113_551;

const NAME = /^audit_records_(\d{4})_(\d{2})$/;

export function monthOf(time: Date): Month {
  return { year: time.getUTCFullYear(), month: time.getUTCMonth() + 1 };
}

/** The month that is `count` months after another. */
export function monthAfter({ year, month }: Month, count = 1): Month {
  const index = year * 12 + month - 1 + count;
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

/** Its first moment. */
export function startOf({ year, month }: Month): Date {
  const start = new Date(0);
  start.setUTCFullYear(year, month - 1, 1);
  return start;
}

/** The name of a month's partition. */
export function partitionOf({ year, month }: Month): string {
  return `audit_records_${String(year).padStart(4, '0')}_${String(month).padStart(2, '0')}`;
}

/** The month of a partition; undefined for a table that is none. */
export function monthOfPartition(name: string): Month | undefined {
  const parts = NAME.exec(name);
  return parts ? { year: Number(parts[1]), month: Number(parts[2]) } : undefined;
}

const TAKE_TURN = command(`SELECT pg_advisory_xact_lock(${LOCK})`);

/**
 * Makes the partitions of months, where they are missing. A table that is made apart and then attached keeps nobody who
 * reads or writes the others waiting. Within a transaction; processes that do it at once take turns.
 */
export async function makePartitions(manager: EntityManager, months: readonly Month[]): Promise<void> {
  await TAKE_TURN.run(manager);
  const present = new Set(await listPartitions(manager));
  for (const month of months) {
    const name = partitionOf(month);
    if (present.has(name)) continue;
    present.add(name);
    await runSql(manager, `CREATE TABLE ${name} (LIKE audit_records INCLUDING DEFAULTS) WITH (${VACUUM_SETTINGS})`);
    const [from, to] = [startOf(month), startOf(monthAfter(month))].map((date) => date.toISOString());
    await runSql(
      manager,
      `ALTER TABLE audit_records ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
  }
}

const LIST_PARTITIONS = statement(
  { name: 'name' },
  `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
   WHERE inhparent = to_regclass('audit_records') ORDER BY child.relname`,
);

/** The partitions that there are, by name. */
export async function listPartitions(manager: EntityManager): Promise<string[]> {
  const rows = await LIST_PARTITIONS.rows(manager);
  return rows.map(({ name }) => name);
}

/** True if an insert failed because the partition of the record is missing. */
export function isPartitionMissing(error: unknown): boolean {
  return codeOfFailure(error) === '23514' && String((error as Error).message).includes('no partition of relation');
}
