import { CONFIDENCE, type Interval, meanOf, pairedInterval, signTest } from '../statistics/intervals.js';

/** The share of graded answers that pass, by the key of the case; null where no answer has a grade. */
export type CaseShares = ReadonlyMap<string, number | null>;

export type CaseChange = 'fixed' | 'broken' | 'same' | 'missing';

export type ComparisonVerdict = 'better' | 'worse' | 'no_detectable_change' | 'not_comparable';

export interface ComparedCase {
  readonly key: string;
  readonly change: CaseChange;
  /** Null: the run has no grade of the case. */
  readonly before: number | null;
  readonly after: number | null;
}

export interface Comparison {
  readonly verdict: ComparisonVerdict;
  /** The verdict in plain words. */
  readonly words: string;
  /** Mean share that passes afterwards, less that before, over the cases that both have. Null without one. */
  readonly difference: number | null;
  readonly interval: Interval | null;
  /** Probability by the sign test over cases that changed. Null without a pair. */
  readonly chance: number | null;
  readonly counts: Readonly<Record<CaseChange, number>>;
  readonly cases: readonly ComparedCase[];
}

/**
 * Compares two runs case by case (docs/evals.md#comparing-runs). A change is reported only where the interval for the mean difference
 * leaves 0 out and the sign test finds the changes unlikely by chance: the interval alone is too narrow where few cases all change alike.
 */
export function compareRuns(before: CaseShares, after: CaseShares): Comparison {
  const counts = { fixed: 0, broken: 0, same: 0, missing: 0 };
  const differences: number[] = [];
  const cases = [...new Set([...before.keys(), ...after.keys()])].sort().map((key): ComparedCase => {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null];
    const change = was === null || is === null ? 'missing' : is > was ? 'fixed' : is < was ? 'broken' : 'same';
    counts[change] += 1;
    if (was !== null && is !== null) differences.push(is - was);
    return { key, change, before: was, after: is };
  });
  const interval = pairedInterval(differences) ?? null;
  const difference = differences.length === 0 ? null : meanOf(differences);
  const chance = differences.length === 0 ? null : signTest(counts.fixed, counts.broken);
  const verdict = decide(interval, chance);
  const words = describe(verdict, { difference, interval, missing: counts.missing, pairs: differences.length });
  return { verdict, words, difference, interval, chance, counts, cases };
}

function decide(interval: Interval | null, chance: number | null): ComparisonVerdict {
  if (interval === null || chance === null) return 'not_comparable';
  if (chance > 1 - CONFIDENCE) return 'no_detectable_change';
  if (interval.low > 0) return 'better';
  return interval.high < 0 ? 'worse' : 'no_detectable_change';
}

function describe(
  verdict: ComparisonVerdict,
  {
    difference,
    interval,
    missing,
    pairs,
  }: Pick<Comparison, 'difference' | 'interval'> & { readonly pairs: number; readonly missing: number },
): string {
  const left = missing === 0 ? '' : ` ${missing} cases have no grade in one of the runs and are left out.`;
  if (interval === null || difference === null) {
    return `The runs cannot be compared: fewer than two cases have a grade in both.${left}`;
  }
  const range = `95% interval ${points(interval.low)} to ${points(interval.high)} points, ${pairs} cases`;
  switch (verdict) {
    case 'better':
      return `Better: ${points(difference)} percentage points more answers pass (${range}).${left}`;
    case 'worse':
      return `Worse: ${points(-difference)} percentage points fewer answers pass (${range}).${left}`;
    default:
      return `No detectable change: the difference of ${points(difference)} percentage points can be chance (${range}).${left}`;
  }
}

/** Percentage points with one decimal, and no minus before a zero. */
function points(share: number): string {
  const rounded = Math.round(share * 1_000) / 10;
  return (rounded === 0 ? 0 : rounded).toFixed(1);
}
