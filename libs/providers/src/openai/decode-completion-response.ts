import type { TextCompletion } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Decoded } from '../adapter.js';
import { mapErrorInAnswer, unreadable } from '../shared/map-error.js';
import { findUsage, mapUsage } from '../shared/reference-usage.js';
import type { WireQuirks } from '../wire-quirks.js';
import { normaliseTextChoice } from './normalise-text-choice.js';

/**
 * The text completion that a provider of group R answered with. The parsed body is not mutated. Throws a
 * `ProviderFailure` for an error or an unreadable shape inside a 2xx answer.
 */
export function decodeCompletionResponse(bodies: readonly unknown[], quirks: WireQuirks): Decoded<TextCompletion> {
  const [body] = bodies;
  if (!isRecord(body)) throw unreadable('not an object');
  if (body.error) throw mapErrorInAnswer(body);
  if (!Array.isArray(body.choices)) throw unreadable('no choices');
  let verbatim = true;
  const choices = body.choices.map((given: unknown) => {
    if (!isRecord(given)) throw unreadable('a choice');
    const choice = { ...given };
    if (normaliseTextChoice(choice, quirks.normalisesAnswers)) verbatim = false;
    return choice;
  });
  const response = { ...body, choices } as unknown as TextCompletion;
  return { response, usage: mapUsage(findUsage(body)), verbatim };
}
