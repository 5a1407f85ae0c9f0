import { describe, expect, it } from '@jest/globals';
import type { BudgetWindowLength } from '@multilane/contracts';
import fc from 'fast-check';
import { BudgetWindow, type WindowSettings } from './budget-window.js';

const UTC_MONTH: WindowSettings = {
  length: 'month',
  timeZone: 'UTC',
  weekStart: 'monday',
  fiscalYearStart: 1,
  isRolling: false,
};

/** The period of a moment, as texts in UTC. */
function periodOf(settings: Partial<WindowSettings>, moment: string): string[] {
  const { startsAt, endsAt } = new BudgetWindow({ ...UTC_MONTH, ...settings }).boundsAt(Date.parse(moment));
  return [startsAt, endsAt].map((time) => new Date(time).toISOString().slice(0, 16));
}

describe('a window of the calendar', () => {
  it.each([
    ['a month in UTC', {}, '2026-11-30T23:59:59Z', '2026-11-01T00:00', '2026-12-01T00:00'],
    ['a month in Tokyo', { timeZone: 'Asia/Tokyo' }, '2026-11-30T23:59:59Z', '2026-11-30T15:00', '2026-12-31T15:00'],
    [
      'a day of 25 hours in Berlin',
      { length: 'day', timeZone: 'Europe/Berlin' },
      '2026-10-25T12:00:00Z',
      '2026-10-24T22:00',
      '2026-10-25T23:00',
    ],
    [
      'a day of 23 hours in New York',
      { length: 'day', timeZone: 'America/New_York' },
      '2026-03-08T12:00:00Z',
      '2026-03-08T05:00',
      '2026-03-09T04:00',
    ],
    [
      'a day whose midnight is skipped in Cairo',
      { length: 'day', timeZone: 'Africa/Cairo' },
      '2026-04-24T12:00:00Z',
      '2026-04-23T22:00',
      '2026-04-24T21:00',
    ],
    [
      'a day with two midnights in Havana',
      { length: 'day', timeZone: 'America/Havana' },
      '2026-11-01T12:00:00Z',
      '2026-11-01T04:00',
      '2026-11-02T05:00',
    ],
    [
      'an hour of a zone with half hours',
      { length: 'hour', timeZone: 'Asia/Kolkata' },
      '2026-11-30T10:40:00Z',
      '2026-11-30T10:30',
      '2026-11-30T11:30',
    ],
    ['a week from Monday', { length: 'week' }, '2026-11-29T10:00:00Z', '2026-11-23T00:00', '2026-11-30T00:00'],
    [
      'a week from Sunday',
      { length: 'week', weekStart: 'sunday' },
      '2026-11-29T10:00:00Z',
      '2026-11-29T00:00',
      '2026-12-06T00:00',
    ],
    ['a quarter', { length: 'quarter' }, '2026-11-30T10:00:00Z', '2026-10-01T00:00', '2027-01-01T00:00'],
    [
      'a quarter of a fiscal year from November',
      { length: 'quarter', fiscalYearStart: 11 },
      '2026-10-31T10:00:00Z',
      '2026-08-01T00:00',
      '2026-11-01T00:00',
    ],
    [
      'a fiscal year from April',
      { length: 'year', fiscalYearStart: 4 },
      '2027-03-31T10:00:00Z',
      '2026-04-01T00:00',
      '2027-04-01T00:00',
    ],
  ] satisfies [string, Partial<WindowSettings>, string, string, string][])(
    'finds %s',
    (_which, settings, moment, ...bounds) => {
      expect(periodOf(settings, moment)).toEqual(bounds);
    },
  );

  it('that is never reset has one period', () => {
    const { startsAt, endsAt } = new BudgetWindow({ ...UTC_MONTH, length: 'total' }).boundsAt(1);
    expect([startsAt, endsAt]).toEqual([0, Number.POSITIVE_INFINITY]);
  });

  it('rejects a name that is no time zone', () => {
    expect(() => new BudgetWindow({ ...UTC_MONTH, timeZone: 'Europe/Nowhere' })).toThrow(RangeError);
  });
});

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Asia/Kolkata', 'Australia/Lord_Howe'],
  ...['Africa/Cairo', 'America/Havana', 'Asia/Beirut', 'Pacific/Apia', 'Pacific/Chatham', 'Africa/Casablanca'],
];

const LENGTHS: readonly BudgetWindowLength[] = ['day', 'week', 'month', 'quarter', 'year'];

const moments = fc.integer({ min: Date.parse('2005-01-01'), max: Date.parse('2035-01-01') });

const settings = fc.record({
  length: fc.constantFrom(...LENGTHS),
  timeZone: fc.constantFrom(...ZONES),
  weekStart: fc.constantFrom('monday' as const, 'saturday' as const, 'sunday' as const),
  fiscalYearStart: fc.integer({ min: 1, max: 12 }),
  isRolling: fc.boolean(),
});

describe('every window', () => {
  it('contains its moment, and meets the periods before and after it without a gap', () => {
    fc.assert(
      fc.property(settings, moments, (made, moment) => {
        const window = new BudgetWindow(made);
        const { startsAt, endsAt } = window.boundsAt(moment);
        expect(startsAt).toBeLessThanOrEqual(moment);
        expect(endsAt).toBeGreaterThan(moment);
        expect(window.boundsBefore(moment)?.endsAt).toBe(startsAt);
        expect(new BudgetWindow(made).boundsAt(endsAt).startsAt).toBe(endsAt);
        expect(new BudgetWindow(made).boundsAt(startsAt)).toEqual({ startsAt, endsAt });
      }),
      { numRuns: 2_000 },
    );
  });

  it('of an hour contains its moment and lasts an hour, whatever the clocks do', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moments, (timeZone, moment) => {
        const { startsAt, endsAt } = new BudgetWindow({ ...UTC_MONTH, length: 'hour', timeZone }).boundsAt(moment);
        expect([endsAt - startsAt, startsAt <= moment, endsAt > moment]).toEqual([3_600_000, true, true]);
      }),
      { numRuns: 500 },
    );
  });
});
