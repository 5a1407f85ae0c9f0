import type { Kill } from './count-allowed-losses.js';
import { findKill, type SeenCall } from './count-repeats.js';

/** A job that failed, and what the provider saw of it. */
export interface FailedJob {
  /** Code of its error. */
  readonly code: string;
  readonly calls: readonly SeenCall[];
}

export interface Failures {
  /** Their gateway was killed when a provider had answered: they may have been charged, and are not run again. */
  readonly interrupted: number;
  /** Codes of the others, which nothing explains. */
  readonly others: readonly string[];
}

/** Counts the jobs that failed, by the one reason that docs/contract/async.md allows jobs that nothing is wrong with. */
export function countFailures(failed: readonly FailedJob[], kills: readonly Kill[]): Failures {
  const isInterrupted = ({ calls, code }: FailedJob): boolean => {
    const answered = calls.findLast(({ answeredAt }) => answeredAt !== undefined);
    return code === 'async_job_interrupted' && answered !== undefined && findKill(answered, kills) !== undefined;
  };
  const others = failed.filter((job) => !isInterrupted(job));
  return { interrupted: failed.length - others.length, others: others.map(({ code }) => code) };
}
