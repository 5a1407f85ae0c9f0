import { describe, expect, it } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import fc from 'fast-check';
import { readLines } from './read-lines.js';

async function* pieces(text: string | Buffer, size: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(text: string | Buffer, size = 1_000, maxBytes = 100): Promise<[number, string, boolean][]> {
  const lines: [number, string, boolean][] = [];
  for await (const { bytes, isTooLong, line } of readLines(pieces(text, size), maxBytes)) {
    lines.push([line, bytes.toString(), isTooLong]);
  }
  return lines;
}

// docs/contract/batches.md#input
describe('the lines of an input file', () => {
  it.each([
    ['', []],
    ['\n\n \t\r\n', []],
    ['a', [[1, 'a', false]]],
    ['a\n', [[1, 'a', false]]],
    [
      'a\r\nb\r\n',
      [
        [1, 'a', false],
        [2, 'b', false],
      ],
    ],
    [
      '\n a \n\nb',
      [
        [2, 'a', false],
        [4, 'b', false],
      ],
    ],
    [
      '\uFEFFa\nb',
      [
        [1, 'a', false],
        [2, 'b', false],
      ],
    ],
  ] as const)('of %j are counted from 1, without blank ones', async (text, lines) => {
    expect(await read(text)).toEqual(lines);
  });

  it.each([1, 3, 7, 1_000])('are the same however the bytes are cut: %i', async (size) => {
    expect(await read('ä€\u{1F600}\nb\n\nc', size)).toEqual([
      [1, 'ä€\u{1F600}', false],
      [2, 'b', false],
      [4, 'c', false],
    ]);
  });

  it('that are too long are named, and no more of them is held than their beginning', async () => {
    const found = await read(`a\n${'x'.repeat(10_000)}\nb`, 50);
    expect(found.map(([line, , isTooLong]) => [line, isTooLong])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(found[1]?.[1].length).toBeLessThan(200);
  });

  it('that are blank take next to no time: a file may consist of them', async () => {
    const blank = Buffer.alloc(2 * 1024 * 1024, '\n');
    const file = Buffer.concat([blank, Buffer.from('a')]);
    const readAll = async () => expect(await read(file, 512 * 1024)).toEqual([[blank.length + 1, 'a', false]]);
    // A piece of 512 KB took 200 ms where each blank line was copied.
    await expectWithin(500, () => processorTimeOf(readAll));
  });

  it('lose nothing', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[a-z]{0,20}$/)),
        fc.integer({ min: 1, max: 9 }),
        async (lines, size) => {
          const found = await read(lines.join('\n'), size);
          expect(found.map(([line, text]) => [line, text])).toEqual(
            lines.flatMap((line, index) => (line === '' ? [] : [[index + 1, line]])),
          );
        },
      ),
      { numRuns: 50 },
    ));
});
