import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const NOVITA_MANIFEST: ProviderManifest<'novita'> = {
  kind: 'novita',
  group: 'R',
  name: 'Novita AI',
  documentation: 'https://novita.ai/docs/guides/llm-api',
  defaultBaseUrl: 'https://api.novita.ai/openai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'NOVITA_API_KEY', holds: 'key', example: 'sk_…' },
  prices: { id: 'novita' },
  trace: { provider: 'novita' },
  keyPatterns: ['sk_'],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['zai-org/glm-5.3-flash', 'deepseek/deepseek-v4-pro-0813'],
  // novita.ai/docs/api-reference/model-apis-llm-create-chat-completion.
  wire: { servesCompletions: true, members: ['top_k'], embeddings: {} },
  foreignNames: { litellm: { novita: { keyVariable: 'NOVITA_API_KEY' } }, portkey: ['novita-ai'] },
};
