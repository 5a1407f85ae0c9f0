import { isDeepStrictEqual } from 'node:util';
import type { Steps } from '@multilane/config';
import type { SnapshotChanges, SnapshotRows, SnapshotTables, TableChanges } from '@multilane/persistence';

type Name = keyof SnapshotTables;

interface Row {
  readonly id: string;
}

/** The tables of a snapshot. */
const NAMES = Object.keys({
  organizations: true,
  workspaces: true,
  teams: true,
  providers: true,
  models: true,
  mcpServers: true,
  rateLimitPolicies: true,
  policies: true,
} satisfies Record<Name, true>) as Name[];

/** The rows of a later version: a table that did not change is the same list, and a row that did not change the same object. */
export function applyChanges(rows: SnapshotRows, { version, madeAt, tables }: SnapshotChanges): SnapshotRows {
  const changed = NAMES.flatMap((name) => {
    const changes: TableChanges<Row> | undefined = tables[name];
    return changes === undefined ? [] : [[name, changeTable(rows[name], changes)]];
  });
  return { ...rows, version, madeAt, ...(Object.fromEntries(changed) as Partial<SnapshotTables>) };
}

function changeTable(before: readonly Row[], { ids, rows }: TableChanges<Row>): readonly Row[] {
  const changed = new Map(rows.map((row) => [row.id, row]));
  const after: Row[] = [];
  let differs = false;
  let at = 0;
  for (const id of [...new Set(ids)].sort()) {
    const place = findPlace(before, id, at);
    for (const row of before.slice(at, place)) after.push(row);
    const known = before[place]?.id === id ? before[place] : undefined;
    const row = isDeepStrictEqual(known, changed.get(id)) ? known : changed.get(id);
    if (row !== undefined) after.push(row);
    if (row !== known) differs = true;
    at = known === undefined ? place : place + 1;
  }
  if (!differs) return before;
  for (const row of before.slice(at)) after.push(row);
  return after;
}

/** The place of an id among rows, from a place on. PostgreSQL orders ids as their texts are ordered. */
function findPlace(rows: readonly Row[], id: string, from: number): number {
  // Most rows are where they are looked for.
  if ((rows[from]?.id ?? id) === id) return from;
  let [low, high] = [from, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.id ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return low;
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
  const rows: Row[] = [];
  const differing: string[] = [];
  let at = 0;
  // Both are in the order of their ids.
  for (const row of loaded) {
    const place = findPlace(before, row.id, at);
    for (const gone of before.slice(at, place)) differing.push(gone.id);
    const earlier = before[place]?.id === row.id ? before[place] : undefined;
    const isEqual = earlier !== undefined && isDeepStrictEqual(earlier, row);
    rows.push(isEqual ? earlier : row);
    if (!isEqual) differing.push(row.id);
    at = earlier === undefined ? place : place + 1;
    yield;
  }
  for (const gone of before.slice(at)) differing.push(gone.id);
  return { rows: differing.length === 0 ? before : rows, differing };
}
