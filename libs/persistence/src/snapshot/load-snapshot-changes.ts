import { type EntityManager, In } from 'typeorm';
import type { Connection } from '../connection/connection.js';
import type { SecretBox } from '../secrets/secret-box.js';
import { statement } from '../statements/statement.js';
import type { SnapshotChanges, SnapshotState, SnapshotTables, TableChanges } from './snapshot-rows.js';
import { SNAPSHOT_TABLES, type SnapshotTable } from './snapshot-tables.js';

/** More versions or rows than this are not told apart: everything is loaded, which is cheaper. */
const MOST_VERSIONS = 1_000;
const MOST_ROWS = 2_000;

/** Rows that are made of one answer at a time: a process that serves meanwhile pauses for milliseconds only. */
const PAGE = 250;

interface VersionRow {
  readonly current: string;
  readonly version: string | null;
  readonly made_at: string | null;
  readonly transaction: string | null;
}

interface ChangedRow {
  readonly table_name: string;
  readonly row_id: string;
}

const FIND_CHANGED = statement<ChangedRow>(
  { table_name: 'text', row_id: 'uuid' },
  `SELECT DISTINCT table_name, row_id FROM snapshot_changes
   WHERE transaction = ANY($1::bigint[]) OR NOT has_version
   ORDER BY row_id LIMIT ${MOST_ROWS + 1}`,
);

/**
 * Reads what became of the rows since an earlier state, in one transaction that sees one state: those that versions changed, and those
 * that transactions without a version changed within the last hour. Undefined where that cannot be told, so
 * that everything must be loaded: a version in between is not known any more, the database was restored from a backup, too much has
 * changed, or the schema is that of an earlier release.
 */
export async function loadSnapshotChanges(
  connection: Connection,
  box: SecretBox | undefined,
  since: SnapshotState,
): Promise<SnapshotChanges | undefined> {
  const read = async (manager: EntityManager): Promise<SnapshotChanges | undefined> => {
    const versions = await readVersions(manager, since);
    if (versions === undefined) return undefined;
    const { state, transactions } = versions;
    const changed = await FIND_CHANGED.rows(manager, [transactions]);
    if (changed.length > MOST_ROWS) return undefined;
    return { ...state, tables: await readTables(manager, box, changed) };
  };
  // The tables of a schema that does not say when its versions were made may be missing.
  if (since.madeAt === undefined) return undefined;
  return connection.run((manager) => manager.transaction('REPEATABLE READ', read));
}

const HAS_VERSIONS = statement({ exists: 'boolean' }, `SELECT to_regclass('snapshot_versions') IS NOT NULL AS exists`);
const READ_MADE_AT = statement(
  { made_at: 'text' },
  'SELECT created_at::text AS made_at FROM snapshot_versions WHERE version = $1',
);

/** Time when a version was made; undefined if the database does not know. */
export async function readMadeAt(manager: EntityManager, version: number): Promise<string | undefined> {
  const [{ exists } = { exists: false }] = await HAS_VERSIONS.rows(manager);
  if (!exists) return undefined;
  const [row] = await READ_MADE_AT.rows(manager, [version]);
  return row?.made_at;
}

const READ_VERSIONS = statement<VersionRow>(
  { current: 'bigint', version: 'bigint?', made_at: 'text?', transaction: 'bigint?' },
  `SELECT policy_version.version AS current, made.version, made.created_at::text AS made_at, made.transaction
    FROM policy_version LEFT JOIN snapshot_versions AS made ON made.version BETWEEN $1 AND policy_version.version
   ORDER BY made.version
   LIMIT ${MOST_VERSIONS + 1}`,
);

/** The versions since a state, without a gap; undefined where one is missing, or the state is not one that this database was in. */
async function readVersions(
  manager: EntityManager,
  since: SnapshotState,
): Promise<{ readonly state: SnapshotState; readonly transactions: readonly string[] } | undefined> {
  const rows = await READ_VERSIONS.rows(manager, [since.version]);
  const [first, ...later] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const version = Number(first.current);
  const isKnown = Number(first.version ?? -1) === since.version && first.made_at === since.madeAt;
  if (!isKnown || Number(last.version) !== version || later.length !== version - since.version) return undefined;
  const transactions = later.flatMap(({ transaction }) => transaction ?? []);
  return { state: { version, madeAt: last.made_at ?? undefined }, transactions };
}

async function readTables(
  manager: EntityManager,
  box: SecretBox | undefined,
  changed: readonly ChangedRow[],
): Promise<SnapshotChanges['tables']> {
  const tables: Partial<Record<keyof SnapshotTables, TableChanges<unknown>>> = {};
  for (const name of Object.keys(SNAPSHOT_TABLES) as (keyof SnapshotTables)[]) {
    const table: SnapshotTable<{ id: string }, unknown> = SNAPSHOT_TABLES[name];
    const ids = changed.filter((row) => row.table_name === table.table).map((row) => row.row_id);
    if (ids.length > 0) tables[name] = { ids, rows: await readRows(manager, box, table, ids) };
  }
  return tables as SnapshotChanges['tables'];
}

async function readRows(
  manager: EntityManager,
  box: SecretBox | undefined,
  { entity, toResult }: SnapshotTable<{ id: string }, unknown>,
  ids: readonly string[],
): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let start = 0; start < ids.length; start += PAGE) {
    const where = { id: In(ids.slice(start, start + PAGE)) };
    const rows = await manager.find(entity, { where, order: { id: 'ASC' } });
    for (const row of rows) results.push(toResult(row, box));
  }
  return results;
}
