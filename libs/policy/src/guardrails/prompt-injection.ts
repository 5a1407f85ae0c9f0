import { normaliseText } from '../moderation/normalise-text.js';
import type { Check } from './guardrail.js';
import { INJECTION_RULES } from './injection-rules.js';
import { joinTurns } from './reading/join-turns.js';
import { stripMarks } from './reading/strip-marks.js';
import type { Reading } from './reading/text-readings.js';
import { listDisguises } from './reading/undo-disguises.js';

/** Text that quotes an attack in order to speak of it: a quotation mark behind one of these words. */
const SPOKEN_OF =
  /(?:attack|injection|jailbreak|phrase|such as|e\.g\.|for example|detect|classif|block|expect\(|assert|explain|why|writes|checks|tests|score\()[^"'`]{0,60}["'`][^"'`]{0,40}$/;
/** Number of characters before a sign that are read. */
const BEFORE = 140;

/**
 * Scores how much a text looks as if it gave the model orders that its author may not give, from 0 to 1. Deterministic
 * rules, in time that grows with the length alone; several signs add up as independent evidence does (1 − Π(1 −
 * score)). A text that is spelled in a disguise counts as the one that it is, and marks between words hide nothing.
 */
export function scoreInjection(text: string): number {
  let score = scoreReading(text);
  for (const reading of listDisguises(text)) score = Math.max(score, scoreReading(reading));
  return score;
}

function scoreReading(text: string): number {
  const normalised = normaliseText(text).replace(/[\s_]+/g, ' ');
  const stripped = stripMarks(normalised);
  let innocence = 1;
  for (const { pattern, score } of INJECTION_RULES) {
    if (isMet(pattern, normalised, normalised, identity)) innocence *= 1 - score;
    else if (stripped && isMet(pattern, stripped.text, normalised, stripped.placeOf)) innocence *= 1 - score;
  }
  return Math.round((1 - innocence) * 1000) / 1000;
}

function isMet(pattern: RegExp, text: string, original: string, placeOf: (at: number) => number): boolean {
  const match = pattern.exec(text);
  if (match === null || isNegated(text, match)) return false;
  return !isSpokenOf(original, placeOf(match.index));
}

/** True if the match is something that must not be done: `never ignore the safety rules`. */
function isNegated(text: string, { 0: met, index }: RegExpExecArray): boolean {
  return UNDOING.test(met) && NOT.test(text.slice(Math.max(0, index - LONGEST_NOT), index));
}

const UNDOING = /^(?:ignore|disregard|forget|override|bypass|neglect|discard|drop|cancel)\b/;
const NOT = /\b(?:not|never|cannot|[a-z]{2,6}(?:n't|n t)) $/;
const LONGEST_NOT = 12;

const identity = (at: number): number => at;

/** True if the match is quoted, by somebody who writes about attacks or tests for them. */
function isSpokenOf(text: string, at: number): boolean {
  return SPOKEN_OF.test(text.slice(Math.max(0, at - BEFORE), at));
}

/** Looks at what people and tools wrote; the operator's own instructions and the model's words are none of theirs. */
export function compilePromptInjectionCheck(threshold: number): Check {
  const isFound = (text: string): boolean => scoreInjection(text) >= threshold;
  return ({ readings, phase }) => {
    const isSuspect = ({ role, text, plain }: Reading): boolean =>
      (phase === 'after' || role === 'user' || role === 'tool') &&
      (isFound(text) || (plain !== text && isFound(plain)));
    if (readings.list().some(isSuspect)) return 'finding';
    return phase === 'before' && joinTurns(readings.parts).some(isFound) ? 'finding' : 'pass';
  };
}
