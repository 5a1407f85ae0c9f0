import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, daysOf, type Period, periodsOf } from './usage-periods.js';

const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2024-01-01', days));
const asked = fc.record({ fromDay: day, toDay: day, first: day, length: fc.nat(900) }).map(({ length, ...days }) => ({
  ...days,
  last: addDays(days.first, length),
}));

/** Counts how often periods add a day, by itself or as part of its month; one that is subtracted counts against it. */
const countOf = (periods: readonly Period[], wanted: string): number => {
  const month = `${wanted.slice(0, 7)}-01`;
  const year = `${wanted.slice(0, 4)}-01-01`;
  const reads = ({ isMonth, spans, from, to }: Period): boolean => {
    const at = isMonth ? month : wanted;
    return spans.includes(isMonth ? year : month) && from <= at && at <= to;
  };
  return periods.filter(reads).reduce((count, { isSubtracted }) => count + (isSubtracted ? -1 : 1), 0);
};

const daysFrom = (first: string, last: string): string[] => {
  const days: string[] = [];
  for (let each = first; each <= last; each = addDays(each, 1)) days.push(each);
  return days;
};

describe('periods of usage', () => {
  it.each([
    ['as the fewest rows', periodsOf],
    ['day by day', daysOf],
  ])('read each day that was asked for once %s, and no other that has requests', (_how, read) => {
    fc.assert(
      fc.property(asked, (days) => {
        const periods = read(days);
        for (const each of daysFrom(days.first, days.last)) {
          const isAsked = days.fromDay <= each && each <= days.toDay;
          expect([each, countOf(periods, each)]).toEqual([each, isAsked ? 1 : 0]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('read whole months as one row each, by years, and the days around them one by one', () => {
    expect(periodsOf({ fromDay: '2025-10-30', toDay: '2026-02-02', first: '2020-01-01', last: '2026-12-31' })).toEqual([
      { isMonth: false, spans: ['2025-10-01'], from: '2025-10-30', to: '2025-10-31' },
      { isMonth: true, spans: ['2025-01-01'], from: '2025-11-01', to: '2025-12-01' },
      { isMonth: true, spans: ['2026-01-01'], from: '2026-01-01', to: '2026-01-01' },
      { isMonth: false, spans: ['2026-02-01'], from: '2026-02-01', to: '2026-02-02' },
    ]);
  });

  it('read a month as one that is asked for up to the last day with requests', () => {
    expect(periodsOf({ fromDay: '2026-11-01', toDay: '2026-11-29', first: '2026-01-05', last: '2026-11-29' })).toEqual([
      { isMonth: true, spans: ['2026-01-01'], from: '2026-11-01', to: '2026-11-01' },
    ]);
  });

  it('are a month without its other days, if those are fewer than the days that are asked for', () => {
    const data = { first: '2020-01-01', last: '2026-11-29' };
    expect(periodsOf({ fromDay: '2026-11-02', toDay: '2026-11-29', ...data })).toEqual([
      { isMonth: true, spans: ['2026-01-01'], from: '2026-11-01', to: '2026-11-01' },
      { isMonth: false, spans: ['2026-11-01'], from: '2026-11-01', to: '2026-11-01', isSubtracted: true },
    ]);
    expect(periodsOf({ fromDay: '2026-09-04', toDay: '2026-10-28', ...data })).toEqual([
      { isMonth: true, spans: ['2026-01-01'], from: '2026-09-01', to: '2026-10-01' },
      { isMonth: false, spans: ['2026-09-01'], from: '2026-09-01', to: '2026-09-03', isSubtracted: true },
      { isMonth: false, spans: ['2026-10-01'], from: '2026-10-29', to: '2026-10-31', isSubtracted: true },
    ]);
    expect(periodsOf({ fromDay: '2026-10-19', toDay: '2026-10-31', ...data })).toEqual([
      { isMonth: false, spans: ['2026-10-01'], from: '2026-10-19', to: '2026-10-31' },
    ]);
  });

  it('never have more rows of days than half a month at each end', () => {
    fc.assert(
      fc.property(asked, (days) => {
        const read = periodsOf(days).filter(({ isMonth }) => !isMonth);
        const count = read.reduce((sum, { from, to }) => sum + daysFrom(from, to).length, 0);
        expect(count).toBeLessThanOrEqual(2 * 17);
      }),
      { numRuns: 60 },
    );
  });

  it('are none without requests', () => {
    expect(periodsOf({ fromDay: '2026-11-01', toDay: '2026-11-29', first: null, last: null })).toEqual([]);
    expect(periodsOf({ fromDay: '2027-01-01', toDay: '2027-01-29', first: '2026-01-05', last: '2026-11-29' })).toEqual(
      [],
    );
  });
});
