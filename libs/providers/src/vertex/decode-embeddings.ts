import type { EmbeddingsResponse } from '@multilane/contracts';
import { isRecord, readCount } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { mapErrorInAnswer, unreadable } from '../shared/failures/map-error.js';
import { sumInputTokens } from '../shared/usage/map-input-usage.js';
import { composeEmbeddings } from '../shared/vectors/compose-embeddings.js';

interface Embedding {
  readonly values: unknown;
  readonly tokens: number | undefined;
}

/**
 * The embeddings in the answers of predict or of embedContent, merged in order; usage is what each text counted. Throws
 * a `ProviderFailure` for an error, an unreadable shape, or a text that the provider cut.
 */
export function decodeEmbeddings(bodies: readonly unknown[], facts: DecodeFacts): Decoded<EmbeddingsResponse> {
  const embeddings = bodies.flatMap(readEmbeddings);
  const usage = sumInputTokens(embeddings.map(({ tokens }) => tokens));
  return composeEmbeddings(
    embeddings.map(({ values }) => values),
    usage,
    facts,
  );
}

function readEmbeddings(body: unknown): Embedding[] {
  if (!isRecord(body)) throw unreadable('not an object');
  if (body.error) throw mapErrorInAnswer(body);
  if (Array.isArray(body.predictions)) return body.predictions.map(readPrediction);
  if (!isRecord(body.embedding)) throw unreadable('no embeddings');
  if (body.truncated === true) throw cut();
  const usage = isRecord(body.usageMetadata) ? body.usageMetadata : {};
  return [{ values: body.embedding.values, tokens: readCount(usage.promptTokenCount) }];
}

function readPrediction(prediction: unknown): Embedding {
  const embedding = isRecord(prediction) ? prediction.embeddings : undefined;
  if (!isRecord(embedding)) throw unreadable('an embedding');
  const statistics = isRecord(embedding.statistics) ? embedding.statistics : {};
  if (statistics.truncated === true) throw cut();
  return { values: embedding.values, tokens: readCount(statistics.token_count) };
}

/** The embedding of a part is no answer to the whole; the reference provider rejects such a text. */
function cut(): ProviderFailure {
  return new ProviderFailure('context_length_exceeded', { detail: 'the provider cut a text' });
}
