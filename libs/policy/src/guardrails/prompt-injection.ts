import { normaliseText } from '../moderation/normalise-text.js';
import type { Check } from './guardrail.js';
import { INJECTION_RULES } from './injection-rules.js';
import { listDisguises } from './reading/undo-disguises.js';

/** What quotes an attack in order to speak of it: a quotation mark behind one of these words. */
const SPOKEN_OF =
  /(?:attack|injection|jailbreak|phrase|such as|e\.g\.|for example|detect|classif|block|expect\(|assert|explain|why|writes|score\()[^"'`]{0,60}["'`][^"'`]{0,40}$/;
/** How far before a sign is looked. */
const BEFORE = 140;

/**
 * How much a text looks as if it gave the model orders that its author may not give, from 0 to 1. Deterministic rules, in
 * time that grows with the length alone; several signs add up as independent evidence does (1 − Π(1 − score)). A text that is
 * spelled in a disguise counts as the one that it is.
 */
export function scoreInjection(text: string): number {
  let score = scoreReading(text);
  for (const reading of listDisguises(text)) score = Math.max(score, scoreReading(reading));
  return score;
}

function scoreReading(text: string): number {
  const normalised = normaliseText(text).replace(/[\s_]+/g, ' ');
  let innocence = 1;
  for (const { pattern, score } of INJECTION_RULES) {
    const match = pattern.exec(normalised);
    if (match !== null && !isSpokenOf(normalised, match.index)) innocence *= 1 - score;
  }
  return Math.round((1 - innocence) * 1000) / 1000;
}

/** Whether the match is quoted, by somebody who writes about attacks or tests for them. */
function isSpokenOf(text: string, at: number): boolean {
  return SPOKEN_OF.test(text.slice(Math.max(0, at - BEFORE), at));
}

/** Looks at what people and tools wrote; the operator's own instructions and the model's words are none of theirs. */
export function compilePromptInjectionCheck(threshold: number): Check {
  const isFound = (text: string): boolean => scoreInjection(text) >= threshold;
  return ({ readings, phase }) =>
    readings
      .list()
      .some(
        ({ role, text, plain }) =>
          (phase === 'after' || role === 'user' || role === 'tool') &&
          (isFound(text) || (plain !== text && isFound(plain))),
      )
      ? 'finding'
      : 'pass';
}
