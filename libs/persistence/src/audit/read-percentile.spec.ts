import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readPercentile } from './read-percentile.js';
import { BIN_BOUNDS } from './series-table.js';

/** Bin of a value by `width_bucket`. */
const binOf = (value: number): number => BIN_BOUNDS.filter((bound) => bound <= value).length;

function count(values: readonly number[]): number[] {
  const bins = Array.from({ length: BIN_BOUNDS.length + 1 }, () => 0);
  for (const value of values) bins[binOf(value)] = (bins[binOf(value)] ?? 0) + 1;
  return bins;
}

describe('a percentile of merged bins (docs/contract/audit.md#series)', () => {
  it('is undefined where nothing was counted', () => {
    expect(readPercentile([], 0.5)).toBeUndefined();
    expect(readPercentile(count([]), 0.95)).toBeUndefined();
  });

  it('counts what is longer than the last bound as the last bound', () => {
    expect(readPercentile(count([1e9, 1e9]), 0.5)).toBe(BIN_BOUNDS.at(-1));
  });

  it('lies in the bin of the true percentile, so that it is at most half as long again', () => {
    const durations = fc.array(fc.double({ min: 0, max: 400_000, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99), (values, share) => {
        const sorted = values.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
        const read = readPercentile(count(values), share) ?? Number.NaN;
        const bin = binOf(exact);
        expect(read).toBeGreaterThanOrEqual(BIN_BOUNDS[bin - 1] ?? 0);
        expect(read).toBeLessThanOrEqual(BIN_BOUNDS[bin] ?? BIN_BOUNDS.at(-1) ?? 0);
      }),
    );
  });

  it('is the same however the bins were merged', () => {
    const left = count([3, 80, 900]);
    const right = count([12, 80, 4_000, 70_000]);
    const merged = left.map((value, index) => value + (right[index] ?? 0));
    expect(readPercentile(merged, 0.95)).toBe(readPercentile(count([3, 80, 900, 12, 80, 4_000, 70_000]), 0.95));
  });
});
