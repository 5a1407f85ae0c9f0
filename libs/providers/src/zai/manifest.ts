import type { ProviderManifest } from '../manifest.js';

export const ZAI_MANIFEST: ProviderManifest<'zai'> = {
  kind: 'zai',
  group: 'R',
  name: 'Z.AI',
  documentation: 'https://docs.z.ai/api-reference/introduction',
  defaultBaseUrl: 'https://api.z.ai/api/paas/v4',
  credential: 'key',
  settings: [],
  environment: { name: 'ZAI_API_KEY', holds: 'key', example: '…' },
  prices: { id: 'zai' },
  trace: { provider: 'zai' },
  keyPatterns: [],
  connectionTest: 'model',
  defaultModels: ['glm-5.3-flash'],
  // docs.z.ai/api-reference/llm/chat-completion: the request has neither `stream_options` (the last chunk has the usage), nor names,
  // nor the members that are ignored. Its list of models is no documented endpoint.
  wire: {
    streamUsage: 'always',
    tokenLimit: 'max_tokens',
    refusesNames: true,
    // `auto` is the only choice of tools.
    withholdsTools: true,
    ignores: ['presence_penalty', 'frequency_penalty', 'logit_bias', 'n', 'seed'],
  },
  foreignNames: { litellm: { zai: { keyVariable: 'ZAI_API_KEY' } }, portkey: ['z-ai'] },
};
