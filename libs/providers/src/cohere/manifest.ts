import type { ProviderManifest } from '../manifest.js';

export const COHERE_MANIFEST: ProviderManifest<'cohere'> = {
  kind: 'cohere',
  group: 'C',
  name: 'Cohere',
  documentation: 'https://docs.cohere.com/docs/models',
  defaultBaseUrl: 'https://api.cohere.com',
  credential: 'key',
  settings: [],
  environment: { name: 'COHERE_API_KEY', holds: 'key', example: '…' },
  prices: { id: 'cohere' },
  trace: { provider: 'cohere' },
  keyPatterns: [],
  // docs.cohere.com/reference/list-models
  models: {
    path: '/v1/models?page_size=1000',
    chatPath: '/v1/models?endpoint=chat&page_size=1000',
    list: 'models',
    id: 'name',
    more: 'next_page_token',
  },
  connectionTest: { path: '/v1/models?page_size=1' },
  defaultModels: ['command-a-03-2025', 'command-a-reasoning-08-2025'],
  foreignNames: {
    litellm: { cohere: { keyVariable: 'COHERE_API_KEY' }, cohere_chat: { keyVariable: 'COHERE_API_KEY' } },
    litellmModels: '^(command|rerank-|embed-)',
    portkey: ['cohere'],
  },
};
