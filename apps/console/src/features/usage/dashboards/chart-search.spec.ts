import { describe, expect, it } from '@jest/globals';
import type { UsageSearch } from '../usage-filters.js';
import { readAsked } from '../usage-search.js';
import { askedOf, chartPartsOf, type DashboardChart, moveChart, searchOf, spanOf } from './chart-search.js';

const chart = (change: Partial<DashboardChart>): DashboardChart => ({
  title: 'Chart',
  kind: 'stacked',
  measure: 'cost_usd',
  group_by: 'model',
  span: '30d',
  filters: {},
  ...change,
});

describe('a chart that is made of Usage', () => {
  it.each<UsageSearch>([
    {},
    { group: 'team', second: 'model', provider: 'house', key: 'k1' },
    { group: 'tag', tag: 'feature', value: 'search', team: 'research' },
    { group: 'customer', value: 'acme' },
  ])('asks for what Usage asks for, and leads back to it: %j', (search) => {
    const parts = chartPartsOf(search);
    expect(askedOf(parts)).toEqual(readAsked(search));
    expect(readAsked(searchOf(chart(parts)))).toEqual(readAsked(search));
  });

  it('keeps days that are relative to now, and the last 30 for days of a calendar', () => {
    expect([spanOf({}), spanOf({ range: '7d' }), spanOf({ range: 'lastMonth' })]).toEqual(['month', '7d', 'lastMonth']);
    expect(spanOf({ range: 'custom', from: '2027-01-01', to: '2027-01-02' })).toBe('30d');
  });

  it('leads to Usage with its measure and its days', () => {
    expect(searchOf(chart({ measure: 'requests', span: '7d' }))).toEqual({
      range: '7d',
      metric: 'requests',
      group: 'model',
    });
  });
});

it('charts move by places, and not beyond the ends', () => {
  const charts = ['a', 'b', 'c'].map((title) => chart({ title }));
  const titles = (from: number, by: number) => moveChart(charts, from, by).map(({ title }) => title);
  expect(titles(0, 1)).toEqual(['b', 'a', 'c']);
  expect(titles(2, -1)).toEqual(['a', 'c', 'b']);
  expect([titles(0, -1), titles(2, 1)]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
});
