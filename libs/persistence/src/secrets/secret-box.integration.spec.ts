import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SecretBox, SecretBoxError } from './secret-box.js';

const OLD = Buffer.alloc(32, 7).toString('base64');
const NEW = Buffer.alloc(32, 9).toString('base64');
const box = SecretBox.fromKeys(OLD);

const failureOf = (run: () => unknown): Error => {
  try {
    run();
  } catch (error) {
    if (error instanceof SecretBoxError) return error;
    throw error;
  }
  throw new Error('did not fail');
};

describe('SecretBox', () => {
  it('opens what it sealed, for the same row only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (plain, row, other) => {
        fc.pre(row !== other);
        const sealed = box.seal(plain, row);
        expect(box.open(sealed, row)).toBe(plain);
        expect(() => box.open(sealed, other)).toThrow(SecretBoxError);
      }),
    );
  });

  it('seals the same secret differently each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => box.seal('sk', 'row'))).size).toBe(100);
  });

  it('rejects a text of which any character was changed', () => {
    const sealed = box.seal('sk-secret', 'row');
    for (let index = 0; index < sealed.length; index++) {
      const other = sealed[index] === 'A' ? 'B' : 'A';
      const altered = sealed.slice(0, index) + other + sealed.slice(index + 1);
      // The last character of base64url holds unused bits: a change of those alone changes nothing.
      const isSameBytes =
        Buffer.from(altered.split('.')[3] ?? '', 'base64url').equals(
          Buffer.from(sealed.split('.')[3] ?? '', 'base64url'),
        ) && index === sealed.length - 1;
      if (!isSameBytes) expect(() => box.open(altered, 'row')).toThrow(SecretBoxError);
    }
    for (const cut of ['', 'v1', 'v1...', sealed.slice(0, -4), `${sealed}.x`, sealed.slice(0, 30)]) {
      expect(() => box.open(cut, 'row')).toThrow(SecretBoxError);
    }
  });

  it('with several keys seals with the first and opens with all', () => {
    const both = SecretBox.fromKeys(` ${NEW} , ${OLD}`);
    const sealed = box.seal('sk', 'row');
    expect(both.open(sealed, 'row')).toBe('sk');
    const resealed = both.reseal(sealed, 'row');
    expect(SecretBox.fromKeys(NEW).open(resealed, 'row')).toBe('sk');
    expect(both.reseal(resealed, 'row')).toBe(resealed);
    expect(both.keyId).toBe(SecretBox.fromKeys(NEW).keyId);
    expect(both.keyId).not.toBe(box.keyId);
  });

  it('names the keys by id, and quotes no key and no secret, when one is missing', () => {
    const { message } = failureOf(() => SecretBox.fromKeys(NEW).open(box.seal('sk-secret', 'row'), 'row'));
    expect(message).toContain(`key ${box.keyId}`);
    expect(message).toContain('ENCRYPTION_KEY');
    for (const secret of [OLD, NEW, 'sk-secret']) expect(message).not.toContain(secret);
  });

  const noKeys: [string, string][] = [
    ['nothing', ''],
    ['16 bytes', Buffer.alloc(16).toString('base64')],
    ['33 bytes', Buffer.alloc(33).toString('base64')],
    ['hex', 'ab'.repeat(32)],
    ['base64url', Buffer.alloc(32, 255).toString('base64url')],
    ['a passphrase of 44 characters', 'correct horse battery staple correct horse b'],
    ['a second key that is none', `${NEW},nonsense`],
    ['a trailing comma', `${NEW},`],
  ];
  it.each(noKeys)('rejects %s as a key without quoting it', (_what, keys) => {
    const { message } = failureOf(() => SecretBox.fromKeys(keys));
    expect(message).toMatch(/^Encryption key [12] is not 32 bytes in base64/);
    if (keys.length > 3) expect(message).not.toContain(keys.slice(-8));
  });
});
