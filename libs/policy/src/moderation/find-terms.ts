import { normaliseText } from './normalise-text.js';
import type { Word } from './read-words.js';

/** Terms by the concept they stand for. A term is one or more words; `*` after a word's beginning stands for its rest. */
export type Vocabulary<Concept extends string> = Readonly<Record<Concept, readonly string[]>>;

interface Term<Concept> {
  readonly concept: Concept;
  readonly words: readonly string[];
}

/** Positions of each concept, in ascending order. */
export type Occurrences<Concept> = ReadonlyMap<Concept, readonly number[]>;

/**
 * Finds the terms of a vocabulary in a text. Made once; the time to search grows with the length of the text alone.
 * Words that a term of the concept `benign` covers are not looked at: "kill the process" holds no killing.
 */
export class TermFinder<Concept extends string> {
  readonly #whole = new Map<string, Term<Concept>[]>();
  readonly #beginnings = new Map<string, Term<Concept>[]>();
  readonly #benign: Concept;
  #longestBeginning = 0;

  constructor(vocabulary: Vocabulary<Concept>, benign: Concept) {
    this.#benign = benign;
    for (const [concept, terms] of Object.entries(vocabulary) as [Concept, readonly string[]][]) {
      for (const term of terms) this.#add({ concept, words: normaliseText(term).split(' ') });
    }
  }

  find(words: readonly Word[]): Occurrences<Concept> {
    const matches = words.map((_word, index) => this.#matchAt(words, index));
    const covered = this.#listCovered(matches);
    const found = new Map<Concept, number[]>();
    matches.forEach((terms, index) => {
      const position = words[index]?.position ?? 0;
      for (const term of terms) {
        if (term.concept !== this.#benign && term.words.some((_word, offset) => covered.has(index + offset))) continue;
        const positions = found.get(term.concept);
        if (positions === undefined) found.set(term.concept, [position]);
        else if (positions.at(-1) !== position) positions.push(position);
      }
    });
    return found;
  }

  /** The words that harmless phrases are made of, by index. */
  #listCovered(matches: readonly (readonly Term<Concept>[])[]): ReadonlySet<number> {
    const covered = new Set<number>();
    for (const [index, terms] of matches.entries()) {
      for (const { concept, words } of terms) {
        if (concept !== this.#benign) continue;
        for (let offset = 0; offset < words.length; offset++) covered.add(index + offset);
      }
    }
    return covered;
  }

  #add(term: Term<Concept>): void {
    const [first = ''] = term.words;
    const isBeginning = first.endsWith('*');
    const key = isBeginning ? first.slice(0, -1) : first;
    const index = isBeginning ? this.#beginnings : this.#whole;
    if (isBeginning) this.#longestBeginning = Math.max(this.#longestBeginning, key.length);
    const known = index.get(key);
    if (known === undefined) index.set(key, [term]);
    else known.push(term);
  }

  #matchAt(words: readonly Word[], index: number): Term<Concept>[] {
    const matched: Term<Concept>[] = [];
    const take = (terms: readonly Term<Concept>[] = []) => {
      for (const term of terms) {
        if (!matched.includes(term) && followsAt(words, index, term.words)) matched.push(term);
      }
    };
    for (const reading of words[index]?.readings ?? []) {
      take(this.#whole.get(reading));
      const longest = Math.min(reading.length, this.#longestBeginning);
      for (let length = 2; length <= longest; length++) take(this.#beginnings.get(reading.slice(0, length)));
    }
    return matched;
  }
}

/** True if the words after the first one of a term follow at once, within the sentence. */
function followsAt(words: readonly Word[], index: number, term: readonly string[]): boolean {
  const start = words[index]?.position ?? 0;
  return term.every((part, offset) => {
    if (offset === 0) return true;
    const word = words[index + offset];
    return word?.position === start + offset && word.readings.some((reading) => isLike(reading, part));
  });
}

function isLike(reading: string, part: string): boolean {
  return part.endsWith('*') ? reading.startsWith(part.slice(0, -1)) : reading === part;
}
