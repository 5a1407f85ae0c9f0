import type { DecisionResponse } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Decoded } from '../../adapter.js';
import { mapErrorInAnswer, unreadable } from '../failures/map-error.js';
import { mapUsage } from './map-usage.js';

/**
 * The answer of a decision model, as it came: the format is the gateway's own (docs/contract/decision.md#request).
 * Throws a `ProviderFailure` for an error, or for an answer that is not of one of the three forms. Whether each answer
 * fits its question is checked where the questions are known: the endpoint /v1/decision.
 */
export function decodeDecision([body]: readonly unknown[]): Decoded<DecisionResponse> {
  if (!isRecord(body)) throw unreadable('not an object');
  if (body.error) throw mapErrorInAnswer(body);
  if (!isRecord(body.answers)) throw unreadable('no answers');
  for (const answer of Object.values(body.answers)) checkAnswer(answer);
  const usage = mapUsage(body.usage);
  return { response: body as unknown as DecisionResponse, usage, verbatim: true };
}

function checkAnswer(answer: unknown): void {
  if (!isRecord(answer)) throw unreadable('an answer is not an object');
  const { type } = answer;
  if (type === 'noul') {
    if (!isShare(answer.noul)) throw unreadable('an answer of type noul');
  } else if (type === 'choice') {
    if (typeof answer.choice !== 'string' || !isMeasured(answer)) throw unreadable('an answer of type choice');
  } else if (type === 'score') {
    if (typeof answer.score !== 'number' || !isMeasured(answer)) throw unreadable('an answer of type score');
  } else {
    throw unreadable('an answer of an unknown type');
  }
}

function isMeasured({ confidence, probabilities }: Record<string, unknown>): boolean {
  return isShare(confidence) && isRecord(probabilities) && Object.values(probabilities).every(isShare);
}

/** From 0 to 1, with room for what adding rounded numbers leaves over. */
function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= -1e-6 && value <= 1 + 1e-6;
}
