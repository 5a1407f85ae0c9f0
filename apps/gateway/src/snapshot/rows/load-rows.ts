import { inSlices } from '@multilane/config';
import type { SnapshotChanges, SnapshotRows, SnapshotState } from '@multilane/persistence';
import { applyChanges, keepEqualRows } from './merge-rows.js';

/** Reads what a gateway holds in memory. The database implements it. */
export interface RowSource {
  loadAll(): Promise<SnapshotRows>;
  /** Loads the changes of the rows since a state; undefined if they cannot be told. */
  loadChanges(since: SnapshotState): Promise<SnapshotChanges | undefined>;
}

/**
 * The rows of this moment: those of before with what has changed, or else all of them. Those that are as they were stay the same
 * objects.
 */
export async function loadRows(source: RowSource, before: SnapshotRows): Promise<SnapshotRows> {
  const changes = await source.loadChanges(before);
  return changes === undefined ? loadAllRows(source, before) : applyChanges(before, changes);
}

/** All rows of this moment. Those that are as they were stay the same objects. */
export async function loadAllRows(source: RowSource, before: SnapshotRows): Promise<SnapshotRows> {
  const { rows } = await inSlices(keepEqualRows(before, await source.loadAll()));
  return rows;
}

/**
 * Compares rows with all that the database holds. Resolves to the ids of rows that differ although nothing said that they had changed,
 * by their table: none, unless somebody wrote past the triggers. Undefined where it cannot be told what has changed meanwhile.
 */
export async function findUntoldChanges(
  source: RowSource,
  before: SnapshotRows,
): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
  const { differing } = await inSlices(keepEqualRows(before, await source.loadAll()));
  // Read last, so that it names all that may have changed between the two.
  const changes = await source.loadChanges(before);
  if (changes === undefined) return undefined;
  const untold = new Map<string, readonly string[]>();
  for (const [name, ids] of differing) {
    const told = new Set(changes.tables[name]?.ids);
    const left = ids.filter((id) => !told.has(id));
    if (left.length > 0) untold.set(name, left);
  }
  return untold;
}
