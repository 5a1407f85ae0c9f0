import { readSuite } from '../definition/suite.js';
import { nameOfTarget, type Target } from '../definition/target.js';
import { type CaseShares, type Comparison, compareRuns } from './compare.js';
import { type CaseTally, passShare } from './figures.js';

/** Outcome of one case and one target, with the key of the case. */
export type KeyedTally = CaseTally & { readonly key: string };

/** A run as far as it is compared. */
export interface ComparedRun {
  /** Definition of its suite, as it was at the start. */
  readonly definition: object;
  readonly tallies: readonly KeyedTally[];
}

export interface ComparedTarget {
  /** Target of the later run. */
  readonly target: number;
  readonly name: string;
  /** Undefined: the earlier run has no such target. */
  readonly comparison: Comparison | undefined;
}

/** The share that passes of each case of a target. */
export function sharesOf(tallies: readonly KeyedTally[], target: number): CaseShares {
  const own = tallies.filter((tally) => tally.target === target);
  return new Map(own.map((tally) => [tally.key, tally.passed + tally.failed === 0 ? null : passShare(tally)]));
}

/**
 * Compares each target of a run with that of an earlier one: the one with the same name, or else the only one that is the same agent or
 * workflow, whose version is another one then. Undefined as the earlier run: there is none.
 */
export function compareTargets(before: ComparedRun | undefined, after: ComparedRun): readonly ComparedTarget[] {
  const targets = readSuite(after.definition).targets;
  const earlier = before === undefined ? [] : readSuite(before.definition).targets;
  return targets.map((target, at): ComparedTarget => {
    const name = nameOfTarget(target);
    const found = findSame(target, targets, earlier);
    const comparison =
      before === undefined || found === -1
        ? undefined
        : compareRuns(sharesOf(before.tallies, found), sharesOf(after.tallies, at));
    return { target: at, name, comparison };
  });
}

/** The suite may have others now: their places say nothing. */
function findSame(target: Target, targets: readonly Target[], earlier: readonly Target[]): number {
  const name = nameOfTarget(target);
  const byName = earlier.findIndex((other) => nameOfTarget(other) === name);
  if (byName !== -1) return byName;
  const isSame = (other: Target): boolean => subjectOf(other) === subjectOf(target);
  const isOnly = targets.filter(isSame).length === 1 && earlier.filter(isSame).length === 1;
  return isOnly ? earlier.findIndex(isSame) : -1;
}

function subjectOf(target: Target): string {
  switch (target.type) {
    case 'model':
      return `model ${target.name ?? ''} ${target.model}`;
    case 'agent':
      return `agent ${target.agent_id}`;
    case 'workflow':
      return `workflow ${target.workflow_id}`;
  }
}
