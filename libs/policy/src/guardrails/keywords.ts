import type { Check } from './guardrail.js';
import { KeywordAutomaton } from './keyword-automaton.js';
import { foldText } from './reading/fold-text.js';

/**
 * Any keyword is a finding. Texts are looked at as they are, in compatibility forms (NFKC), and as they read once they are
 * folded; keywords likewise.
 */
export function compileKeywordsCheck(keywords: readonly string[], ignoreCase: boolean, wholeWords: boolean): Check {
  const inCase = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const asIs = new Set(keywords.map((keyword) => inCase(keyword.normalize('NFKC'))));
  const folded = new Set(keywords.map((keyword) => inCase(foldText(keyword)).trim()));
  const automaton = new KeywordAutomaton(asIs, wholeWords);
  const foldedAutomaton =
    asIs.size === folded.size && [...asIs].every((keyword) => folded.has(keyword))
      ? automaton
      : new KeywordAutomaton(folded, wholeWords);
  return ({ readings }) =>
    readings.list().some((reading) => {
      if (automaton.isIn(inCase(reading.text.normalize('NFKC')))) return true;
      return reading.folded !== reading.text && foldedAutomaton.isIn(inCase(reading.folded));
    })
      ? 'finding'
      : 'pass';
}
