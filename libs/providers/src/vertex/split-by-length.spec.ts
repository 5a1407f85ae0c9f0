import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { splitByLength } from './split-by-length.js';

const bytesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

describe('splitByLength', () => {
  test('keeps all texts in order, and every call within 250 texts and 20,000 bytes unless it holds one text', () => {
    const text = fc.tuple(fc.constantFrom('a', '文', '🙂'), fc.integer({ min: 1, max: 9000 }));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), (shapes) => {
        const texts = shapes.map(([unit, count]) => unit.repeat(count));
        const calls = splitByLength(texts);
        expect(calls.flat()).toEqual(texts);
        for (const call of calls) expect(call.length === 1 || bytesOf(call) <= 20_000).toBe(true);
        calls.slice(1).forEach((call, index) => {
          expect(bytesOf([...(calls[index] ?? []), ...call.slice(0, 1)])).toBeGreaterThan(20_000);
        });
      }),
      { numRuns: 50 },
    );
  });

  test('has no call for no text, and a call more for the 251st', () => {
    expect(splitByLength([])).toEqual([]);
    expect(splitByLength(Array.from({ length: 251 }, () => 'a')).map(({ length }) => length)).toEqual([250, 1]);
  });
});
