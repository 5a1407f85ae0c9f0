import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeBase62, newToken, TOKEN_PREFIXES, tokenHint } from './new-token.js';

describe('newToken', () => {
  it.each(Object.values(TOKEN_PREFIXES))('is %s and 43 characters of base62', (prefix) => {
    for (let count = 0; count < 200; count++) {
      expect(newToken(prefix).slice(prefix.length)).toMatch(/^[0-9A-Za-z]{43}$/);
      expect(newToken(prefix).startsWith(prefix)).toBe(true);
    }
  });

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newToken('ml-'))).size).toBe(1000);
  });

  it('has every character equally often in its last places, within five standard deviations', () => {
    const counts = new Map<string, number>();
    const rounds = 5000;
    for (let round = 0; round < rounds; round++) {
      for (const digit of newToken('').slice(-20)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    const expected = (rounds * 20) / 62;
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(5 * Math.sqrt(expected));
  });
});

describe('encodeBase62', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

  it('keeps every bit of 32 bytes, in a fixed length', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    fc.assert(
      fc.property(bytes, (value) => {
        const text = encodeBase62(value);
        expect(text).toHaveLength(43);
        const number = [...text].reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n);
        expect(number.toString(16).padStart(64, '0')).toBe(Buffer.from(value).toString('hex'));
      }),
    );
  });

  it.each([
    [0x00, '0'.repeat(43)],
    [0xff, 'yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1'],
  ])('writes 32 times %i', (byte, text) => {
    expect(encodeBase62(new Uint8Array(32).fill(byte))).toBe(text);
  });
});

describe('tokenHint', () => {
  it.each([
    [`ml-${'a'.repeat(39)}wxyz`, 'ml-…wxyz'],
    [`ml_pat_${'a'.repeat(39)}wxyz`, 'ml_pat_…wxyz'],
    [`ml_vat_${'a'.repeat(39)}wxyz`, 'ml_vat_…wxyz'],
    [`ml_scim_${'a'.repeat(39)}wxyz`, 'ml_scim_…wxyz'],
    ['another-kind-of-secret', '…cret'],
  ])('a hint of %s is its prefix and its last four characters', (token, hint) => {
    expect(tokenHint(token)).toBe(hint);
  });
});
