import type { EmbeddingsResponse, Usage } from '@multilane/contracts';
import { isRecord, readCount } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../adapter.js';
import { unreadable } from '../shared/failures/map-error.js';
import { orderVectors } from '../shared/vectors/check-vectors.js';

/**
 * The answers of one call per input, merged in order, their tokens summed. Titan says `{embedding, inputTextTokenCount}`,
 * Cohere `{embeddings: {float: [[…]]}}` and Nova `{embeddings: [{embedding}]}` without a count, which is in a header. Throws a `ProviderFailure` for an unreadable shape.
 */
export function decodeEmbeddings(bodies: readonly unknown[], facts: DecodeFacts): Decoded<EmbeddingsResponse> {
  const usage = sumUsage(bodies, facts);
  const response: EmbeddingsResponse = {
    object: 'list',
    data: orderVectors(
      bodies.map((body, index) => ({ object: 'embedding', index, embedding: readEmbedding(body) })),
      facts.request,
    ),
    model: facts.model ?? '',
    ...(usage && { usage: { prompt_tokens: usage.prompt_tokens, total_tokens: usage.total_tokens } }),
  };
  return { response, usage, verbatim: false };
}

function readEmbedding(body: unknown): number[] {
  if (!isRecord(body)) throw unreadable('not an object');
  const { embeddings } = body;
  const lists = isRecord(embeddings) ? embeddings.float : embeddings;
  const first: unknown = Array.isArray(lists) ? lists[0] : undefined;
  const embedding = body.embedding ?? (isRecord(first) ? first.embedding : first);
  if (isNumbers(embedding) && embedding.length > 0) return embedding;
  throw unreadable('no embedding');
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

/** docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModel.html: InvokeModel counts for every model. */
const COUNT_HEADER = 'x-amzn-bedrock-input-token-count';

function readHeader(value: string | string[] | undefined): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Undefined unless every answer names its count: a sum of some would be too low. */
function sumUsage(bodies: readonly unknown[], { answers = [] }: DecodeFacts): Usage | undefined {
  let sum = 0;
  for (const [index, body] of bodies.entries()) {
    const reported = isRecord(body) ? readCount(body.inputTextTokenCount) : undefined;
    const count = reported ?? readHeader(answers[index]?.headers[COUNT_HEADER]);
    if (count === undefined) return undefined;
    sum += count;
  }
  return { prompt_tokens: sum, completion_tokens: 0, total_tokens: sum };
}
