/** A sequence, as it is looked for. */
export interface Stop {
  readonly stop: string;
  /** Length of the sequence that still matches where its next character does not, by the length that matched. */
  readonly restarts: readonly number[];
}

/** Prepares sequences with at least one character, once for all texts of an answer. */
export function prepareStops(stops: readonly string[]): readonly Stop[] {
  return stops.map((stop) => ({ stop, restarts: listRestarts(stop) }));
}

/**
 * Ends a text at the first of its stop sequences, of which nothing is returned. The text comes in pieces: the end of a piece that may be
 * the beginning of a sequence is held back until more is known. Each character is looked at once for each sequence, whatever they are
 * (Knuth, Morris and Pratt).
 */
export class StopCutter {
  /** The sequence that ended the text; undefined as long as it goes on. */
  stoppedAt: string | undefined;
  #held = '';
  readonly #searches: readonly Search[];

  constructor(stops: readonly Stop[]) {
    this.#searches = stops.map((stop) => ({ ...stop, matched: 0 }));
  }

  /** The part of the text that can be passed on; nothing once it has ended. */
  push(piece: string): string {
    if (this.stoppedAt !== undefined) return '';
    const text = this.#held + piece;
    let end = text.length;
    for (const search of this.#searches) {
      const at = find(search, text, this.#held.length);
      if (at === undefined || at >= end) continue;
      end = at;
      this.stoppedAt = search.stop;
    }
    if (this.stoppedAt !== undefined) {
      this.#held = '';
      return text.slice(0, end);
    }
    const kept = text.length - Math.max(0, ...this.#searches.map(({ matched }) => matched));
    this.#held = text.slice(kept);
    return text.slice(0, kept);
  }

  /** The text that was held back and has turned out to begin no sequence. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    for (const search of this.#searches) search.matched = 0;
    return rest;
  }
}

interface Search extends Stop {
  /** Number of characters of the sequence at the end of the text that was read. */
  matched: number;
}

/** Finds the start of the first sequence; undefined if the text goes on. */
function find(search: Search, text: string, from: number): number | undefined {
  const { restarts, stop } = search;
  for (let at = from; at < text.length; at++) {
    while (search.matched > 0 && stop[search.matched] !== text[at]) search.matched = restarts[search.matched - 1] ?? 0;
    if (stop[search.matched] === text[at]) search.matched++;
    if (search.matched === stop.length) return at + 1 - stop.length;
  }
  return undefined;
}

/** For each beginning of a sequence, how long the longest shorter beginning is that also ends it. */
function listRestarts(stop: string): readonly number[] {
  const restarts = [0];
  let matched = 0;
  for (let at = 1; at < stop.length; at++) {
    while (matched > 0 && stop[at] !== stop[matched]) matched = restarts[matched - 1] ?? 0;
    if (stop[at] === stop[matched]) matched++;
    restarts.push(matched);
  }
  return restarts;
}
