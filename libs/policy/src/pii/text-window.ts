/** Number of characters before a place that a recogniser may look at. */
export const LEFT_CONTEXT = 64;

/** The next value of an own entity from a place on; `entity` is undefined if nothing more can be decided yet. */
export interface CustomMatch {
  readonly text: string;
  readonly isFinal: boolean;
  readonly from: number;
  readonly stop: { readonly entity: string | undefined; readonly start: number; readonly end: number } | undefined;
}

/** A run of characters that was read already: every place in it has the same end. */
export interface ReadRun {
  readonly text: string;
  readonly from: number;
  readonly end: number;
}

/** A run that something was looked for in. */
export interface TriedRun extends ReadRun {
  tries: number;
}

/**
 * A text whose end may still be to come. A recogniser that asks for what lies behind the end has not decided yet, unless
 * the text is final: so what is decided of the beginning of a stream is decided of the whole.
 */
export class TextWindow {
  text = '';
  isFinal = false;
  /** True if anything behind the end was read since this was last set to false. */
  reachedEnd = false;
  /** Find of the operator's own entities, for the text as it was then. */
  custom: CustomMatch | undefined;
  /** The last run of characters of keys, and of values, so that none is read again from each place in it. */
  keys: TriedRun | undefined;
  values: ReadRun | undefined;

  /** The UTF-16 unit at a place; 0 before the beginning and behind the end. */
  at(index: number): number {
    if (index < this.text.length) return index < 0 ? 0 : this.text.charCodeAt(index);
    this.reachedEnd = true;
    return 0;
  }

  slice(from: number, to: number): string {
    return this.text.slice(Math.max(0, from), to);
  }
}

/** Finds an entity that begins at a place: where it ends, or -1. Reads a bounded number of characters. */
export type Recognizer = (window: TextWindow, at: number) => number;
