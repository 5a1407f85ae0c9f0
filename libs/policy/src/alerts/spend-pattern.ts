/** Makes the median absolute deviation comparable with a standard deviation. */
const DEVIATIONS = 1.4826;

/** Earlier hours that a comparison needs. */
const FEWEST_HOURS = 3;

/** Limit up to which the spend of an hour is in its pattern. */
export interface SpendPattern {
  readonly median: number;
  readonly spread: number;
  readonly limit: number;
}

/**
 * The pattern of an hour's spend, from the same hours of earlier weeks: the median, and a limit that is some spreads above it, but never less than
 * a floor. Undefined with too few hours.
 *
 * @param floor Least amount by which an hour must exceed the median
 */
export function findSpendPattern(earlier: readonly number[], spread: number, floor: number): SpendPattern | undefined {
  if (earlier.length < FEWEST_HOURS) return undefined;
  const median = medianOf(earlier);
  const deviation = DEVIATIONS * medianOf(earlier.map((amount) => Math.abs(amount - median)));
  return { median, spread: deviation, limit: median + Math.max(spread * deviation, floor) };
}

function medianOf(amounts: readonly number[]): number {
  const sorted = [...amounts].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
