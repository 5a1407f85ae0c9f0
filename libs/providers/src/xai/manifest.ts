import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const XAI_MANIFEST: ProviderManifest<'xai'> = {
  kind: 'xai',
  group: 'R',
  name: 'xAI',
  documentation: 'https://docs.x.ai/developers/models',
  defaultBaseUrl: 'https://api.x.ai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'XAI_API_KEY', holds: 'key', example: 'xai-…' },
  prices: { id: 'x-ai' },
  trace: { provider: 'x_ai' },
  keyPatterns: ['xai-'],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['grok-4.3', 'grok-4.5'],
  // docs.x.ai, REST API reference, chat completions and embeddings; "Legacy & Deprecated":
  // `/completions` rejects reasoning models.
  // Penalties are rejected even at 0, which chat front ends always send. docs.x.ai, "Responses API": thinking comes encrypted.
  // "Each message must have at least one content element" (github.com/langchain-ai/langchain/issues/34140).
  wire: {
    fillsContent: true,
    embeddings: {},
    realtime: true,
    omitsDefaults: ['presence_penalty', 'frequency_penalty', 'logit_bias'],
    responses: { encryptsReasoning: true, omits: ['client_metadata'] },
  },
  foreignNames: {
    litellm: { xai: { keyVariable: 'XAI_API_KEY' } },
    portkey: ['x-ai'],
  },
};
