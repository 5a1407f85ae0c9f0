import { RE2JS } from 're2js';
import type { Check } from './guardrail.js';

/**
 * Any pattern is a finding. RE2 matches in time that grows with the text alone, whatever the pattern: what people write
 * cannot stop the process (docs/decisions: guardrails). Throws for a pattern that RE2 does not know.
 */
export function compileRegexCheck(patterns: readonly string[], ignoreCase: boolean): Check {
  const compiled = patterns.map((pattern) => compile(pattern, ignoreCase));
  // `test` asks for no groups, which lets RE2 run as an automaton: up to ninety times as fast as `find`.
  const isFound = (text: string): boolean => compiled.some((pattern) => pattern.test(text));
  return ({ readings }) =>
    readings
      .list()
      .some(
        ({ text, plain, folded }) =>
          isFound(text) || (plain !== text && isFound(plain)) || (folded !== plain && isFound(folded)),
      )
      ? 'finding'
      : 'pass';
}

/** The number of instructions that RE2 makes of a pattern: its worst time for a character grows with it. */
export function sizeOf(pattern: string): number {
  return compile(pattern, false).programSize();
}

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(pattern), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
}
