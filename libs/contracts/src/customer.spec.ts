import { describe, expect, it } from '@jest/globals';
import { isCustomer, readCustomer, writeCustomer } from './customer.js';

/** The text as HTTP has it: each byte of UTF-8 is a character. */
const asHeader = (text: string): string => Buffer.from(text).toString('latin1');

describe('the customer of a header', () => {
  it.each(['acme', 'Søren & Ærø', '株式会社', 'Ő', '👍'])('is the text whose bytes were sent: %s', (customer) => {
    expect(readCustomer(asHeader(customer))).toBe(customer);
  });

  it.each(['acme', 'S\u00f8ren', '株式会社', '👍'])(
    'is the text itself where it is no bytes of UTF-8: %s',
    (customer) => {
      expect(readCustomer(customer)).toBe(customer);
    },
  );

  it.each([
    ['nothing', ''],
    ['two values', ['a', 'b']],
    ['a control character', 'a\u0007'],
    ['a control character in two bytes', asHeader('a\u0085')],
    ['a byte that is no character', 'a\u0090'],
    ['257 characters', 'c'.repeat(257)],
  ])('is none for %s', (_what, value) => {
    expect(readCustomer(value)).toBeUndefined();
  });

  it.each(['acme', 'Søren', '株式会社', '👍', 'Ã©'])('is written as bytes, and read back: %s', (customer) => {
    const header = writeCustomer(customer);
    expect(header).toBe(asHeader(customer));
    expect(readCustomer(header)).toBe(customer);
  });

  it('counts characters, not bytes', () => {
    expect(readCustomer(asHeader('社'.repeat(256)))).toBe('社'.repeat(256));
    expect(readCustomer(asHeader('社'.repeat(257)))).toBeUndefined();
  });
});

it.each([
  ['acme', true],
  ['', false],
  [7, false],
  ['a\u0000', false],
  ['\ud83d', false],
])('A customer in a body is a text of at most 256 characters without control characters: %j', (value, expected) => {
  expect(isCustomer(value)).toBe(expected);
});
