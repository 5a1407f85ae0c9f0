import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const SAMBANOVA_MANIFEST: ProviderManifest<'sambanova'> = {
  kind: 'sambanova',
  group: 'R',
  name: 'SambaNova',
  documentation: 'https://docs.sambanova.ai/docs/en/features/openai-compatibility',
  defaultBaseUrl: 'https://api.sambanova.ai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'SAMBANOVA_API_KEY', holds: 'key', example: '…' },
  trace: { provider: 'sambanova' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['Meta-Llama-3.3-70B-Instruct', 'gpt-oss-120b'],
  // docs.sambanova.ai/docs/en/features/openai-compatibility.
  wire: { embeddings: {} },
  foreignNames: { litellm: { sambanova: { keyVariable: 'SAMBANOVA_API_KEY' } }, portkey: ['sambanova'] },
};
