/** Separates two words, in keywords and texts alike; no UTF-16 unit is as large. */
const BOUNDARY = 0x10000;
const ROOT = 0;
const NONE = -1;
const ASCII = 0x80;

const WORD = /[\p{L}\p{N}_]/u;
/** By UTF-16 unit whether it belongs to a word: 0 not asked yet, 1 no, 2 yes. */
const WORD_UNITS = new Uint8Array(0x10000);

const { imul } = Math;

/** Nobody who writes keywords can foresee which of them meet in the table below. */
const SEED = Math.floor(Math.random() * 0x7fffffff);

/**
 * Finds whether any of many keywords occurs in a text, in one pass: a step for each character and, for whole words, one more
 * where words meet, whatever the keywords are (Aho and Corasick, 1975). Whole words need no look back: the places where words
 * meet are characters of the keyword too.
 */
export class KeywordAutomaton {
  /** Transitions as a hash table: the state at `2 * slot` and the unit at `2 * slot + 1` of `keys` lead to `targets[slot]`. */
  #keys = new Int32Array(32).fill(NONE);
  #targets = new Int32Array(16);
  /**
   * State after the first ASCII character of a keyword: mostly the root, which is the common case and must be quick.
   */
  readonly #fromRoot = new Int32Array(ASCII);
  /** By state, the one for the longest proper suffix that is also a beginning of a keyword. */
  #fallbacks = new Int32Array(0);
  /** By state, whether a keyword ends there, be it a shorter one. */
  #isEnd: Uint8Array;
  #count = 1;
  readonly #wholeWords: boolean;

  constructor(keywords: Iterable<string>, wholeWords: boolean) {
    this.#wholeWords = wholeWords;
    const parents: number[] = [NONE];
    const units: number[] = [NONE];
    const depths: number[] = [0];
    const ends: number[] = [];
    const add = (state: number, unit: number): number => {
      const known = this.#find(state, unit);
      if (known !== NONE) return known;
      parents.push(state);
      units.push(unit);
      depths.push((depths[state] ?? 0) + 1);
      return this.#insert(state, unit);
    };
    for (const keyword of keywords) {
      if (keyword === '') continue;
      let state = wholeWords ? add(ROOT, BOUNDARY) : ROOT;
      for (let index = 0; index < keyword.length; index++) {
        if (wholeWords && index > 0 && meetsWord(keyword, index)) state = add(state, BOUNDARY);
        state = add(state, keyword.charCodeAt(index));
      }
      ends.push(wholeWords ? add(state, BOUNDARY) : state);
    }
    this.#isEnd = new Uint8Array(this.#count);
    for (const state of ends) this.#isEnd[state] = 1;
    this.#link(parents, units, depths);
    for (let unit = 0; unit < ASCII; unit++) this.#fromRoot[unit] = Math.max(this.#find(ROOT, unit), ROOT);
  }

  /** True if any keyword occurs in the text. */
  isIn(text: string): boolean {
    const isEnd = this.#isEnd;
    let state = ROOT;
    for (let index = 0; index < text.length; index++) {
      if (this.#wholeWords && meetsWord(text, index)) {
        state = this.#step(state, BOUNDARY);
        if (isEnd[state] === 1) return true;
      }
      const unit = text.charCodeAt(index);
      state = state === ROOT && unit < ASCII ? (this.#fromRoot[unit] ?? ROOT) : this.#step(state, unit);
      if (isEnd[state] === 1) return true;
    }
    return this.#wholeWords && isEnd[this.#step(state, BOUNDARY)] === 1;
  }

  /** Works out the fallbacks, the states of shorter beginnings first. */
  #link(parents: readonly number[], units: readonly number[], depths: readonly number[]): void {
    this.#fallbacks = new Int32Array(this.#count);
    const order = sortByDepth(depths);
    for (const state of order) {
      const parent = parents[state] ?? NONE;
      if (parent <= ROOT) continue;
      const fallback = this.#step(this.#fallbacks[parent] ?? ROOT, units[state] ?? NONE);
      this.#fallbacks[state] = fallback;
      if (this.#isEnd[fallback] === 1) this.#isEnd[state] = 1;
    }
  }

  #step(from: number, unit: number): number {
    let state = from;
    for (;;) {
      const next = this.#find(state, unit);
      if (next !== NONE) return next;
      if (state === ROOT) return ROOT;
      state = this.#fallbacks[state] ?? ROOT;
    }
  }

  #find(state: number, unit: number): number {
    const slot = this.#slotOf(state, unit);
    return this.#keys[2 * slot] === NONE ? NONE : (this.#targets[slot] ?? NONE);
  }

  /** The slot of a transition, or the free one where it would be. */
  #slotOf(state: number, unit: number): number {
    const keys = this.#keys;
    const mask = this.#targets.length - 1;
    let hash = imul(state ^ SEED, 0x9e3779b1) ^ imul(unit + 1, 0x85ebca6b);
    hash = imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    let slot = (hash ^ (hash >>> 13)) & mask;
    while (keys[2 * slot] !== NONE && (keys[2 * slot] !== state || keys[2 * slot + 1] !== unit))
      slot = (slot + 1) & mask;
    return slot;
  }

  #insert(state: number, unit: number): number {
    if (2 * this.#count > this.#targets.length) this.#grow();
    const slot = this.#slotOf(state, unit);
    this.#keys[2 * slot] = state;
    this.#keys[2 * slot + 1] = unit;
    this.#targets[slot] = this.#count;
    return this.#count++;
  }

  #grow(): void {
    const keys = this.#keys;
    const targets = this.#targets;
    this.#keys = new Int32Array(2 * keys.length).fill(NONE);
    this.#targets = new Int32Array(2 * targets.length);
    for (let slot = 0; slot < targets.length; slot++) {
      const state = keys[2 * slot] ?? NONE;
      if (state === NONE) continue;
      const unit = keys[2 * slot + 1] ?? NONE;
      const into = this.#slotOf(state, unit);
      this.#keys[2 * into] = state;
      this.#keys[2 * into + 1] = unit;
      this.#targets[into] = targets[slot] ?? NONE;
    }
  }
}

/** The states, those of the same depth together, by counting them. */
function sortByDepth(depths: readonly number[]): Int32Array {
  const starts: number[] = [];
  for (const depth of depths) starts[depth + 1] = (starts[depth + 1] ?? 0) + 1;
  starts[0] = 0;
  for (let depth = 1; depth < starts.length; depth++) starts[depth] = (starts[depth] ?? 0) + (starts[depth - 1] ?? 0);
  const order = new Int32Array(depths.length);
  depths.forEach((depth, state) => {
    const at = starts[depth] ?? 0;
    starts[depth] = at + 1;
    order[at] = state;
  });
  return order;
}

/** True if a word may begin or end before the place: not between two characters that are both of a word. */
function meetsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  if (isLowSurrogate(unit) && isHighSurrogate(before)) return false;
  if (!(isHighSurrogate(unit) ? isWordAt(text, at) : isWordUnit(unit))) return true;
  return !(isLowSurrogate(before) && at > 1 ? isWordAt(text, at - 2) : isWordUnit(before));
}

function isWordUnit(unit: number): boolean {
  const known = WORD_UNITS[unit];
  if (known !== 0) return known === 2;
  const isWord = WORD.test(String.fromCharCode(unit));
  WORD_UNITS[unit] = isWord ? 2 : 1;
  return isWord;
}

function isWordAt(text: string, at: number): boolean {
  return WORD.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
