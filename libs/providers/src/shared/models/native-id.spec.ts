import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toHashedId, toNativeId, toShortNativeId } from './native-id.js';

const id = fc.string({ unit: fc.constantFrom('a', '2', 'e', 'x', '_', '-', '.', ':', 'ü'), maxLength: 12 });
const longId = fc.string({ unit: fc.constantFrom('a', '.', '_'), minLength: 60, maxLength: 90 });

describe('the id of a call, for providers that take letters, digits, _ and - alone', () => {
  test.each([
    ['toolu_01AbC-9', 'toolu_01AbC-9'],
    ['call_x_y', 'call_x_y'],
    ['a.b', 'a_x2e_b'],
    ['a:b', 'a_x3a_b'],
    ['a_x2e_b', 'a_x5f_x2e_b'],
    ['', ''],
  ])('%j becomes %j', (given, native) => {
    expect(toNativeId(given)).toBe(native);
    expect(toShortNativeId(given, 64)).toBe(native);
  });

  test('two ids never become one', () => {
    fc.assert(
      fc.property(id, id, (one, other) => {
        expect(toNativeId(one)).toMatch(/^[A-Za-z0-9_-]*$/);
        expect(toNativeId(one) === toNativeId(other)).toBe(one === other);
      }),
      {
        examples: [
          ['a.b', 'a:b'],
          ['a.b', 'a_x2e_b'],
          ['a._x', 'a_x2e__x'],
        ],
      },
    );
  });

  test('a long one is cut to its bound, and one that differs anywhere stays another', () => {
    fc.assert(
      fc.property(longId, longId, (one, other) => {
        expect(toShortNativeId(one, 64).length).toBeLessThanOrEqual(64);
        expect(toShortNativeId(one, 64)).toMatch(/^[A-Za-z0-9_-]*$/);
        expect(toShortNativeId(one, 64) === toShortNativeId(other, 64)).toBe(one === other);
      }),
    );
    const differingAt = (at: number) => `${'a'.repeat(at)}b${'a'.repeat(99 - at)}`;
    const made = Array.from({ length: 100 }, (_, at) => toShortNativeId(differingAt(at), 64));
    expect(new Set(made).size).toBe(100);
  });
});

describe('the id of a call, for providers that take nine letters and digits alone', () => {
  test.each(['D681PevKs', 'aaaaaaaaa', '012345678'])('%j stays as it is', (given) => {
    expect(toHashedId(given, 9)).toBe(given);
  });

  test.each(['', 'call_abc', 'call_abc1', 'toolu_01AbCdEfGhIjKlMnOpQrSt', 'functions.f:0', '0123456789', 'ü23456789'])(
    '%j becomes one of that form, the same every time',
    (given) => {
      expect(toHashedId(given, 9)).toMatch(/^[A-Za-z0-9]{9}$/);
      expect(toHashedId(given, 9)).toBe(toHashedId(given, 9));
      expect(toHashedId(given, 9)).not.toBe(given);
    },
  );

  test('ids that are counted up, or differ in one place, stay different', () => {
    const counted = Array.from({ length: 20_000 }, (_, index) => `call_${index}`);
    const differing = Array.from({ length: 100 }, (_, at) => `${'a'.repeat(at)}b${'a'.repeat(99 - at)}`);
    const given = [...counted, ...differing];
    expect(new Set(given.map((each) => toHashedId(each, 9))).size).toBe(given.length);
  });
});
