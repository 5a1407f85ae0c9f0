import type { Decoded } from '@multilane/providers';
import type { RequestContext } from './request-context.js';
import { decodeFacts } from './stages/call-upstream.stage.js';

export interface ReadAnswer extends Pick<Decoded<object>, 'response' | 'usage'> {
  /** What says exactly what `response` says, where there is such. */
  readonly bytes: Buffer | undefined;
}

/**
 * What the provider answered in the words of the plan's endpoint, or once answered: an answer of the cache has no usage.
 */
export function readAnswer(context: RequestContext): ReadAnswer {
  const { cache, serving, wholeAnswers } = context;
  const kept = cache?.response;
  if (kept) return { response: kept, usage: undefined, bytes: cache?.hit?.body };
  const { codec } = serving;
  const { response, usage, verbatim } = codec.decode(
    wholeAnswers.map((each) => each.parse(codec)),
    decodeFacts(context),
  );
  const bytes = verbatim ? wholeAnswers[0]?.body : undefined;
  cache?.takeWhole(response, bytes);
  return { response, usage, bytes };
}
