import { describe, expect, it } from '@jest/globals';
import { toFutureDate } from './to-future-date.js';

describe('toFutureDate', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  it('rejects what is over, and what is too far away', () => {
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
