import { logGamma, studentQuantile } from './student.js';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Confidence of all intervals here. */
export const CONFIDENCE = 0.95;
/** The 0.975 quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * The interval for the mean of differences between pairs: Student's t. It is exact for normal differences, and right for others from some
 * thirty pairs on. Undefined for fewer than two.
 */
export function pairedInterval(differences: readonly number[]): Interval | undefined {
  const count = differences.length;
  if (count < 2) return undefined;
  const mean = meanOf(differences);
  let squares = 0;
  for (const difference of differences) squares += (difference - mean) ** 2;
  const margin = studentQuantile((1 + CONFIDENCE) / 2, count - 1) * Math.sqrt(squares / (count - 1) / count);
  return { low: mean - margin, high: mean + margin };
}

/** Wilson's score interval for a share of so many cases. Undefined for none. */
export function wilsonInterval(share: number, count: number): Interval | undefined {
  if (count <= 0) return undefined;
  const centre = share + Z ** 2 / (2 * count);
  const margin = Z * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2));
  const scale = 1 + Z ** 2 / count;
  return { low: Math.max(0, (centre - margin) / scale), high: Math.min(1, (centre + margin) / scale) };
}

/** The two-sided sign test: how likely at least such an imbalance of ups and downs is by chance. */
export function signTest(ups: number, downs: number): number {
  const count = ups + downs;
  let tail = 0;
  for (let at = 0; at <= Math.min(ups, downs); at += 1) {
    const choose = logGamma(count + 1) - logGamma(at + 1) - logGamma(count - at + 1);
    tail += Math.exp(choose - count * Math.LN2);
  }
  return Math.min(1, 2 * tail);
}

export function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}
