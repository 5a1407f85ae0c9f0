import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST, unknownHints } from '../shared/manifest-parts.js';

export const FIREWORKS_MANIFEST: ProviderManifest<'fireworks'> = {
  kind: 'fireworks',
  group: 'R',
  name: 'Fireworks',
  documentation: 'https://docs.fireworks.ai/getting-started/quickstart',
  defaultBaseUrl: 'https://api.fireworks.ai/inference/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'FIREWORKS_API_KEY', holds: 'key', example: 'fw_…' },
  prices: { id: 'fireworks' },
  trace: { provider: 'fireworks' },
  keyPatterns: ['fw_'],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['accounts/fireworks/models/gpt-oss-120b', 'accounts/fireworks/models/gpt-oss-20b'],
  // docs.fireworks.ai/tools-sdks/openai-compatibility; newer models report usage only when asked to.
  // Rerank (api-reference/rerank-documents) takes documents as strings.
  wire: {
    servesCompletions: true,
    // "Extra inputs are not permitted, field: …"
    omits: unknownHints('prompt_cache_key', 'service_tier'),
    members: ['prompt_cache_key', 'top_k'],
    embeddings: {},
    rerank: { takesTextsOnly: true },
  },
  foreignNames: {
    litellm: { fireworks_ai: { keyVariable: 'FIREWORKS_AI_API_KEY' } },
    portkey: ['fireworks-ai'],
  },
};
