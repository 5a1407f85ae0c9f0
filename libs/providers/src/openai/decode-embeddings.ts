import type { EmbeddingItem, EmbeddingsResponse } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../adapter.js';
import { isErrorEvent } from '../shared/failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../shared/failures/map-error.js';
import { mapInputUsage } from '../shared/usage/map-input-usage.js';
import { orderVectors } from '../shared/vectors/check-vectors.js';

/**
 * The embeddings that a provider of group R answered with; members that it left out are filled in. The parsed body is
 * not mutated. Throws a `ProviderFailure` for an error or an unreadable shape inside a 2xx answer.
 */
export function decodeEmbeddings(bodies: readonly unknown[], facts: DecodeFacts): Decoded<EmbeddingsResponse> {
  const body = bodies[0];
  if (!isRecord(body)) throw unreadable('not an object');
  if (body.error) throw mapErrorInAnswer(body);
  const given = body.data;
  if (!Array.isArray(given)) throw isErrorEvent(body) ? mapErrorInAnswer(body) : unreadable('no embeddings');
  const data = orderVectors(given.map(readItem), facts.request);
  const complete = body.object === 'list' && typeof body.model === 'string';
  const verbatim = complete && data.every((item, position) => item === given[position]);
  const response = verbatim
    ? (body as unknown as EmbeddingsResponse)
    : {
        ...body,
        object: 'list' as const,
        data,
        model: typeof body.model === 'string' ? body.model : (facts.model ?? ''),
      };
  const usage = mapInputUsage(body.usage);
  if (usage !== undefined || body.usage === undefined || body.usage === null) return { response, usage, verbatim };
  const { usage: _counts, ...rest } = response;
  return { response: rest as EmbeddingsResponse, usage, verbatim: false };
}

/** The item itself when it is complete, else a completed copy. */
function readItem(item: unknown, position: number): EmbeddingItem {
  if (!isRecord(item) || !(Array.isArray(item.embedding) || typeof item.embedding === 'string')) {
    throw unreadable('an embedding');
  }
  const given = item as unknown as EmbeddingItem;
  if (given.object === 'embedding' && Number.isInteger(given.index)) return given;
  return { ...given, object: 'embedding', index: Number.isInteger(given.index) ? given.index : position };
}
