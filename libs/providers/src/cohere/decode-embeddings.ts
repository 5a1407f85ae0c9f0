import type { EmbeddingsResponse } from '@multilane/contracts';
import { isRecord, readCount } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../adapter.js';
import { mapErrorInAnswer, unreadable } from '../shared/failures/map-error.js';
import { sumInputTokens } from '../shared/usage/map-input-usage.js';
import { composeEmbeddings } from '../shared/vectors/compose-embeddings.js';

/**
 * The embeddings in the answers of POST /v2/embed, merged in order. Throws a `ProviderFailure` for an error or an
 * unreadable shape inside a 2xx answer.
 */
export function decodeEmbeddings(bodies: readonly unknown[], facts: DecodeFacts): Decoded<EmbeddingsResponse> {
  const vectors = bodies.flatMap(readVectors);
  return composeEmbeddings(vectors, sumInputTokens(bodies.map(readTokens)), facts);
}

function readVectors(body: unknown): unknown[] {
  if (!isRecord(body)) throw unreadable('not an object');
  const vectors = isRecord(body.embeddings) ? body.embeddings.float : undefined;
  if (Array.isArray(vectors)) return vectors;
  throw typeof body.message === 'string' ? mapErrorInAnswer(body) : unreadable('no embeddings');
}

/** Embeddings report their tokens as billed units; `tokens`, if present, counts as for chat. */
function readTokens(body: unknown): number | undefined {
  const meta = isRecord(body) && isRecord(body.meta) ? body.meta : {};
  const counts = isRecord(meta.tokens) ? meta.tokens : meta.billed_units;
  return isRecord(counts) ? readCount(counts.input_tokens) : undefined;
}
