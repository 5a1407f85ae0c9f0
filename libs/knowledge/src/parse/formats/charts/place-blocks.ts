import type { Block } from '../../../document/parsed-document.js';

/** A block that was read apart from the text, and where it stands. */
export interface PlacedBlock {
  readonly block: Block;
  /** Letters of the text before it, in a document without pages. */
  readonly lettersBefore?: number;
}

/** Puts blocks behind the others of their page, or behind the text that they follow. Those without a place come last. */
export function placeBlocks(blocks: readonly Block[], placed: readonly PlacedBlock[]): Block[] {
  const inserted = new Map<number, Block[]>();
  const findPlace = placesIn(blocks, placed);
  for (const { block, lettersBefore } of placed) {
    const at = findPlace(block.page, lettersBefore);
    const group = inserted.get(at);
    if (group === undefined) inserted.set(at, [block]);
    else group.push(block);
  }
  return [...(inserted.get(0) ?? []), ...blocks.flatMap((block, at) => [block, ...(inserted.get(at + 1) ?? [])])];
}

/** Finds the number of blocks that come before. Blocks and places are read once each, however many there are. */
function placesIn(blocks: readonly Block[], placed: readonly PlacedBlock[]) {
  const ends = placed.some(({ lettersBefore }) => lettersBefore !== undefined) ? countLetters(blocks) : [];
  const pages = placed.some(({ block }) => block.page !== undefined) ? lowestPages(blocks) : [];
  return (page: number | undefined, lettersBefore: number | undefined): number => {
    if (lettersBefore !== undefined) {
      return lettersBefore === 0 ? 0 : Math.min(countUntil(ends, (end) => end >= lettersBefore) + 1, blocks.length);
    }
    return page === undefined ? blocks.length : countUntil(pages, (lowest) => lowest > page);
  };
}

/** Counts the values before the first that is far enough. They grow. */
function countUntil(values: readonly number[], isEnough: (value: number) => boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isEnough(values[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The lowest page of each block and those behind it. */
function lowestPages(blocks: readonly Block[]): number[] {
  let lowest = Number.POSITIVE_INFINITY;
  return blocks
    .map((_, at) => {
      lowest = Math.min(lowest, blocks[blocks.length - 1 - at]?.page ?? 0);
      return lowest;
    })
    .reverse();
}

/** Counts the letters of the text up to the end of each block. */
function countLetters(blocks: readonly Block[]): number[] {
  let sum = 0;
  return blocks.map((block) => {
    sum += lettersOf(textOf(block));
    return sum;
  });
}

/** Letters without white space, which formats write in different ways. */
export function lettersOf(text: string): number {
  return text.replace(/\s+/g, '').length;
}

function textOf(block: Block): string {
  if (block.kind === 'list') return block.items.map(({ text }) => text).join('');
  return block.kind === 'table' ? block.rows.flat().join('') : block.text;
}
