import { describe, expect, it } from '@jest/globals';
import { findTotpStep, newTotpSecret, toTotpAddress, totpCodeAt } from './totp.js';

/** `12345678901234567890`, the secret of the test vectors of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of authenticator apps (RFC 6238)', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('have the last six digits of the test vector at %i s', (seconds, code) => {
    expect(totpCodeAt(SECRET, seconds * 1000)).toBe(code);
    expect(findTotpStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('are accepted one step before and after their own, and no further', () => {
    const now = 1_800_000_000_000;
    const step = now / 30_000;
    const found = [-2, -1, 0, 1, 2].map((off) => findTotpStep(SECRET, totpCodeAt(SECRET, now + off * 30_000), now));
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  it.each(['', '12345', '1234567', 'abcdef', '287 082', '２８７０８２'])('are none: %j', (code) => {
    expect(findTotpStep(SECRET, code, 59_000)).toBeUndefined();
  });

  it('come from secrets of 160 bits that differ', () => {
    const secrets = new Set(Array.from({ length: 50 }, newTotpSecret));
    expect(secrets.size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('are described by an address whose names cannot add parameters', () => {
    const address = new URL(toTotpAddress(SECRET, { issuer: 'A & B', account: 'a?secret=X@example.com' }));
    expect(address.protocol).toBe('otpauth:');
    expect(address.searchParams.getAll('secret')).toEqual([SECRET]);
    expect(address.searchParams.get('issuer')).toBe('A & B');
    expect(address.searchParams.get('digits')).toBe('6');
    expect(decodeURIComponent(address.pathname)).toContain('a?secret=X@example.com');
  });
});
