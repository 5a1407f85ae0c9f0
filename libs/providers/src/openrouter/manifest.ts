import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TIERS } from '../shared/manifest-parts.js';

export const OPENROUTER_MANIFEST: ProviderManifest<'openrouter'> = {
  kind: 'openrouter',
  group: 'R',
  name: 'OpenRouter',
  documentation: 'https://openrouter.ai/docs/model-routing',
  defaultBaseUrl: 'https://openrouter.ai/api/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'OPENROUTER_API_KEY', holds: 'key', example: 'sk-or-…' },
  prices: { id: 'openrouter' },
  tierFactors: REFERENCE_TIERS,
  trace: { provider: 'openrouter' },
  keyPatterns: ['sk-'],
  models: REFERENCE_LISTING,
  // openrouter.ai/docs, "Get current API key": its list of models is open to everybody, what it says of the key is not.
  connectionTest: { path: '/key' },
  defaultModels: ['openrouter/auto'],
  // openrouter.ai/docs, "Usage Accounting": usage always comes, and `stream_options.include_usage` is deprecated.
  // Embeddings and rerank: docs/api/api-reference. "Reasoning Tokens": `reasoning_details` come back as they were.
  wire: {
    servesCompletions: true,
    members: ['cache_control', 'prompt_cache_key', 'service_tier', 'top_k', 'verbosity'],
    streamUsage: 'always',
    sentReasoning: 'reasoning',
    knowsSignatures: true,
    embeddings: {},
    rerank: { takesTextsOnly: false },
    // openrouter.ai/docs/api: POST /responses.
    responses: { encryptsReasoning: true },
    // openrouter.ai/docs/api: /audio/speech and /audio/transcriptions.
    media: ['speech', 'transcriptions'],
  },
  foreignNames: {
    litellm: { openrouter: { keyVariable: 'OPENROUTER_API_KEY' } },
    portkey: ['openrouter'],
  },
};
