import type { EntityManager } from 'typeorm';
import { inBatches } from '../statements/in-batches.js';
import { command, runSql, statement } from '../statements/statement.js';
import { listPartitions, monthAfter, monthOfPartition, startOf } from './partitions.js';

export interface Removal {
  readonly partitions: readonly string[];
  readonly rows: number;
}

type Transaction = <Result>(work: (manager: EntityManager) => Promise<Result>) => Promise<Result>;

/** Any number that nobody else locks. */
const LOCK = 7_246_113_552;

/** Rows in one statement: some dozen milliseconds of work. */
const BATCH = 5_000;

/**
 * Removes the audit records from before a moment: whole months by dropping their partitions, the rest in statements of
 * 5,000 rows, each a transaction of its own. One of several processes does it, and the others find nothing to do.
 */
export async function removeOldRecords(
  transaction: Transaction,
  before: Date,
  isStopped: () => boolean = () => false,
): Promise<Removal> {
  const partitions: string[] = [];
  for (const name of await transaction(listPartitions)) {
    const month = monthOfPartition(name);
    if (!month || isStopped() || startOf(monthAfter(month)) > before) continue;
    if (await transaction((manager) => drop(manager, name))) partitions.push(name);
  }
  const rows = await inBatches(BATCH, isStopped, () => transaction((manager) => removeBatch(manager, before)));
  return { partitions, rows };
}

const TAKE_TURN = statement({ locked: 'boolean' }, `SELECT pg_try_advisory_xact_lock(${LOCK}) AS locked`);

async function isOurTurn(manager: EntityManager): Promise<boolean> {
  const [row] = await TAKE_TURN.rows(manager);
  return row?.locked === true;
}

const SET_LIMIT = command("SET LOCAL lock_timeout = '2s'");

/** Drops a partition. Readers and writers hold this up: it gives way after a moment, and tries again next time. */
async function drop(manager: EntityManager, name: string): Promise<boolean> {
  if (!(await isOurTurn(manager)) || !(await listPartitions(manager)).includes(name)) return false;
  await SET_LIMIT.run(manager);
  await runSql(manager, `DROP TABLE ${name}`);
  return true;
}

const REMOVE_BATCH = command(`DELETE FROM audit_records WHERE (time, id) IN
     (SELECT time, id FROM audit_records WHERE time < $1 ORDER BY time LIMIT ${BATCH})
     AND time < $1`);

async function removeBatch(manager: EntityManager, before: Date): Promise<number> {
  if (!(await isOurTurn(manager))) return 0;
  return REMOVE_BATCH.count(manager, [before.toISOString()]);
}
