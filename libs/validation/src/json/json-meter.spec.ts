import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonMeter } from './json-meter.js';

const LIMITS = { members: 10, items: 20 };
const TOO_MANY_MEMBERS = 'The request body holds more than 10 objects, lists and members.';
const TOO_MANY_ITEMS = 'The request body holds more than 20 items.';

const refusalOf = (text: string, limits = LIMITS, size = text.length || 1): string | undefined => {
  const bytes = Buffer.from(text);
  const meter = new JsonMeter(limits);
  try {
    for (let at = 0; at < bytes.length; at += size) meter.read(bytes.subarray(at, at + size));
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_json', status: 400 });
    return (error as Error).message;
  }
};

/** Counts that the meter should reach, from the parser's value of the text. */
function countOf(value: unknown): { members: number; items: number } {
  if (typeof value !== 'object' || value === null) return { members: 0, items: 0 };
  const children = Object.values(value);
  const total = {
    members: 1 + (Array.isArray(value) ? 0 : children.length),
    items: Math.max(0, children.length - 1),
  };
  for (const { members, items } of children.map(countOf)) {
    total.members += members;
    total.items += items;
  }
  return total;
}

describe('the meter of a JSON text', () => {
  it.each([
    ['ten empty objects in a list', `[${'{},'.repeat(8)}{}]`, undefined],
    ['one more', `[${'{},'.repeat(9)}{}]`, TOO_MANY_MEMBERS],
    ['empty lists', `[${'[],'.repeat(9)}[]]`, TOO_MANY_MEMBERS],
    ['names', `{${Array.from({ length: 10 }, (_, n) => `"n${n}":1`).join()}}`, TOO_MANY_MEMBERS],
    ['the same name again and again', `{${'"n":1,'.repeat(9)}"n":1}`, TOO_MANY_MEMBERS],
    ['21 numbers', `[${'1,'.repeat(20)}1]`, undefined],
    ['22 numbers', `[${'1,'.repeat(21)}1]`, TOO_MANY_ITEMS],
    ['22 texts', `[${'"",'.repeat(21)}""]`, TOO_MANY_ITEMS],
    ['brackets, commas and colons in a text', `"${'{[:,]}'.repeat(50)}"`, undefined],
    ['such a text behind an escaped quote', `"\\"${'{[:,]}'.repeat(50)}"`, undefined],
    ['such a text behind an escaped backslash', `["\\\\",${'{},'.repeat(10)}1]`, TOO_MANY_MEMBERS],
    ['what is no JSON', '{'.repeat(11), TOO_MANY_MEMBERS],
  ])('counts %s, in pieces of any size', (_what, text, message) => {
    for (let size = 1; size <= 7; size += 1) expect(refusalOf(text, LIMITS, size)).toBe(message);
    expect(refusalOf(text)).toBe(message);
  });

  it('counts as the parser does, whatever the text holds and wherever it is cut', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), (value, size) => {
        const text = JSON.stringify(value);
        const { members, items } = countOf(JSON.parse(text));
        expect(refusalOf(text, { members, items }, size)).toBeUndefined();
        if (members > 0) expect(refusalOf(text, { members: members - 1, items }, size)).toBeDefined();
        if (items > 0) expect(refusalOf(text, { members, items: items - 1 }, size)).toBeDefined();
      }),
    );
  });

  it('rejects 257 levels', () => {
    const limits = { members: 1000, items: 1000 };
    const message = 'The request body is nested more than 256 levels deep.';
    expect(refusalOf('['.repeat(256), limits)).toBeUndefined();
    expect(refusalOf('['.repeat(257), limits)).toBe(message);
    expect(refusalOf('{"a":'.repeat(257), limits)).toBe(message);
    expect(refusalOf('[],'.repeat(300), limits)).toBeUndefined();
  });

  it('is not needed for a text that is too short to hold as much', () => {
    const limits = { members: 100, items: 150 };
    expect(JsonMeter.needsCount(200, limits)).toBe(false);
    expect(JsonMeter.needsCount(201, limits)).toBe(true);
    expect(refusalOf(`[${'{},'.repeat(65)}{}]`.slice(0, 200), limits)).toBeUndefined();
    expect(refusalOf(`[${'1,'.repeat(98)}1]`, limits)).toBeUndefined();
  });

  it('rejects more than 20,000 numbers of 16 digits, in pieces of any size, and counts none in texts', () => {
    const limits = { members: 1000, items: 100_000 };
    const message = 'The request body holds more than 20000 numbers of 16 digits in a row.';
    const listOf = (count: number, item: string) => `[${`${item},`.repeat(count - 1)}${item}]`;
    expect(refusalOf(listOf(20_000, '1234567890123456'), limits, 5)).toBeUndefined();
    expect(refusalOf(listOf(20_001, '1234567890123456'), limits, 5)).toBe(message);
    expect(refusalOf(listOf(20_001, '0.12345678901234567'), limits)).toBe(message);
    expect(refusalOf(listOf(20_001, '123456789012345'), limits)).toBeUndefined();
    expect(refusalOf(listOf(20_001, '"12345678901234567"'), limits)).toBeUndefined();
    expect(refusalOf(listOf(20_001, '12345678.12345678'), limits, 5)).toBeUndefined();
  });

  it.each([
    ['1234567890123456', true],
    ['-1.234567890123456', true],
    ['12345678.12345678e2', true],
    ['123456789012345', false],
    ['1234567.12345678', false],
    ['1e12345678901234', false],
    ['"1234567890123456"', false],
    ['1234567890,123456', false],
  ])('knows whether %s has as many digits, in pieces of any size', (text, expected) => {
    for (let size = 1; size <= text.length + 2; size += 1) {
      const meter = new JsonMeter(LIMITS);
      const bytes = Buffer.from(`[${text}]`);
      for (let at = 0; at < bytes.length; at += size) meter.read(bytes.subarray(at, at + size));
      expect(meter.hasLongNumbers).toBe(expected);
    }
  });
});
