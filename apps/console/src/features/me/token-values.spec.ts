import { describe, expect, it } from '@jest/globals';
import { firstExpiry, stateOfToken, withinPolicy } from './token-values.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');

describe('values of personal access tokens', () => {
  it.each([
    ['2026-01-01T00:00:00Z', 'expired'],
    ['2026-01-08T00:00:00Z', 'expiring'],
    ['2026-01-08T00:00:01Z', 'active'],
  ])('a token that expires at %s is %s on the first of January', (expires_at, state) => {
    expect(stateOfToken({ expires_at }, NOW)).toBe(state);
  });

  it('an expiry beyond the policy is brought forward, minutes before its end', () => {
    expect(withinPolicy('2026-12-31T00:00:00Z', 7, NOW)).toBe('2026-01-07T23:50:00.000Z');
    expect(withinPolicy('2026-01-03T00:00:00.000Z', 7, NOW)).toBe('2026-01-03T00:00:00.000Z');
  });

  it('the first choice is thirty days, or less if the policy says so', () => {
    expect(firstExpiry(90, NOW)).toBe('2026-01-31T00:00:00.000Z');
    expect(firstExpiry(1, NOW)).toBe('2026-01-01T23:50:00.000Z');
  });
});
