import type { Steps } from '@multilane/config';
import { isSame } from '../../upstream/made-from.js';

/** Called for what cannot be used, with its id and why. */
export type ReportProblem = (id: string, problem: string) => void;

/**
 * A part of a snapshot, shared with the next one as long as all that it was made from are the same objects. The problems that were
 * found while it was made are reported for each snapshot that has it.
 */
export class LastMade<Made> {
  private last:
    | {
        readonly sources: readonly unknown[];
        readonly made: Made;
        readonly problems: readonly (readonly [string, string])[];
      }
    | undefined;

  /** @param sources All that `make` depends on. */
  *find(sources: readonly unknown[], report: ReportProblem, make: (report: ReportProblem) => Steps<Made>): Steps<Made> {
    const { last } = this;
    if (last !== undefined && isSame(last.sources, sources)) {
      for (const [id, problem] of last.problems) report(id, problem);
      return last.made;
    }
    const problems: [string, string][] = [];
    const made = yield* make((id, problem) => {
      problems.push([id, problem]);
      report(id, problem);
    });
    this.last = { sources, made, problems };
    return made;
  }

  /** The same for a part that takes no time, in which nothing can be wrong. */
  findNow(sources: readonly unknown[], make: () => Made): Made {
    const { last } = this;
    if (last !== undefined && isSame(last.sources, sources)) return last.made;
    const made = make();
    this.last = { sources, made, problems: [] };
    return made;
  }
}

/** For parts in which nothing can be wrong. */
export const noProblems: ReportProblem = (id, problem) => {
  throw new Error(`${id}: ${problem}`);
};
