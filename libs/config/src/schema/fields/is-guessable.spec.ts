import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isGuessableApiKey, isGuessableEncryptionKey } from './is-guessable.js';

const base64 = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64');
const filled = (at: (index: number) => number): string => base64(Array.from({ length: 32 }, (_, index) => at(index)));

describe('a secret that nobody generated is guessable', () => {
  it.each([
    ['zeros', filled(() => 0)],
    ['one byte', filled(() => 0x61)],
    ['ones', filled(() => 255)],
    ['counting up', filled((index) => index)],
    ['counting up from elsewhere', filled((index) => 100 + index)],
    ['counting down', filled((index) => 255 - index)],
    ['two bytes in turn', filled((index) => (index % 2 === 0 ? 3 : 200))],
    ['half of it twice', filled((index) => (((index % 16) + 1) * 37) % 256)],
    ['digits as text', Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')],
    ['all but the last zero', filled((index) => (index === 31 ? 9 : 0))],
  ])('encryption key: %s', (_what, key) => {
    expect(isGuessableEncryptionKey(key)).toBe(true);
  });

  it.each([
    'ml-000000000000000000000',
    'ml-aaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'ml-abcdefghijklmnopqrstuvwxyz',
    'ml-zyxwvutsrqponmlkjihgfedcba',
    'ml-012345678901234567890123',
    'ml-0123456789abcdef0123456789abcdef',
    'ml-abababababababababababab',
    'ml-secret-secret-secret-secret-',
    'ml-deadbeefdeadbeefdeadbeef',
    'ml-111111111111111111111112',
    'ml-CHANGE-ME-CHANGE-ME-before-use',
    'ml-your-api-key-goes-right-here',
  ])('API key: %s', (key) => {
    expect(isGuessableApiKey(key)).toBe(true);
  });
});

describe('a secret that was generated is not', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  const text = (alphabet: string, length: number) =>
    fc
      .array(fc.nat({ max: alphabet.length - 1 }), { minLength: length, maxLength: length })
      .map((picks) => picks.map((pick) => alphabet[pick]).join(''));
  const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  // fast-check prefers edges such as zeros, which is why each generator is without bias, as `openssl rand` is.
  const MANY = { numRuns: 5_000 };

  it('32 bytes in base64', () => {
    const key = fc.noBias(bytes(32)).map((random) => base64([...random]));
    fc.assert(
      fc.property(key, (random) => !isGuessableEncryptionKey(random)),
      MANY,
    );
  });

  it.each([
    ['24 bytes in hexadecimal, as `openssl rand -hex 24` makes them', '0123456789abcdef', 48],
    ['32 hexadecimal digits', '0123456789abcdef', 32],
    ['21 characters of base62, the shortest that are accepted', BASE62, 21],
    ['43 characters of base62, as the API issues them', BASE62, 43],
    ['32 characters of base64url', `${BASE62}-_`, 32],
  ])('%s', (_what, alphabet, length) => {
    fc.assert(
      fc.property(fc.noBias(text(alphabet, length)), (random) => !isGuessableApiKey(`ml-${random}`)),
      MANY,
    );
  });
});
