import { median, percentile } from './statistics.js';

/** A row is slower when it costs more than this share beyond what its rounds differ by. */
const TOLERANCE = 0.03;

/** Comparison of the requests of one row in two builds; above 1, this build is faster. */
export interface RowVerdict {
  readonly ratio: number;
  /** The ratios between which the middle half of the rounds lies. */
  readonly low: number;
  readonly high: number;
  readonly isSlower: boolean;
}

/**
 * Compares requests per second of two builds, one pair a round. Slower: the median is more than 3 % below 1, and so is the upper
 * quartile, so the rounds agree. Throws without rounds.
 */
export function judgeRow(rounds: readonly { readonly before: number; readonly after: number }[]): RowVerdict {
  const ratios = rounds.map(({ before, after }) => after / before);
  const [low, ratio, high] = [percentile(ratios, 0.25), median(ratios), percentile(ratios, 0.75)];
  return { ratio, low, high, isSlower: high < 1 - TOLERANCE };
}
