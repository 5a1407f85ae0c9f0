import { type Interval, meanOf, wilsonInterval } from '../statistics/intervals.js';
import { passAtK, passPowerK } from '../statistics/repeats.js';

/** Outcome of one case and one target, over all repeats. */
export interface CaseTally {
  readonly target: number;
  readonly position: number;
  readonly passed: number;
  readonly failed: number;
  /** The target did not answer. */
  readonly errors: number;
  /** A grader could not grade, such as a judge that did not answer. */
  readonly graderErrors: number;
}

export interface PassFigure {
  readonly k: number;
  /** At least one of k answers passes. Null if no case has k graded answers. */
  readonly passAtK: number | null;
  /** All of k answers pass. */
  readonly passPowerK: number | null;
  /** Cases with k graded answers. */
  readonly cases: number;
}

/** The figures of one target. Answers without a grade are in none of the rates. */
export interface TargetFigures {
  readonly target: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly graderErrors: number;
  /** Cases with a graded answer. */
  readonly gradedCases: number;
  /** The mean over graded cases of the share of answers that pass. Null without one. */
  readonly passRate: number | null;
  readonly interval: Interval | null;
  readonly passes: readonly PassFigure[];
}

/** The figures of each target of a run. They depend on the tallies alone, in whatever order those come. */
export function figuresOf(
  tallies: readonly CaseTally[],
  { repeats, targets }: { readonly targets: number; readonly repeats: number },
): readonly TargetFigures[] {
  const byTarget = Array.from({ length: targets }, (): CaseTally[] => []);
  for (const tally of tallies) byTarget[tally.target]?.push(tally);
  return byTarget.map((own, target) => {
    own.sort((left, right) => left.position - right.position);
    const graded = own.filter(({ failed, passed }) => passed + failed > 0);
    const passRate = graded.length === 0 ? null : meanOf(graded.map(passShare));
    return {
      target,
      passed: sum(own, 'passed'),
      failed: sum(own, 'failed'),
      errors: sum(own, 'errors'),
      graderErrors: sum(own, 'graderErrors'),
      gradedCases: graded.length,
      passRate,
      // Repeats of a case are not independent: they make the interval no narrower.
      interval: passRate === null ? null : (wilsonInterval(passRate, graded.length) ?? null),
      passes: Array.from({ length: repeats }, (_, at) => passFigure(graded, at + 1)),
    };
  });
}

/** The share of the graded answers of a case that pass. */
export function passShare({ failed, passed }: Pick<CaseTally, 'passed' | 'failed'>): number {
  return passed / (passed + failed);
}

function passFigure(graded: readonly CaseTally[], k: number): PassFigure {
  const enough = graded.filter(({ failed, passed }) => passed + failed >= k);
  const mean = (estimate: typeof passAtK): number | null =>
    enough.length === 0 ? null : meanOf(enough.map(({ failed, passed }) => estimate(passed + failed, passed, k)));
  return { k, passAtK: mean(passAtK), passPowerK: mean(passPowerK), cases: enough.length };
}

function sum(tallies: readonly CaseTally[], name: 'passed' | 'failed' | 'errors' | 'graderErrors'): number {
  let total = 0;
  for (const tally of tallies) total += tally[name];
  return total;
}
