import { describe, expect, it } from '@jest/globals';
import type { UsageRow } from './usage-rows.js';
import { filterOf, readAsked, secondGroups, toTimes, writeGroups } from './usage-search.js';
import { canBeZoned } from './zoned-usage.js';

const row = (change: Partial<UsageRow>) => change as UsageRow;

describe('usage that the address asks for', () => {
  it('is by model, if the address says nothing', () => {
    expect(readAsked({})).toEqual({ groups: ['model'], tag: undefined, filters: {} });
  });

  it('has two groups of callers and models, and no group twice', () => {
    expect(writeGroups(readAsked({ group: 'team', second: 'model' }))).toBe('team,model');
    expect(writeGroups(readAsked({ group: 'team', second: 'team' }))).toBe('team');
    expect(writeGroups(readAsked({ group: 'customer', second: 'model' }))).toBe('customer');
    expect(secondGroups('session')).toEqual([]);
  });

  it('is by the values of a tag that has a name', () => {
    expect(writeGroups(readAsked({ group: 'tag', tag: 'feature' }))).toBe('tag:feature');
    expect(readAsked({ group: 'tag', tag: 'feature', value: 'search' }).filters).toEqual({ tag: 'feature=search' });
    expect(writeGroups(readAsked({ group: 'tag' }))).toBe('model');
  });

  it('leaves out filters that its sums do not distinguish', () => {
    const search = { team: 't', model: 'm', value: 'acme', key: 'k' };
    expect(readAsked({ ...search, group: 'customer' }).filters).toEqual({ team: 't', customer: 'acme' });
    expect(readAsked({ ...search, group: 'provider' }).filters).toEqual({ team: 't', model: 'm', key: 'k' });
  });
});

describe('the filter of a group', () => {
  it.each([
    ['team', { team_id: 't', team: 'Research' }, { team: 't' }],
    ['team', { team_id: null, team: 'declared' }, { team: 'declared' }],
    ['tag', { tag_value: 'search' }, { tag: 'feature=search' }],
    ['customer', { customer: 'acme' }, { customer: 'acme' }],
    ['user', { user_id: 'u' }, { user_id: 'u' }],
    ['user', { user_id: null, service_account_id: 's' }, undefined],
    ['model', { model: null }, undefined],
  ] as const)('by %s of %j is %j', (group, change, filter) => {
    expect(filterOf(row(change), group, 'feature')).toEqual(filter);
  });
});

it('days are whole in the list of requests', () => {
  expect(toTimes({ from: '2026-11-30', to: '2026-12-31' })).toEqual({
    from: '2026-11-30T00:00:00.000Z',
    to: '2027-01-01T00:00:00.000Z',
  });
});

it('days of a zone begin and end by its clocks in the list of requests', () => {
  expect(toTimes({ from: '2026-10-25', to: '2026-10-25', zone: 'Europe/Berlin' })).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  });
});

it('days of a zone are for one group of models or callers, without other filters', () => {
  const may = (search: Parameters<typeof readAsked>[0]) => canBeZoned(readAsked(search));
  expect([may({}), may({ group: 'team' }), may({ group: 'key', key: 'k' })]).toEqual([true, true, true]);
  expect([may({ group: 'user' }), may({ group: 'customer' }), may({ group: 'workspace' })]).toEqual([
    false,
    false,
    false,
  ]);
  expect([may({ group: 'team', second: 'model' }), may({ group: 'team', model: 'm' })]).toEqual([false, false]);
});
