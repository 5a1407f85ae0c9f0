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
  const ends = placed.some(({ lettersBefore }) => lettersBefore !== undefined) ? countLetters(blocks) : [];
  for (const { block, lettersBefore } of placed) {
    const at = findPlace(blocks, ends, block.page, lettersBefore);
    const group = inserted.get(at);
    if (group === undefined) inserted.set(at, [block]);
    else group.push(block);
  }
  return [...(inserted.get(0) ?? []), ...blocks.flatMap((block, at) => [block, ...(inserted.get(at + 1) ?? [])])];
}

/** The number of blocks that come before. */
function findPlace(
  blocks: readonly Block[],
  ends: readonly number[],
  page: number | undefined,
  lettersBefore: number | undefined,
): number {
  if (lettersBefore !== undefined) {
    if (lettersBefore === 0) return 0;
    const at = ends.findIndex((end) => end >= lettersBefore);
    return at === -1 ? blocks.length : at + 1;
  }
  return page === undefined ? blocks.length : blocks.findLastIndex((block) => (block.page ?? 0) <= page) + 1;
}

/** How many letters the text has at the end of each block. */
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
