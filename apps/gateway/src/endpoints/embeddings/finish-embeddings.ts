import type { EmbeddingItem, EmbeddingsRequest, EmbeddingsResponse } from '@multilane/contracts';
import { ProviderFailure } from '@multilane/providers';
import { decodeVector, encodeVector } from './vector-base64.js';

/**
 * Puts the vectors into the format that the request asks for, "float or base64 on every provider"
 * (docs/contract/embeddings.md#embeddings); without `encoding_format` they are numbers. Returns the answer itself where
 * nothing is to do. Throws `provider_error` for a text that is no vector, and for fewer vectors than inputs.
 *
 * An answer to a request with `output_dtype`, an extension of group R, holds numbers of another type, which the
 * provider encodes as it is asked to.
 */
export function finishEmbeddings(
  answer: EmbeddingsResponse,
  { input, encoding_format, output_dtype }: Readonly<EmbeddingsRequest>,
): EmbeddingsResponse {
  if (answer.data.length < countInputs(input)) {
    throw new ProviderFailure('provider_error', { detail: 'fewer embeddings than inputs' });
  }
  if (output_dtype !== undefined && output_dtype !== null) return answer;
  const convert = encoding_format === 'base64' ? toBase64 : toNumbers;
  const data = answer.data.map(convert);
  return data.every((item, position) => item === answer.data[position]) ? answer : { ...answer, data };
}

/** One text, or the tokens of one, is a single input. */
function countInputs(input: EmbeddingsRequest['input']): number {
  return Array.isArray(input) && typeof input[0] !== 'number' ? input.length : 1;
}

function toBase64(item: EmbeddingItem): EmbeddingItem {
  return typeof item.embedding === 'string' ? item : { ...item, embedding: encodeVector(item.embedding) };
}

function toNumbers(item: EmbeddingItem): EmbeddingItem {
  return typeof item.embedding === 'string' ? { ...item, embedding: decodeVector(item.embedding) } : item;
}
