import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING } from '../shared/manifest-parts.js';

export const OVHCLOUD_MANIFEST: ProviderManifest<'ovhcloud'> = {
  kind: 'ovhcloud',
  group: 'R',
  name: 'OVHcloud AI Endpoints',
  documentation: 'https://docs.ovhcloud.com/en/guides/public-cloud/ai-machine-learning/ai-endpoints-getting-started',
  defaultBaseUrl: 'https://oai.endpoints.kepler.ai.cloud.ovh.net/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'OVH_AI_ENDPOINTS_ACCESS_TOKEN', holds: 'key', example: '…' },
  prices: { id: 'ovhcloud' },
  trace: { provider: 'ovhcloud' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: 'model',
  defaultModels: ['gpt-oss-120b', 'Meta-Llama-3_3-70B-Instruct'],
  // docs.ovhcloud.com/en/guides/public-cloud/ai-machine-learning/ai-endpoints-getting-started. Its list of models is open to everybody.
  wire: { embeddings: {} },
  foreignNames: { litellm: { ovhcloud: { keyVariable: 'OVHCLOUD_API_KEY' } }, portkey: ['ovhcloud'] },
};
