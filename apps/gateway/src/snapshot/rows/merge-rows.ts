import { isDeepStrictEqual } from 'node:util';
import type { Steps } from '@multilane/config';
import type { SnapshotChanges, SnapshotRows, SnapshotTables, TableChanges } from '@multilane/persistence';

type Name = keyof SnapshotTables;

interface Row {
  readonly id: string;
}

/** The tables of a snapshot. */
const NAMES: readonly Name[] = [
  'organizations',
  'workspaces',
  'teams',
  'providers',
  'models',
  'mcpServers',
  'rateLimitPolicies',
  'policies',
];

/** The rows of a later version: a table that did not change is the same list, and a row that did not change the same object. */
export function applyChanges(rows: SnapshotRows, { version, madeAt, tables }: SnapshotChanges): SnapshotRows {
  const changed = NAMES.flatMap((name) => {
    const changes: TableChanges<Row> | undefined = tables[name];
    return changes === undefined ? [] : [[name, changeTable(rows[name], changes)]];
  });
  return { ...rows, version, madeAt, ...(Object.fromEntries(changed) as Partial<SnapshotTables>) };
}

function changeTable(before: readonly Row[], { ids, rows }: TableChanges<Row>): readonly Row[] {
  const named = new Set(ids);
  const earlier = new Map(before.filter(({ id }) => named.has(id)).map((row) => [row.id, row]));
  const after = rows.map((row) => {
    const known = earlier.get(row.id);
    return isDeepStrictEqual(known, row) ? (known ?? row) : row;
  });
  if (after.length === earlier.size && after.every((row) => row === earlier.get(row.id))) return before;
  const kept = before.filter(({ id }) => !named.has(id));
  // PostgreSQL orders ids as their texts are ordered.
  return [...kept, ...after].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Rows that were loaded whole, and how they differ from the ones before. */
export interface ComparedRows {
  readonly rows: SnapshotRows;
  /** Ids of rows that are new, gone or others, by their table. */
  readonly differing: ReadonlyMap<Name, readonly string[]>;
}

/** Compares rows that were loaded whole with the ones before: each that is equal is the object that it was before. */
export function* keepEqualRows(before: SnapshotRows, loaded: SnapshotRows): Steps<ComparedRows> {
  const kept: Partial<Record<Name, readonly Row[]>> = {};
  const differing = new Map<Name, readonly string[]>();
  for (const name of NAMES) {
    const compared = yield* compareTable(before[name], loaded[name]);
    kept[name] = compared.rows;
    if (compared.differing.length > 0) differing.set(name, compared.differing);
  }
  return { rows: { ...loaded, ...(kept as Partial<SnapshotTables>) }, differing };
}

function* compareTable(
  before: readonly Row[],
  loaded: readonly Row[],
): Steps<{ readonly rows: readonly Row[]; readonly differing: readonly string[] }> {
  const known = new Map(before.map((row) => [row.id, row]));
  const rows: Row[] = [];
  const differing: string[] = [];
  for (const row of loaded) {
    const earlier = known.get(row.id);
    known.delete(row.id);
    const isEqual = earlier !== undefined && isDeepStrictEqual(earlier, row);
    rows.push(isEqual ? earlier : row);
    if (!isEqual) differing.push(row.id);
    yield;
  }
  differing.push(...known.keys());
  return { rows: differing.length === 0 ? before : rows, differing };
}
