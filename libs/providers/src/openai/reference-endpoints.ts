import type { EndpointCodecs } from '../adapter.js';
import { createEmbeddingsCodec, REFERENCE_EMBEDDINGS } from './embeddings-codec.js';
import { createRerankCodec } from './rerank-codec.js';

/**
 * What the reference provider and its cloud variant have beside chat. Rerank is passed through for R1 (specification
 * section 4): their own hosts answer 404, other hosts that are configured as these kinds may serve it.
 */
export const REFERENCE_ENDPOINTS: EndpointCodecs = {
  embeddings: createEmbeddingsCodec(REFERENCE_EMBEDDINGS),
  rerank: createRerankCodec({ takesTextsOnly: false }),
};
