/** A timer that fires later than this was held up by other work of this process, in milliseconds. */
const OWN_DELAY_MS = 50;

/**
 * Returns the extension of a time limit that this process was too busy to check, in milliseconds; 0 if it is over. A limit is prolonged
 * once, and what has arrived meanwhile is read before it is judged: a provider is not late because we are.
 *
 * @param sinceMs when what is limited began, by `performance.now()`
 * @param wasProlonged whether the limit was prolonged already
 */
export function findOwnDelay(sinceMs: number, limitMs: number, wasProlonged: boolean): number {
  if (wasProlonged) return 0;
  const late = performance.now() - sinceMs - limitMs;
  return late > OWN_DELAY_MS ? late : 0;
}
