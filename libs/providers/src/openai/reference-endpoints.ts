import type { EndpointCodecs } from '../adapter.js';
import { createCompletionsCodec } from './completions-codec.js';
import { createEmbeddingsCodec, REFERENCE_EMBEDDINGS } from './embeddings-codec.js';
import { MODERATIONS_CODEC } from './moderations-codec.js';
import { REFERENCE_QUIRKS } from './reference-quirks.js';
import { createRerankCodec } from './rerank-codec.js';
import { createResponsesCodecs } from './responses/create-responses-codecs.js';
import { REFERENCE_RESPONSES } from './responses/responses-quirks.js';

/**
 * Endpoints of the reference provider and its cloud variant beside chat. Rerank is passed through for R1
 * (docs/contract/rerank.md#rerank): their own hosts answer 404, other hosts that are configured as these kinds may
 * serve it.
 */
export const REFERENCE_ENDPOINTS: EndpointCodecs = {
  ...createResponsesCodecs(REFERENCE_RESPONSES),
  completions: createCompletionsCodec(REFERENCE_QUIRKS),
  moderations: MODERATIONS_CODEC,
  embeddings: createEmbeddingsCodec(REFERENCE_EMBEDDINGS),
  rerank: createRerankCodec({ takesTextsOnly: false }),
};
