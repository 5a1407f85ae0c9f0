import { normaliseText } from '../moderation/normalise-text.js';
import type { Check } from './guardrail.js';
import { INJECTION_RULES } from './injection-rules.js';

/**
 * How much a text looks as if it gave the model orders that its author may not give, from 0 to 1. Deterministic rules, in
 * time that grows with the length alone; several signs add up as independent evidence does (1 − Π(1 − score)).
 */
export function scoreInjection(text: string): number {
  const normalised = normaliseText(text).replace(/[^\S\n]+/g, ' ');
  let innocence = 1;
  for (const { pattern, score } of INJECTION_RULES) if (pattern.test(normalised)) innocence *= 1 - score;
  return Math.round((1 - innocence) * 1000) / 1000;
}

/** Looks at what people and tools wrote; the operator's own instructions and the model's words are none of theirs. */
export function compilePromptInjectionCheck(threshold: number): Check {
  return ({ readings, phase }) =>
    readings
      .list()
      .some(
        ({ role, plain }) =>
          (phase === 'after' || role === 'user' || role === 'tool') && scoreInjection(plain) >= threshold,
      )
      ? 'finding'
      : 'pass';
}
