import type { GuardrailVerdict } from '@multilane/contracts';
import type { Check } from './guardrail.js';

/** More tokens than the limit are a finding. They are counted only where the length of the texts does not decide. */
export function compileMaxTokensCheck(limit: number): Check {
  const judge = (tokens: number): GuardrailVerdict => (tokens > limit ? 'finding' : 'pass');
  return (texts) => {
    if (texts.hasAtMostTokens(limit)) return 'pass';
    const tokens = texts.countTokens();
    return tokens instanceof Promise ? tokens.then(judge, () => 'failure') : judge(tokens);
  };
}
