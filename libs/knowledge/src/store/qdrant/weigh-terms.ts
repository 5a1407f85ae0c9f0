import { SEARCH_BOUNDS } from '../chunk-store.js';
import { toLexicalText } from '../lexical-text.js';

/** A sparse vector: each term is a number. */
export interface SparseVector {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

/** Parameters of BM25, with the usual length of a chunk in words: Qdrant adds how rare a term is. */
const K1 = 1.2;
const B = 0.75;
const AVERAGE_WORDS = 250;

/** The terms of a chunk with their weights. */
export function weighTerms(text: string): SparseVector {
  const words = splitWords(text);
  const counts = new Map<number, number>();
  for (const word of words) {
    const index = hashTerm(word);
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  const length = 1 - B + (B * words.length) / AVERAGE_WORDS;
  return toSparse(counts, (count) => (count * (K1 + 1)) / (count + K1 * length));
}

/** The different terms of a query, each with weight 1. */
export function queryTerms(text: string): SparseVector {
  const words = [...new Set(splitWords(text))].slice(0, SEARCH_BOUNDS.terms);
  return toSparse(new Map(words.map((word) => [hashTerm(word), 1])), () => 1);
}

const splitWords = (text: string): string[] =>
  toLexicalText(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

function toSparse(counts: ReadonlyMap<number, number>, weigh: (count: number) => number): SparseVector {
  const entries = [...counts].sort(([a], [b]) => a - b);
  return { indices: entries.map(([index]) => index), values: entries.map(([, count]) => weigh(count)) };
}

/** FNV-1a, 32 bits: terms share a number so rarely that it does not show. */
function hashTerm(word: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
