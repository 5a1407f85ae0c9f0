import { describe, expect, it } from '@jest/globals';
import { UsageSeriesQuery } from './dto/usage-series.query.js';
import { readSeriesQuery } from './usage-series.service.js';

const NOW = new Date('2027-01-31T19:00:00Z');

const read = (query: Partial<UsageSeriesQuery>, zone = 'UTC') =>
  readSeriesQuery(Object.assign(new UsageSeriesQuery(), query), zone, NOW);

describe('a query for series of usage (docs/contract/audit.md#series)', () => {
  it('means the last thirty days of the zone, today included', () => {
    expect(read({})).toMatchObject({ fromDay: '2027-01-02', toDay: '2027-01-31', step: '1d', dimension: 'all' });
    expect(read({}, 'Asia/Kolkata')).toMatchObject({ fromDay: '2027-01-03', toDay: '2027-02-01' });
    expect(read({}, 'America/Los_Angeles')).toMatchObject({ toDay: '2027-01-31' });
  });

  it('counts its default backwards from the last day that is asked for', () => {
    expect(read({ to: '2026-03-15' })).toMatchObject({ fromDay: '2026-02-14', toDay: '2026-03-15' });
  });

  it.each([
    [{ from: '2027-02-01', to: '2027-01-31' }, 'from'],
    [{ from: '2027-02-30' }, 'from'],
    [{ to: '2027-13-01' }, 'to'],
    [{ from: '2025-12-26', to: '2027-01-31' }, 'from'],
    [{ from: '2026-11-30', to: '2027-01-31', step: '1h' }, 'from'],
    [{ from: '2027-01-23', to: '2027-01-31', step: '15m' }, 'from'],
    [{ value: 'gpt-4o' }, 'value'],
  ] as const)('rejects %j, naming `%s`', (query, param) => {
    expect(() => read(query)).toThrow(expect.objectContaining({ param }));
  });

  it.each([
    { from: '2025-12-28', to: '2027-01-31' },
    { from: '2026-12-01', to: '2027-01-31', step: '1h' },
    { from: '2027-01-24', to: '2027-01-31', step: '15m' },
  ] as const)('takes the longest range of a step: %j', (query) => {
    expect(read(query)).toMatchObject({ fromDay: query.from, toDay: query.to });
  });
});
