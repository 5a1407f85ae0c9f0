import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const MOONSHOT_MANIFEST: ProviderManifest<'moonshot'> = {
  kind: 'moonshot',
  group: 'R',
  name: 'Moonshot AI',
  documentation: 'https://platform.kimi.ai/docs/overview',
  defaultBaseUrl: 'https://api.moonshot.ai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'MOONSHOT_API_KEY', holds: 'key', example: 'sk-…' },
  prices: { id: 'moonshotai' },
  trace: { provider: 'moonshot' },
  keyPatterns: ['sk-'],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['kimi-k3', 'kimi-k2.6'],
  // platform.kimi.ai/docs/api/chat: `max_tokens` is deprecated. docs/guide/use-thinking-models: a model that thinks wants the
  // `reasoning_content` of earlier calls back. No embeddings.
  wire: { tokenLimit: 'max_completion_tokens', demandsReasoning: true },
  foreignNames: { litellm: { moonshot: { keyVariable: 'MOONSHOT_API_KEY' } }, portkey: ['moonshot'] },
};
