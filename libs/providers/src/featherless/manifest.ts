import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, TEMPLATE_ROLES } from '../shared/manifest-parts.js';

export const FEATHERLESS_MANIFEST: ProviderManifest<'featherless'> = {
  kind: 'featherless',
  group: 'R',
  name: 'Featherless AI',
  documentation: 'https://featherless.ai/docs/overview',
  defaultBaseUrl: 'https://api.featherless.ai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'FEATHERLESS_API_KEY', holds: 'key', example: '…' },
  trace: { provider: 'featherless' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: 'model',
  defaultModels: ['unsloth/Llama-3.3-70B-Instruct'],
  // featherless.ai/docs/api-overview-and-common-options: `max_tokens`; models bring chat templates of their own. Its list of models is
  // open to everybody.
  wire: { servesCompletions: true, tokenLimit: 'max_tokens', members: ['top_k'], roles: TEMPLATE_ROLES },
  foreignNames: { litellm: { featherless_ai: { keyVariable: 'FEATHERLESS_AI_API_KEY' } }, portkey: ['featherless-ai'] },
};
