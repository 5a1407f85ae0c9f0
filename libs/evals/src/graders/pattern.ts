import { estimateClassCost, estimatePatternSize } from '@multilane/contracts';
import { RE2JS } from 're2js';

/** Together with the longest text, matching takes some tens of milliseconds at most: RE2 takes linear time. */
const MOST_INSTRUCTIONS = 250;
export const LONGEST_MATCHED = 20_000;

/**
 * Estimated size above which a pattern is not even compiled: a suite may have many patterns, and they are read in one
 * turn.
 */
const MOST_ESTIMATED = 2_000;
const MOST_CLASS_COST = 10;
const TOO_LARGE = 'is too large: use fewer repetitions and fewer classes of Unicode';

/** Finds the problem of a pattern, in words that follow its name; undefined if there is none. */
export function findPatternProblem(pattern: string): string | undefined {
  try {
    const { length } = pattern;
    if (length === 0) return 'must not be empty';
    const isLarge = estimatePatternSize(pattern) > MOST_ESTIMATED || estimateClassCost(pattern) > MOST_CLASS_COST;
    if (isLarge || compilePattern(pattern, false).programSize() > MOST_INSTRUCTIONS) return TOO_LARGE;
    return undefined;
  } catch {
    return 'is not a pattern of RE2 (no backreferences and no lookaround)';
  }
}

export function compilePattern(pattern: string, ignoreCase: boolean): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(pattern), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
}
