import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isForeignSignature, readForeignSignature, writeForeignSignature } from './foreign-signature.js';

describe('foreign signatures', () => {
  test('come back as they were written', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.string()),
        fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
        (calls, details) => {
          const text = writeForeignSignature({ calls, details });
          expect(isForeignSignature(text)).toBe(true);
          expect(JSON.stringify(readForeignSignature(text))).toBe(JSON.stringify({ calls, details }));
        },
      ),
    );
  });

  test('are told from the native provider’s, which are base64', () => {
    fc.assert(fc.property(fc.base64String(), (signature) => !isForeignSignature(signature)));
    expect([undefined, null, 1, '', 'multilane'].map(isForeignSignature)).toEqual(Array(5).fill(false));
  });

  test.each([
    ['nothing', ''],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['no object', Buffer.from('[]').toString('base64url')],
    ['calls of another type', Buffer.from('{"calls":{"a":1}}').toString('base64url')],
    ['details of another type', Buffer.from('{"details":[1]}').toString('base64url')],
  ])('that hold %s are not read', (_name, text) => {
    expect(readForeignSignature(`multilane:1:${text}`)).toBeUndefined();
  });
});
