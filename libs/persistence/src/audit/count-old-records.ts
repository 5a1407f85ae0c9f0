import type { EntityManager } from 'typeorm';
import { inBatches } from '../statements/in-batches.js';
import { statement } from '../statements/statement.js';
import { ADD_TO_SERIES } from './series-table.js';

type Transaction = <Result>(work: (manager: EntityManager) => Promise<Result>) => Promise<Result>;

/** Any number that nobody else locks. */
const LOCK = 7_246_113_553;

/** Records in one statement: some hundred milliseconds of work. */
const BATCH = 5_000;

/** The newest first, since those are looked at. A row that is being removed is left alone. */
const COUNT = statement(
  { counted: 'integer' },
  `
   WITH found AS (
     SELECT time, id FROM audit_records WHERE in_series IS NULL ORDER BY time DESC, id DESC LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
   ), added AS (
     UPDATE audit_records SET in_series = true FROM found
      WHERE audit_records.time = found.time AND audit_records.id = found.id AND audit_records.in_series IS NULL
     RETURNING audit_records.*
   ), series AS (${ADD_TO_SERIES}
   )
   SELECT count(*)::int AS counted FROM added`,
);

/**
 * Adds records to the series that are not in it: those from before there was one, and those of gateways of the version
 * before. Each statement marks and counts its records together, so that none is counted twice, whatever stops it. One
 * of several processes does it. Resolves to the number of records.
 */
export function countOldRecords(transaction: Transaction, isStopped: () => boolean = () => false): Promise<number> {
  return inBatches(BATCH, isStopped, () => transaction(countBatch));
}

const TAKE_TURN = statement({ locked: 'boolean' }, `SELECT pg_try_advisory_xact_lock(${LOCK}) AS locked`);

async function countBatch(manager: EntityManager): Promise<number> {
  const [turn] = await TAKE_TURN.rows(manager);
  if (turn?.locked !== true) return 0;
  const [row] = await COUNT.rows(manager);
  return row?.counted ?? 0;
}
