import { isRecord } from '@multilane/contracts';

/**
 * The reference's `logprobs` from the provider's items, one a text chunk (docs.cohere.com/reference/chat, LogprobItem);
 * undefined without any. A chunk of several tokens has the sum of their log probabilities, which is the chunk's own.
 * The provider names no alternatives.
 */
export function mapLogprobs(reported: unknown): object | undefined {
  // Nearly every event of a stream has none.
  if (reported === undefined) return undefined;
  const items = (Array.isArray(reported) ? reported : [reported]).flatMap(mapItem);
  return items.length === 0 ? undefined : { content: items, refusal: null };
}

function mapItem(item: unknown): object[] {
  if (!isRecord(item) || typeof item.text !== 'string' || !Array.isArray(item.logprobs)) return [];
  const logprob = item.logprobs.reduce((sum, value) => sum + Number(value), 0);
  return [{ token: item.text, logprob, bytes: [...new TextEncoder().encode(item.text)], top_logprobs: [] }];
}
