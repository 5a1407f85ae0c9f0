import type { ProviderManifest } from '../manifest.js';

export const ANTHROPIC_MANIFEST: ProviderManifest<'anthropic'> = {
  kind: 'anthropic',
  group: 'N',
  name: 'Anthropic',
  documentation: 'https://platform.claude.com/docs/en/about-claude/models/overview',
  defaultBaseUrl: 'https://api.anthropic.com',
  credential: 'key',
  settings: [],
  environment: { name: 'ANTHROPIC_API_KEY', holds: 'key', example: 'sk-ant-…' },
  prices: { id: 'anthropic' },
  trace: { provider: 'anthropic' },
  keyPatterns: ['sk-ant-'],
  // platform.claude.com/docs/en/api/models-list
  models: { path: '/v1/models?limit=1000', list: 'data', id: 'id', more: 'has_more' },
  connectionTest: { path: '/v1/models?limit=1' },
  defaultModels: ['claude-sonnet-5', 'claude-opus-5', 'claude-haiku-4-5-20251001'],
  foreignNames: {
    litellm: {
      anthropic: { keyVariable: 'ANTHROPIC_API_KEY' },
      anthropic_text: { keyVariable: 'ANTHROPIC_API_KEY', note: 'Called with the Messages API.' },
    },
    litellmModels: '^claude-',
    portkey: ['anthropic'],
  },
};
