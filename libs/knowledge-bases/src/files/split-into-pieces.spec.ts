import { describe, expect, it } from '@jest/globals';
import { splitIntoPieces } from './split-into-pieces.js';

async function split(parts: readonly string[], size: number): Promise<string[]> {
  const content = (async function* () {
    for (const part of parts) yield Buffer.from(part);
  })();
  const pieces: string[] = [];
  for await (const piece of splitIntoPieces(content, size)) pieces.push(piece.toString());
  return pieces;
}

describe('bytes in pieces', () => {
  it.each<[string, string[], number, string[]]>([
    ['nothing', [], 4, []],
    ['empty parts', ['', ''], 4, []],
    ['less than one', ['ab', 'c'], 4, ['abc']],
    ['exactly one', ['ab', 'cd'], 4, ['abcd']],
    ['parts that cross the border', ['abc', 'def', 'g'], 4, ['abcd', 'efg']],
    ['one part of several pieces', ['abcdefghij'], 4, ['abcd', 'efgh', 'ij']],
    ['single bytes', [...'abcde'], 2, ['ab', 'cd', 'e']],
  ])('have the size that is asked for: %s', async (_what, parts, size, expected) => {
    expect(await split(parts, size)).toEqual(expected);
  });
});
