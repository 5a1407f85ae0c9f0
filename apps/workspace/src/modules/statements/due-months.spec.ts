import { describe, expect, it } from '@jest/globals';
import { findDueMonths } from './due-months.js';

const due = (firstMonth: string, now: string, closed: readonly string[] = [], days = 5) =>
  findDueMonths(
    { days, firstMonth },
    closed.map((month) => ({ month })),
    new Date(now),
  );

describe('months that close by themselves', () => {
  it.each([
    ['2026-12-05T23:59:59Z', []],
    ['2026-12-06T00:00:00Z', ['2026-11']],
    ['2027-01-05T23:59:59Z', ['2026-11']],
    ['2027-01-06T00:00:00Z', ['2026-11', '2026-12']],
  ])('are due the days after their end, at %s', (now, months) => {
    expect(due('2026-11', now)).toEqual(months);
  });

  it('are those from the first month on that are open', () => {
    expect(due('2026-11', '2027-03-10T00:00:00Z', ['2026-12', '2026-09'])).toEqual(['2026-11', '2027-01', '2027-02']);
    expect(due('2027-04', '2027-03-10T00:00:00Z')).toEqual([]);
  });

  it('are twelve in one look at most, the earliest first', () => {
    const months = due('2020-01', '2027-03-10T00:00:00Z');
    expect([months.length, months[0], months[11]]).toEqual([12, '2020-01', '2020-12']);
  });
});
