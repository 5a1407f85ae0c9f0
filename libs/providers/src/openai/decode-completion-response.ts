import type { TextCompletion } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../adapter.js';
import { isErrorEvent } from '../shared/failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../shared/failures/map-error.js';
import { findUsage, mapUsage } from '../shared/usage/reference-usage.js';
import { completeEnvelope } from './complete-envelope.js';
import { normaliseTextChoice } from './streams/normalise-text-choice.js';

/**
 * The text completion that a provider of group R answered with. The parsed body is not mutated. Throws a
 * `ProviderFailure` for an error or an unreadable shape inside a 2xx answer.
 */
export function decodeCompletionResponse(bodies: readonly unknown[], facts: DecodeFacts): Decoded<TextCompletion> {
  const [body] = bodies;
  if (!isRecord(body)) throw unreadable('not an object');
  if (body.error) throw mapErrorInAnswer(body);
  if (!Array.isArray(body.choices) || body.choices.length === 0) {
    throw isErrorEvent(body) ? mapErrorInAnswer(body) : unreadable('no choices');
  }
  let areGiven = true;
  const choices = body.choices.map((given: unknown, position) => {
    if (!isRecord(given)) throw unreadable('a choice');
    const choice = { ...given };
    if (normaliseTextChoice(choice, facts.onUnknownFinishReason)) areGiven = false;
    if (choice.index !== position || choice.finish_reason === null) areGiven = false;
    choice.index = position;
    choice.finish_reason ??= 'stop';
    return choice;
  });
  const whole = completeEnvelope(body, choices, areGiven, 'text_completion', facts);
  const response = whole as unknown as TextCompletion;
  return { response, usage: mapUsage(findUsage(body)), verbatim: whole === body };
}
