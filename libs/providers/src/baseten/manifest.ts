import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const BASETEN_MANIFEST: ProviderManifest<'baseten'> = {
  kind: 'baseten',
  group: 'R',
  name: 'Baseten',
  documentation: 'https://docs.baseten.co/inference/model-apis/overview',
  defaultBaseUrl: 'https://inference.baseten.co/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'BASETEN_API_KEY', holds: 'key', example: '…' },
  prices: { id: 'baseten' },
  trace: { provider: 'baseten' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['zai-org/GLM-5.3-Flash', 'openai/gpt-oss-120b'],
  // docs.baseten.co/inference/model-apis/overview. Deployments of one's own have other addresses, which `base_url` can name.
  wire: {},
  foreignNames: { litellm: { baseten: { keyVariable: 'BASETEN_API_KEY' } } },
};
