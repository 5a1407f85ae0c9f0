import type { Kill } from './count-allowed-losses.js';

/** Requests that the provider answered more than once. */
export interface Repeats {
  /** Their first answer may have arrived unread when the gateway was killed. */
  readonly allowed: number;
  readonly others: number;
}

/**
 * Counts requests that ran again although the provider had begun to answer. A gateway notes the beginning of an answer when it reads it:
 * one that was killed within `boundMs` of the answer, or the machine's own stall beside it, may not have read it.
 *
 * @param answers of each request, the times of `performance.now()` at which the provider began to answer it
 */
export function countRepeats(
  answers: readonly (readonly number[])[],
  kills: readonly Kill[],
  boundMs: number,
): Repeats {
  const repeated = answers.filter(({ length }) => length > 1);
  const allowed = repeated.filter(
    ([first = 0, , third]) =>
      third === undefined && kills.some(({ at, stallMs }) => first <= at && at - first <= boundMs + stallMs),
  ).length;
  return { allowed, others: repeated.length - allowed };
}
