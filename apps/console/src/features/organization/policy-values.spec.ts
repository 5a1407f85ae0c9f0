import { describe, expect, it } from '@jest/globals';
import { isStricter } from './policy-values.js';

const POLICY = { max_pat_lifetime_days: 90, max_pats_per_user: 5, allow_non_expiring_vat: false };

describe('a changed credential policy', () => {
  it.each([
    [{ max_pat_lifetime_days: 89 }, true],
    [{ max_pats_per_user: 4 }, true],
    [{ max_pat_lifetime_days: 91, max_pats_per_user: 6, allow_non_expiring_vat: true }, false],
    [{}, false],
  ])('with %j cuts tokens short: %s', (changes, expected) => {
    expect(isStricter({ ...POLICY, ...changes }, POLICY)).toBe(expected);
  });

  it('is stricter when tokens without an expiry are no longer allowed', () => {
    expect(isStricter(POLICY, { ...POLICY, allow_non_expiring_vat: true })).toBe(true);
  });
});
