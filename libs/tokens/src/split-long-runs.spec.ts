import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_RUN_LENGTH, splitLongRuns } from './split-long-runs.js';

describe('splitLongRuns', () => {
  it('leaves text of people and programs in one piece', () => {
    const text = 'const total = values.reduce((sum, value) => sum + value, 0); // über 9000 日本\n'.repeat(50);
    expect(splitLongRuns(text)).toEqual([text]);
  });

  it.each([
    ['letters', 'a'],
    ['white space', ' '],
    ['signs', '='],
    ['letters beyond ASCII', '漢'],
  ])('cuts a run of %s into pieces of bounded length', (_what, character) => {
    const pieces = splitLongRuns(character.repeat(10 * MAX_RUN_LENGTH));
    expect(pieces.map((piece) => piece.length)).toEqual(new Array(10).fill(MAX_RUN_LENGTH));
  });

  it('never cuts a surrogate pair', () => {
    const pieces = splitLongRuns(`x${'🔑'.repeat(500)}`);
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.filter((piece) => Buffer.from(piece).toString() !== piece)).toEqual([]);
  });

  it('loses nothing, and leaves no run longer than its bound', () => {
    const run = fc.tuple(fc.constantFrom('a', ' ', '=', '漢', '🔑', '\n'), fc.nat(300));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 8 }), (runs) => {
        const text = runs.map(([character, length]) => character.repeat(length)).join('');
        const pieces = splitLongRuns(text);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) expect(piece).not.toMatch(/[a漢🔑]{67}|[ \n]{66}|={66}/u);
      }),
    );
  });
});
