import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findDayReached, type ProjectionRequest, projectSpend } from './project-spend.js';

const A_DAY_MS = 86_400_000;
const dayAt = (offset: number): string => new Date(Date.UTC(2026, 8, 1) + offset * A_DAY_MS).toISOString().slice(0, 10);

const usd = fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100);

/** November, looked at from any day between late October and early December, after up to ten weeks of days. */
const request = fc
  .record({
    today: fc.integer({ min: 55, max: 94 }),
    partOfToday: fc.double({ min: 0, max: 1, noNaN: true }),
    days: fc.dictionary(fc.integer({ min: 0, max: 94 }).map(dayAt), usd, { maxKeys: 60 }),
  })
  .map(
    ({ days, partOfToday, today }): ProjectionRequest => ({
      firstDay: '2026-11-01',
      lastDay: '2026-11-30',
      today: dayAt(today),
      partOfToday,
      spent: new Map(Object.entries(days).filter(([day]) => day <= dayAt(today))),
    }),
  );

const everyDay = (from: number, to: number, costOf: (day: string) => number): Map<string, number> =>
  new Map(Array.from({ length: to - from + 1 }, (_, index) => [dayAt(from + index), costOf(dayAt(from + index))]));

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay());

describe('the projection of spend to the end of a period', () => {
  it('never lies below what is spent, and its range holds what is expected', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const { expectedUsd, highUsd, lowUsd, spentUsd } = projectSpend(asked);
        expect(spentUsd).toBeLessThanOrEqual(lowUsd);
        expect(lowUsd).toBeLessThanOrEqual(expectedUsd + 1e-9);
        expect(expectedUsd).toBeLessThanOrEqual(highUsd + 1e-9);
      }),
    );
  });

  it('grows from day to day to the expected sum', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const { expectedUsd, rest, spentUsd } = projectSpend(asked);
        const totals = [spentUsd, ...rest.map(({ totalUsd }) => totalUsd)];
        expect(totals).toEqual(totals.toSorted((one, other) => one - other));
        expect(totals.at(-1)).toBe(expectedUsd);
      }),
    );
  });

  it('is as many times larger as the spend is', () => {
    fc.assert(
      fc.property(request, fc.integer({ min: 2, max: 9 }), (asked, times) => {
        const larger = new Map([...asked.spent].map(([day, cost]) => [day, cost * times]));
        const [one, other] = [projectSpend(asked), projectSpend({ ...asked, spent: larger })];
        expect(other.method).toBe(one.method);
        expect(other.expectedUsd).toBeCloseTo(one.expectedUsd * times, 4);
        expect(other.highUsd).toBeCloseTo(one.highUsd * times, 4);
      }),
    );
  });

  it('is what was spent where every day costs the same, at any hour', () => {
    fc.assert(
      fc.property(
        usd,
        fc.integer({ min: 0, max: 29 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (cost, at, part) => {
          fc.pre(cost > 0);
          const today = 61 + at;
          const spent = everyDay(10, today - 1, () => cost).set(dayAt(today), cost * part);
          const asked = {
            firstDay: '2026-11-01',
            lastDay: '2026-11-30',
            today: dayAt(today),
            partOfToday: part,
            spent,
          };
          const { expectedUsd, highUsd, lowUsd, method } = projectSpend(asked);
          expect(method).toBe('weekdays');
          for (const sum of [expectedUsd, highUsd, lowUsd]) expect(sum).toBeCloseTo(30 * cost, 4);
        },
      ),
    );
  });

  it('is what was spent once the period is over, whatever was spent after it', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const { expectedUsd, method, rest, spentUsd } = projectSpend({ ...asked, today: '2026-12-01' });
        expect([method, expectedUsd, rest]).toEqual(['complete', spentUsd, []]);
      }),
    );
  });

  it('expects quiet weekends where weekends are quiet, and is not moved by one outlier', () => {
    const spent = everyDay(14, 74, (day) => (isWeekend(day) ? 1 : 10)).set('2026-11-04', 5_000);
    const asked = { firstDay: '2026-11-01', lastDay: '2026-11-30', today: '2026-11-15', partOfToday: 0, spent };
    const { expectedUsd, spentUsd } = projectSpend(asked);
    // From the 15th on, five days of weekends and eleven others are left.
    expect(expectedUsd - spentUsd).toBeCloseTo(5 * 1 + 11 * 10, 6);
  });

  it('uses the median of recent days where there are less than three weeks, and the pace before three days', () => {
    const asked = { firstDay: '2026-11-01', lastDay: '2026-11-30', today: '2026-11-06', partOfToday: 0.5 };
    const five = projectSpend({ ...asked, spent: everyDay(61, 65, () => 4) });
    expect(five).toMatchObject({ method: 'recent_days', days: 5, spentUsd: 20 });
    expect(five.expectedUsd).toBeCloseTo(20 + 24.5 * 4, 6);
    const first = projectSpend({ ...asked, spent: new Map([['2026-11-06', 6]]) });
    expect(first).toMatchObject({ method: 'pace', days: 0, lowUsd: 6 });
    expect(first.expectedUsd).toBeCloseTo(6 + 24.5 * 12, 6);
  });

  it('expects nothing where nothing was ever spent', () => {
    const asked = { firstDay: '2026-11-01', lastDay: '2026-11-30', today: '2026-11-06', partOfToday: 0.5 };
    expect(projectSpend({ ...asked, spent: new Map() })).toMatchObject({ method: 'nothing', expectedUsd: 0 });
  });

  it('finds the day on which an amount is reached, and none for one that is not or was before', () => {
    const asked = { firstDay: '2026-11-01', lastDay: '2026-11-30', today: '2026-11-15', partOfToday: 0 };
    const projection = projectSpend({ ...asked, spent: everyDay(10, 74, () => 10) });
    expect(projection.spentUsd).toBe(140);
    expect(findDayReached(projection, 150)).toBe('2026-11-15');
    expect(findDayReached(projection, 151)).toBe('2026-11-16');
    expect(findDayReached(projection, 300)).toBe('2026-11-30');
    expect(findDayReached(projection, 301)).toBeUndefined();
    expect(findDayReached(projection, 100)).toBeUndefined();
  });
});
