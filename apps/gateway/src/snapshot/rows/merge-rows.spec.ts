import { describe, expect, it } from '@jest/globals';
import { atOnce } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import { applyChanges, keepEqualRows } from './merge-rows.js';

const team = (id: string, rpmLimit = 0) => ({ id, rpmLimit });

const rowsOf = (...teams: readonly object[]): SnapshotRows =>
  ({
    version: 1,
    madeAt: 'then',
    organizations: [{ id: 'o' }],
    workspaces: [],
    teams,
    providers: [],
    models: [],
    mcpServers: [],
    rateLimitPolicies: [],
    policies: [],
  }) as unknown as SnapshotRows;

const changed = (ids: readonly string[], rows: readonly object[]) =>
  ({ version: 2, madeAt: 'now', tables: { teams: { ids, rows } } }) as never;

describe('applyChanges', () => {
  it('makes, changes and deletes rows, in the order of their ids, and leaves the others the objects that they are', () => {
    const before = rowsOf(team('b'), team('d'), team('e'));
    const after = applyChanges(before, changed(['a', 'd', 'e', 'x'], [team('a'), team('d', 5)]));
    expect(after.teams).toEqual([team('a'), team('b'), team('d', 5)]);
    expect(after.teams[1]).toBe(before.teams[0]);
    expect(after.organizations).toBe(before.organizations);
    expect([after.version, after.madeAt]).toEqual([2, 'now']);
  });

  it('leaves the list as it is where the rows that it names are as they were, or are not there', () => {
    const before = rowsOf(team('b'), team('d'));
    expect(applyChanges(before, changed(['b', 'x'], [team('b')])).teams).toBe(before.teams);
  });
});

describe('keepEqualRows', () => {
  it('has the rows that were loaded, with those that are equal as the objects of before, and names all others', () => {
    const before = rowsOf(team('a'), team('b'), team('c'));
    const { rows, differing } = atOnce(keepEqualRows(before, rowsOf(team('a'), team('b', 7), team('d'))));
    expect(rows.teams).toEqual([team('a'), team('b', 7), team('d')]);
    expect(rows.teams[0]).toBe(before.teams[0]);
    expect([...differing]).toEqual([['teams', ['b', 'd', 'c']]]);
  });

  it('has the same lists where nothing differs', () => {
    const before = rowsOf(team('a'));
    const { rows, differing } = atOnce(keepEqualRows(before, rowsOf(team('a'))));
    expect(rows.teams).toBe(before.teams);
    expect(differing.size).toBe(0);
  });
});
