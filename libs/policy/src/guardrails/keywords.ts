import type { Check } from './guardrail.js';
import { KeywordAutomaton } from './keyword-automaton.js';

/** Any keyword is a finding. */
export function compileKeywordsCheck(keywords: readonly string[], ignoreCase: boolean, wholeWords: boolean): Check {
  const automaton = new KeywordAutomaton(keywords, { ignoreCase, wholeWords });
  return ({ parts }) => (parts.some(({ text }) => automaton.isIn(text)) ? 'finding' : 'pass');
}
