/** Enough places that two words seldom share most of them, few enough to be cheap. */
const PLACES_PER_WORD = 8;
/** FNV-1a, 32 bits (draft-eastlake-fnv): its start and its factor. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A vector of unit length in which every word adds to places of its own: the same words give the same vector in any
 * order, and texts that share words are close to each other.
 */
export function embedWords(words: readonly string[], dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of words) {
    let hash = hashText(word);
    for (let place = 0; place < PLACES_PER_WORD; place++) {
      const at = hash % dimensions;
      vector[at] = (vector[at] ?? 0) + 1;
      hash = (Math.imul(hash, 1664525) + 1013904223) >>> 0;
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** The words of a text, in lower case, without the separators. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function hashText(text: string): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  }
  return hash >>> 0;
}
