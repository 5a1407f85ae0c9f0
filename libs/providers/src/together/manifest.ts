import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const TOGETHER_MANIFEST: ProviderManifest<'together'> = {
  kind: 'together',
  group: 'R',
  name: 'Together',
  documentation: 'https://docs.together.ai/docs/serverless-models',
  defaultBaseUrl: 'https://api.together.ai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'TOGETHER_API_KEY', holds: 'key', example: '…' },
  prices: { id: 'together' },
  trace: { provider: 'together' },
  keyPatterns: ['tgp_'],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b'],
  // docs.together.ai/docs/inference/openai-compatibility, and its OpenAPI document: `max_tokens` only, `reasoning`.
  wire: {
    servesCompletions: true,
    members: ['top_k'],
    tokenLimit: 'max_tokens',
    sentReasoning: 'reasoning',
    embeddings: {},
    // docs.together.ai/reference, "Images" and "Audio"
    media: ['imageGenerations', 'speech', 'transcriptions', 'translations'],
    rerank: { takesTextsOnly: false },
  },
  foreignNames: {
    litellm: { together_ai: { keyVariable: 'TOGETHERAI_API_KEY' } },
    portkey: ['together-ai'],
  },
};
