import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const SCALEWAY_MANIFEST: ProviderManifest<'scaleway'> = {
  kind: 'scaleway',
  group: 'R',
  name: 'Scaleway',
  documentation: 'https://www.scaleway.com/en/docs/generative-apis/quickstart/',
  defaultBaseUrl: 'https://api.scaleway.ai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'SCW_SECRET_KEY', holds: 'key', example: '…' },
  trace: { provider: 'scaleway' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['mistral-small-3.2-24b-instruct-2506', 'llama-3.3-70b-instruct'],
  // scaleway.com/en/developers/api/generative-apis/chat-completions.
  wire: { embeddings: {} },
  foreignNames: { litellm: { scaleway: { keyVariable: 'SCW_SECRET_KEY' } } },
};
