import { describe, expect, it } from '@jest/globals';
import { StructureCounter } from './structure-counter.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('the structure of an answer', () => {
  it.each([
    ['{"a":[1,2]}', 3],
    ['{"a":"{,[,{"}', 1],
    ['{"a":"\\"{,[","b":[]}', 3],
    [': a comment with a "\ndata: {"a":[1,2]}\n\n', 13],
    ['data: {"a":1}\n\ndata: {"a":1}\n\n', 22],
    ['data: 1\r\n\r\ndata: 1\r\n\r\n', 20],
    ['data: 1\r\rdata: 1\r\r', 20],
    ['{\n  "a": 1\n}\n', 1],
  ])('is counted outside strings: %j has %d', (text, count) => {
    expect(new StructureCounter(count).take(bytes(text))).toBe(true);
    expect(new StructureCounter(count - 1).take(bytes(text))).toBe(false);
  });

  it('is the same however the bytes arrive', () => {
    const counter = new StructureCounter(3);
    const text = '{"a":"\\"{,[","b":[]}';
    const all = [...text].map((character) => counter.take(bytes(character)));
    expect(all).not.toContain(false);
    expect(counter.take(bytes(','))).toBe(false);
  });
});
