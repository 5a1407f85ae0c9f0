import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { periodAt, type ResetPeriod } from './budget-period.js';

const at = (text: string): number => Date.parse(text);
const PERIODS: readonly ResetPeriod[] = ['daily', 'weekly', 'monthly', 'never'];

describe('the period of a budget (budget_reset_period)', () => {
  it.each<[ResetPeriod, string, string, string]>([
    ['daily', '2026-11-21T23:59:59.999Z', '2026-11-21', '2026-11-22'],
    ['daily', '2026-11-22T00:00:00Z', '2026-11-22', '2026-11-23'],
    ['weekly', '2026-11-22T23:59:59Z', '2026-11-16', '2026-11-23'],
    ['weekly', '2026-11-23T00:00:00Z', '2026-11-23', '2026-11-30'],
    ['monthly', '2026-12-31T23:59:59Z', '2026-12-01', '2027-01-01'],
    ['monthly', '2028-02-29T12:00:00Z', '2028-02-01', '2028-03-01'],
  ])('%s holds at %s from %s to %s, in UTC', (period, now, start, end) => {
    expect(periodAt(period, at(now))).toEqual({ startsAt: at(start), endsAt: at(end) });
  });

  it('never ends where it never resets', () => {
    expect(periodAt('never', at('2026-11-21'))).toEqual({ startsAt: 0, endsAt: Number.POSITIVE_INFINITY });
  });

  it('holds the moment it is asked for, and is the same for each of its moments', () => {
    const moment = fc.integer({ min: 0, max: at('2100-01-01') });
    fc.assert(
      fc.property(fc.constantFrom(...PERIODS), moment, (period, now) => {
        const { startsAt, endsAt } = periodAt(period, now);
        expect(startsAt).toBeLessThanOrEqual(now);
        expect(endsAt).toBeGreaterThan(now);
        expect(periodAt(period, startsAt)).toEqual({ startsAt, endsAt });
        if (Number.isFinite(endsAt)) expect(periodAt(period, endsAt).startsAt).toBe(endsAt);
      }),
    );
  });

  it('begins a week on a Monday', () => {
    fc.assert(
      fc.property(fc.integer({ min: at('1970-01-05'), max: at('2100-01-01') }), (now) => {
        expect(new Date(periodAt('weekly', now).startsAt).getUTCDay()).toBe(1);
      }),
    );
  });
});
