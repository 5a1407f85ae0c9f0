import type { EndpointCodecs, ProviderAdapter } from '../adapter.js';
import { createCompletionsCodec } from '../openai/completions-codec.js';
import { createAdapter } from '../openai/create-adapter.js';
import { createEmbeddingsCodec } from '../openai/embeddings-codec.js';
import { createRerankCodec } from '../openai/rerank-codec.js';
import { COMPATIBLE_KINDS, type CompatibleKind, type CompatibleKindRow } from './kinds.js';

/** One adapter for each row of the table. */
export const COMPATIBLE_ADAPTERS: readonly ProviderAdapter[] = Object.entries(COMPATIBLE_KINDS).map(([kind, row]) =>
  createAdapter(kind as CompatibleKind, row.baseUrl, row, createEndpoints(row)),
);

function createEndpoints(row: CompatibleKindRow): EndpointCodecs {
  const { embeddings, rerank, servesCompletions } = row;
  return {
    ...(servesCompletions ? { completions: createCompletionsCodec(row) } : {}),
    ...(embeddings === undefined ? {} : { embeddings: createEmbeddingsCodec(embeddings) }),
    ...(rerank === undefined ? {} : { rerank: createRerankCodec(rerank) }),
  };
}
