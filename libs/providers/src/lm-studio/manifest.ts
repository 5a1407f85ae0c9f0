import type { ProviderManifest } from '../manifest.js';
import {
  coldStart,
  REFERENCE_LISTING,
  REFERENCE_TEST,
  requiredBaseUrl,
  TEMPLATE_ROLES,
} from '../shared/manifest-parts.js';

export const LM_STUDIO_MANIFEST: ProviderManifest<'lm-studio'> = {
  kind: 'lm-studio',
  group: 'R',
  name: 'LM Studio',
  documentation: 'https://lmstudio.ai/docs/developer/openai-compat',
  credential: 'optional_key',
  settings: [requiredBaseUrl('http://localhost:1234/v1', 'Address of the server, with `/v1`.'), coldStart(true)],
  trace: { provider: 'lm_studio' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: [],
  // lmstudio.ai/docs/developer/openai-compat/chat-completions: `max_tokens`; models load when they are first asked for.
  wire: {
    servesCompletions: true,
    tokenLimit: 'max_tokens',
    members: ['top_k'],
    roles: TEMPLATE_ROLES,
    embeddings: {},
  },
  foreignNames: { litellm: { lm_studio: { keyVariable: 'LM_STUDIO_API_KEY' } }, portkey: ['lmstudio'] },
};
