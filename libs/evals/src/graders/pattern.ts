import { RE2JS } from 're2js';

/** Together with the longest text, matching takes some tens of milliseconds at most: RE2 takes linear time. */
const MOST_INSTRUCTIONS = 250;
export const LONGEST_MATCHED = 20_000;

/** What is wrong with a pattern, in words that follow its name; undefined if nothing is. */
export function findPatternProblem(pattern: string): string | undefined {
  try {
    const { length } = pattern;
    if (length === 0) return 'must not be empty';
    const compiled = compilePattern(pattern, false);
    return compiled.programSize() > MOST_INSTRUCTIONS ? 'is too large: use fewer repetitions' : undefined;
  } catch {
    return 'is not a pattern of RE2 (no backreferences and no lookaround)';
  }
}

export function compilePattern(pattern: string, ignoreCase: boolean): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(pattern), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
}
