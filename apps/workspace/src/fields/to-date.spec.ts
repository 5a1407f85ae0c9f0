import { describe, expect, it } from '@jest/globals';
import { toDate, toFutureDate } from './to-date.js';

describe('toDate', () => {
  it.each([
    ['2027-01-31T00:00:00Z', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31t00:00:00.123456789z', '2027-01-31T00:00:00.123Z'],
    ['2027-01-31T00:00:00+05:30', '2027-01-30T18:30:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00.500Z'],
  ])('reads %s (RFC 3339 section 5.6)', (text, moment) => {
    expect(toDate(text).toISOString()).toBe(moment);
  });
});

describe('toFutureDate', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  it('refuses what is over, and what is too far away', () => {
    for (const [time, maxDays] of [
      [inDays(-1), 30],
      [inDays(31), 30],
    ] as const) {
      expect(() => toFutureDate('expires_at', time, { maxDays })).toThrow(
        expect.objectContaining({ code: 'invalid_value', param: 'expires_at' }),
      );
    }
    expect(toFutureDate('expires_at', inDays(29), { maxDays: 30 }).toISOString()).toBeDefined();
    expect(toFutureDate('expires_at', inDays(5000)).getTime()).toBeGreaterThan(Date.now());
  });
});
