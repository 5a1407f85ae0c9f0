interface State {
  readonly next: Map<number, State>;
  /** The state of the longest proper suffix that is also a beginning of a keyword. */
  fallback: State | undefined;
  /** Lengths of the keywords that end here, also of shorter ones. */
  lengths: readonly number[];
}

const WORD = /[\p{L}\p{N}_]/u;

/**
 * Finds any of many keywords in one pass over a text (Aho and Corasick, 1975): a thousand cost what ten do. Compares
 * compatibility forms (NFKC) and, where case is ignored, lower case.
 */
export class KeywordAutomaton {
  readonly #root: State = { next: new Map(), fallback: undefined, lengths: [] };
  readonly #ignoreCase: boolean;
  readonly #wholeWords: boolean;

  constructor(keywords: readonly string[], { ignoreCase, wholeWords }: { ignoreCase: boolean; wholeWords: boolean }) {
    this.#ignoreCase = ignoreCase;
    this.#wholeWords = wholeWords;
    for (const keyword of keywords) this.#add(this.#normalise(keyword));
    this.#link();
  }

  /** Whether any keyword stands in the text. */
  isIn(text: string): boolean {
    const normalised = this.#normalise(text);
    let state = this.#root;
    for (let index = 0; index < normalised.length; index++) {
      state = this.#step(state, normalised.charCodeAt(index));
      for (const length of state.lengths) {
        if (!this.#wholeWords || isWholeWord(normalised, index + 1 - length, index + 1)) return true;
      }
    }
    return false;
  }

  #normalise(text: string): string {
    const normalised = text.normalize('NFKC');
    return this.#ignoreCase ? normalised.toLowerCase() : normalised;
  }

  #add(keyword: string): void {
    let state = this.#root;
    for (let index = 0; index < keyword.length; index++) {
      const code = keyword.charCodeAt(index);
      let next = state.next.get(code);
      if (next === undefined) {
        next = { next: new Map(), fallback: undefined, lengths: [] };
        state.next.set(code, next);
      }
      state = next;
    }
    if (keyword !== '') state.lengths = [keyword.length];
  }

  #link(): void {
    const queue: State[] = [this.#root];
    for (const state of queue) {
      for (const [code, next] of state.next) {
        next.fallback = state === this.#root ? this.#root : this.#step(state.fallback ?? this.#root, code);
        next.lengths = [...next.lengths, ...next.fallback.lengths];
        queue.push(next);
      }
    }
  }

  #step(from: State, code: number): State {
    let state: State | undefined = from;
    while (state !== undefined) {
      const next = state.next.get(code);
      if (next !== undefined) return next;
      state = state.fallback;
    }
    return this.#root;
  }
}

/** No letter, digit or underscore goes on at either end, where the keyword itself has one there. */
function isWholeWord(text: string, start: number, end: number): boolean {
  return !joins(text, start) && !joins(text, end);
}

function joins(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  return isWordAt(text, before(text, at)) && isWordAt(text, at);
}

/** Where the character before a place begins. */
function before(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xdc00 && code <= 0xdfff && at > 1 ? at - 2 : at - 1;
}

function isWordAt(text: string, at: number): boolean {
  return WORD.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}
