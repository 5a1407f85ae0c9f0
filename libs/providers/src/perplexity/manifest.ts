import type { ProviderManifest } from '../manifest.js';
import { TEMPLATE_ROLES } from '../shared/manifest-parts.js';

export const PERPLEXITY_MANIFEST: ProviderManifest<'perplexity'> = {
  kind: 'perplexity',
  group: 'R',
  name: 'Perplexity',
  documentation: 'https://docs.perplexity.ai/docs/agent-api/migrate-from-sonar',
  defaultBaseUrl: 'https://api.perplexity.ai',
  credential: 'key',
  settings: [],
  environment: { name: 'PERPLEXITY_API_KEY', holds: 'key', example: 'pplx-…' },
  prices: { id: 'perplexity' },
  trace: { provider: 'perplexity' },
  keyPatterns: ['pplx-'],
  connectionTest: 'model',
  defaultModels: [],
  retired: [
    { path: '/v1/chat/completions', since: '2026-09-27', instead: 'its Agent API, which is not wire-compatible' },
  ],
  // docs.perplexity.ai/docs/sonar/openai-compatibility: usage is on every chunk, and most models send no `[DONE]`. Sonar
  // is retired, so this is for addresses that still speak it. Its embeddings are 8-bit integers or bits
  // (docs/embeddings/best-practices), which the reference format has no word for.
  // "After the (optional) system message(s), user and assistant roles should be alternating."
  wire: { streamUsage: 'always', tokenLimit: 'max_tokens', roles: TEMPLATE_ROLES },
  foreignNames: {
    litellm: { perplexity: { keyVariable: 'PERPLEXITYAI_API_KEY' } },
    portkey: ['perplexity-ai'],
  },
};
