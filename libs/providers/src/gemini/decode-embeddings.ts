import type { EmbeddingsResponse } from '@multilane/contracts';
import { isRecord, readCount } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../adapter.js';
import { mapErrorInAnswer, unreadable } from '../shared/failures/map-error.js';
import { sumInputTokens } from '../shared/usage/map-input-usage.js';
import { composeEmbeddings } from '../shared/vectors/compose-embeddings.js';

/**
 * The embeddings in the answers of models.batchEmbedContents, merged in order. Only newer models report usage. Throws a
 * `ProviderFailure` for an error or an unreadable shape inside a 2xx answer.
 */
export function decodeEmbeddings(bodies: readonly unknown[], facts: DecodeFacts): Decoded<EmbeddingsResponse> {
  const vectors = bodies.flatMap(readVectors);
  return composeEmbeddings(vectors, sumInputTokens(bodies.map(readTokens)), facts);
}

function readVectors(body: unknown): unknown[] {
  if (!isRecord(body)) throw unreadable('not an object');
  if (body.error) throw mapErrorInAnswer(body);
  if (!Array.isArray(body.embeddings)) throw unreadable('no embeddings');
  return body.embeddings.map((embedding) => (isRecord(embedding) ? embedding.values : undefined));
}

function readTokens(body: unknown): number | undefined {
  const usage = isRecord(body) ? body.usageMetadata : undefined;
  return isRecord(usage) ? readCount(usage.promptTokenCount) : undefined;
}
