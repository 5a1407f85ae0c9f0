import type { Decoded } from '@multilane/providers';
import { decodeAnswers } from '../model-calls/call-target.js';
import type { ModelCall } from '../model-calls/model-call.js';
import type { CacheUse } from '../recording/cache-use.js';

export interface ReadAnswer extends Pick<Decoded<object>, 'response' | 'usage'> {
  /** What says exactly what `response` says, where there is such. */
  readonly bytes: Buffer | undefined;
}

/**
 * What the provider answered in the words of the plan's endpoint, or once answered: an answer of the cache has no usage.
 */
export function readAnswer(call: ModelCall, cache: CacheUse | undefined): ReadAnswer {
  const kept = cache?.response;
  if (kept) return { response: kept, usage: undefined, bytes: cache?.hit?.body };
  const { response, usage, verbatim } = call.decoded ?? decodeAnswers(call);
  const bytes = verbatim ? call.wholeAnswers[0]?.body : undefined;
  cache?.takeWhole(response, bytes);
  return { response, usage, bytes };
}

/** The model as an answer, or a piece of one, names it, in any of the formats. */
export function readAnswerModel(answer: object): string | undefined {
  const { message, model } = answer as { message?: { model?: unknown }; model?: unknown };
  const named = model ?? message?.model;
  return typeof named === 'string' ? named : undefined;
}
