import type { EmbeddingsResponse } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { EMBEDDINGS } from '../endpoints/embeddings/embeddings.endpoint.js';
import { askModel, type ModelAsker } from './ask-model.js';

/** Purpose of the texts: some models embed questions differently. */
export type EmbeddingPurpose = 'document' | 'query';

/** Cohere takes 96 texts in a request, and others more. */
export const TEXTS_PER_REQUEST = 96;

/** The models that rejected to be told of a purpose, by their names; bounded. */
const withoutPurpose = new Set<string>();
const MOST_REMEMBERED = 1_000;

/**
 * Embeds texts with a model of the catalog or of the caller's workspace, as one request of the caller. One vector of length 1 for
 * each text, in their order.
 *
 * @param texts `TEXTS_PER_REQUEST` at most
 * @throws GatewayError the refusal or failure of the request; 502 `provider_error` for an answer that cannot be used
 */
export async function embedTexts(
  model: string,
  texts: readonly string[],
  purpose: EmbeddingPurpose,
  asker: ModelAsker,
): Promise<readonly Float32Array[]> {
  const body = { model, input: texts };
  const key = `${asker.admission.caller.workspaceId ?? ''} ${model}`;
  if (purpose === 'query' && !withoutPurpose.has(key)) {
    try {
      return readVectors(await askModel(EMBEDDINGS, { ...body, input_type: 'search_query' }, asker), texts.length);
    } catch (error) {
      if (!(error instanceof GatewayError) || error.status !== 400) throw error;
      // The model or its provider does not know `input_type`, or rejects the text itself, which it then does again.
      const again = await askModel(EMBEDDINGS, body, { ...asker, requestId: `${asker.requestId}_2` });
      if (withoutPurpose.size >= MOST_REMEMBERED) withoutPurpose.clear();
      withoutPurpose.add(key);
      return readVectors(again, texts.length);
    }
  }
  return readVectors(await askModel(EMBEDDINGS, body, asker), texts.length);
}

/** The vectors of an answer, in the order of the texts, each with length 1. */
export function readVectors(answer: unknown, count: number): readonly Float32Array[] {
  const { data } = Object(answer) as Partial<EmbeddingsResponse>;
  if (!Array.isArray(data) || data.length !== count) throw unusable(`${count} vectors were expected`);
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count }, () => undefined);
  data.forEach((item, position) => {
    const { embedding, index = position } = Object(item) as { embedding?: unknown; index?: number };
    if (!Array.isArray(embedding) || embedding.length === 0) throw unusable('a vector has no numbers');
    if (!Number.isInteger(index) || index < 0 || index >= count) throw unusable('a vector belongs to no text');
    vectors[index] = normalize(Float32Array.from(embedding as number[]));
  });
  const size = vectors[0]?.length;
  const whole = vectors.filter((vector) => vector !== undefined && vector.length === size);
  if (whole.length !== count || vectors.length !== count) throw unusable('its vectors differ in size or are missing');
  return whole as Float32Array[];
}

function normalize(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const number of vector) sum += number * number;
  const length = Math.sqrt(sum);
  if (!Number.isFinite(length) || length === 0) throw unusable('a vector has no direction');
  return vector.map((number) => number / length);
}

function unusable(why: string): GatewayError {
  return new GatewayError('provider_error', { message: `The embedding model's answer cannot be used: ${why}.` });
}
