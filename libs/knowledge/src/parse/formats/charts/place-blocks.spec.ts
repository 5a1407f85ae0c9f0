import { describe, expect, it } from '@jest/globals';
import type { Block } from '../../../document/parsed-document.js';
import { type PlacedBlock, placeBlocks } from './place-blocks.js';

const paragraph = (text: string, page?: number): Block => ({
  kind: 'paragraph',
  text,
  ...(page !== undefined && { page }),
});
const textsOf = (blocks: readonly Block[]) => blocks.map((block) => (block.kind === 'paragraph' ? block.text : ''));

describe('placeBlocks', () => {
  it.each<[string, readonly PlacedBlock[], readonly string[]]>([
    ['behind the text that they follow', [{ block: paragraph('T'), lettersBefore: 3 }], ['a b', 'c', 'T', 'd e']],
    [
      'behind a text that they are in the middle of',
      [{ block: paragraph('T'), lettersBefore: 1 }],
      ['a b', 'T', 'c', 'd e'],
    ],
    ['before all text', [{ block: paragraph('T'), lettersBefore: 0 }], ['T', 'a b', 'c', 'd e']],
    [
      'at the end, where there is not so much text',
      [{ block: paragraph('T'), lettersBefore: 9 }],
      ['a b', 'c', 'd e', 'T'],
    ],
    ['at the end, without a place', [{ block: paragraph('T') }], ['a b', 'c', 'd e', 'T']],
    [
      'in their order, where they share a place',
      [
        { block: paragraph('T'), lettersBefore: 2 },
        { block: paragraph('U'), lettersBefore: 2 },
      ],
      ['a b', 'T', 'U', 'c', 'd e'],
    ],
  ])('puts blocks %s', (_name, placed, expected) => {
    expect(textsOf(placeBlocks([paragraph('a b'), paragraph('c'), paragraph('d e')], placed))).toEqual(expected);
  });

  it('puts blocks behind the others of their page, also where pages are out of order', () => {
    const blocks = [paragraph('a', 1), paragraph('b', 3), paragraph('c', 2), paragraph('d', 4)];
    const at = (page: number) => textsOf(placeBlocks(blocks, [{ block: paragraph('T', page) }])).indexOf('T');
    expect([0, 1, 2, 3, 4, 5].map(at)).toEqual([0, 1, 3, 3, 4, 4]);
  });

  it('places a hundred thousand blocks among as many without a search of all for each', () => {
    const blocks = Array.from({ length: 100_000 }, (_, at) => paragraph('x', at));
    const placed = blocks.map((_, at) => ({
      block: paragraph('T', at),
      ...(at % 2 === 0 && { lettersBefore: at + 1 }),
    }));
    const started = process.cpuUsage();
    expect(placeBlocks(blocks, placed)).toHaveLength(200_000);
    expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
  });
});
