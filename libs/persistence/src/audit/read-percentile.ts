import { BIN_BOUNDS } from './series-table.js';

/**
 * A percentile of what was counted in bins, as if the values of a bin were spread evenly over it. Values beyond the last bound
 * count as that bound. Undefined if nothing was counted.
 *
 * @param bins How many values each bin has: the first those below the first bound, the last those from the last bound on
 * @param share From 0 to 1
 */
export function readPercentile(bins: readonly number[], share: number): number | undefined {
  const total = bins.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const rank = share * total;
  let before = 0;
  for (const [index, count] of bins.entries()) {
    if (count > 0 && before + count >= rank) {
      const from = BIN_BOUNDS[index - 1] ?? 0;
      const to = BIN_BOUNDS[index] ?? from;
      return from + (to - from) * ((rank - before) / count);
    }
    before += count;
  }
  return BIN_BOUNDS.at(-1);
}
