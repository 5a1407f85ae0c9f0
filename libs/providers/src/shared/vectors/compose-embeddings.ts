import type { EmbeddingsResponse, Usage } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../../adapter.js';
import { unreadable } from '../failures/map-error.js';
import { orderVectors } from './check-vectors.js';

/**
 * The reference's answer made of a native provider's vectors, in the order of the inputs. The providers name no model in
 * the answer. Without reported usage it carries none.
 */
export function composeEmbeddings(
  vectors: readonly unknown[],
  usage: Usage | undefined,
  facts: DecodeFacts,
): Decoded<EmbeddingsResponse> {
  const given = vectors.map((vector, index) => {
    if (!Array.isArray(vector)) throw unreadable('an embedding');
    return { object: 'embedding' as const, index, embedding: vector as number[] };
  });
  const data = orderVectors(given, facts.request);
  const response: EmbeddingsResponse = { object: 'list', data, model: facts.model ?? '' };
  if (usage !== undefined) response.usage = { prompt_tokens: usage.prompt_tokens, total_tokens: usage.total_tokens };
  return { response, usage, verbatim: false };
}
