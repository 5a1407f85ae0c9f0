import { describe, expect, it } from '@jest/globals';
import { atOnce } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import fc from 'fast-check';
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
    expect([...differing]).toEqual([['teams', ['b', 'c', 'd']]]);
  });

  it('has the same lists where nothing differs', () => {
    const before = rowsOf(team('a'));
    const { rows, differing } = atOnce(keepEqualRows(before, rowsOf(team('a'))));
    expect(rows.teams).toBe(before.teams);
    expect(differing.size).toBe(0);
  });
});

describe('rows that changed', () => {
  it('are the same lists, of the same objects, whether they were loaded alone or with all others', () => {
    const table = fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.nat(2));
    const listOf = (limits: Readonly<Record<string, number>>) =>
      Object.entries(limits)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([id, rpmLimit]) => team(id, rpmLimit));
    fc.assert(
      fc.property(table, table, ({ ...was }, { ...is }) => {
        const [before, loaded] = [rowsOf(...listOf(was)), rowsOf(...listOf(is))];
        const ids = [...'abcdefgh'].filter((id) => was[id] !== is[id]);
        const compared = atOnce(keepEqualRows(before, loaded));
        expect(compared.rows.teams).toEqual(loaded.teams);
        expect(compared.differing.get('teams') ?? []).toEqual(ids);
        const named = loaded.teams.filter(({ id }) => ids.includes(id));
        const after = applyChanges(before, changed(ids, named));
        expect(after.teams).toEqual(loaded.teams);
        const kept = (rows: SnapshotRows) => rows.teams.map((row) => before.teams.indexOf(row));
        expect(kept(after)).toEqual(kept(compared.rows));
        expect(after.teams === before.teams).toBe(ids.length === 0);
      }),
    );
  });
});
