import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING } from '../shared/manifest-parts.js';

export const VENICE_MANIFEST: ProviderManifest<'venice'> = {
  kind: 'venice',
  group: 'R',
  name: 'Venice AI',
  documentation: 'https://docs.venice.ai/getting-started/quick-start',
  defaultBaseUrl: 'https://api.venice.ai/api/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'VENICE_API_KEY', holds: 'key', example: '…' },
  trace: { provider: 'venice' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: 'model',
  defaultModels: ['zai-org-glm-5-2', 'deepseek-v4-pro-0813'],
  // docs.venice.ai/api-reference/endpoint/chat/completions. Its list of models is open to everybody.
  wire: { embeddings: {}, members: ['top_k'] },
  foreignNames: { litellm: { veniceai: { keyVariable: 'VENICE_AI_API_KEY' } } },
};
