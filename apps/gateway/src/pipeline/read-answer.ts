import type { Decoded } from '@multilane/providers';
import { decodeAnswers } from '../model-calls/call-target.js';
import type { RequestContext } from './request-context.js';

export interface ReadAnswer extends Pick<Decoded<object>, 'response' | 'usage'> {
  /** What says exactly what `response` says, where there is such. */
  readonly bytes: Buffer | undefined;
}

/**
 * What the provider answered in the words of the plan's endpoint, or once answered: an answer of the cache has no usage.
 */
export function readAnswer(context: RequestContext): ReadAnswer {
  const { cache, wholeAnswers } = context;
  const kept = cache?.response;
  if (kept) return { response: kept, usage: undefined, bytes: cache?.hit?.body };
  const { response, usage, verbatim } = context.decoded ?? decodeAnswers(context);
  const bytes = verbatim ? wholeAnswers[0]?.body : undefined;
  cache?.takeWhole(response, bytes);
  return { response, usage, bytes };
}
