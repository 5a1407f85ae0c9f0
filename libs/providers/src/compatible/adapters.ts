import type { EndpointCodecs, ProviderAdapter } from '../adapter.js';
import { createAdapter } from '../openai/create-adapter.js';
import { createEmbeddingsCodec } from '../openai/embeddings-codec.js';
import { createRerankCodec } from '../openai/rerank-codec.js';
import { COMPATIBLE_KINDS, type CompatibleKind, type CompatibleKindRow } from './kinds.js';

/** One adapter for each row of the table. */
export const COMPATIBLE_ADAPTERS: readonly ProviderAdapter[] = Object.entries(COMPATIBLE_KINDS).map(([kind, row]) =>
  createAdapter(kind as CompatibleKind, row.baseUrl, row, createEndpoints(row)),
);

function createEndpoints({ embeddings, rerank }: CompatibleKindRow): EndpointCodecs {
  return {
    ...(embeddings === undefined ? {} : { embeddings: createEmbeddingsCodec(embeddings) }),
    ...(rerank === undefined ? {} : { rerank: createRerankCodec(rerank) }),
  };
}
