import { describe, expect, it } from '@jest/globals';
import { changeOf, daysOf, MOST_DAYS, periodBefore, readPeriod } from './periods.js';

const NOW = Date.parse('2026-03-01T00:30:00Z');

describe('a period of usage', () => {
  it.each([
    ['this month, if the URL says nothing', {}, '2026-03-01', '2026-03-01'],
    ['the last seven days with today', { range: '7d' }, '2026-02-23', '2026-03-01'],
    ['the whole month before', { range: 'lastMonth' }, '2026-02-01', '2026-02-28'],
    ['the days of the URL', { range: 'custom', from: '2025-12-30', to: '2026-01-02' }, '2025-12-30', '2026-01-02'],
    [
      'this month for days in the wrong order',
      { range: 'custom', from: '2026-02-02', to: '2026-02-01' },
      '2026-03-01',
      '2026-03-01',
    ],
    [
      'this month for a day that does not exist',
      { range: 'custom', from: '2026-02-30', to: '2026-03-01' },
      '2026-03-01',
      '2026-03-01',
    ],
  ])('is %s', (_, search, from, to) => {
    expect(readPeriod(search, NOW)).toEqual({ from, to });
  });

  it('has a bounded number of days, the latest ones', () => {
    const period = readPeriod({ range: 'custom', from: '1970-01-01', to: '2026-03-01' }, NOW);
    expect(period.to).toBe('2026-03-01');
    expect(daysOf(period)).toHaveLength(MOST_DAYS);
  });

  it.each([
    [
      { from: '2026-03-01', to: '2026-03-31' },
      { from: '2026-01-29', to: '2026-02-28' },
    ],
    [
      { from: '2026-01-01', to: '2026-01-01' },
      { from: '2025-12-31', to: '2025-12-31' },
    ],
  ])('%j is compared with as many days right before it', (period, before) => {
    expect(periodBefore(period)).toEqual(before);
    expect(daysOf(before)).toHaveLength(daysOf(period).length);
  });

  it('has every day once', () => {
    expect(daysOf({ from: '2026-02-27', to: '2026-03-02' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
  });
});

describe('the change of a figure', () => {
  it.each([
    [150, 100, 0.5],
    [0, 100, -1],
    [5, 0, undefined],
    [0, 0, undefined],
  ])('from %d after %d is %d', (now, before, expected) => {
    expect(changeOf(now, before)).toBe(expected);
  });
});
