import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, TEMPLATE_ROLES } from '../shared/manifest-parts.js';

export const NVIDIA_MANIFEST: ProviderManifest<'nvidia'> = {
  kind: 'nvidia',
  group: 'R',
  name: 'NVIDIA',
  documentation: 'https://docs.api.nvidia.com/nim/reference/llm-apis',
  defaultBaseUrl: 'https://integrate.api.nvidia.com/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'NVIDIA_API_KEY', holds: 'key', example: 'nvapi-…' },
  trace: { provider: 'nvidia' },
  keyPatterns: ['nvapi-'],
  models: REFERENCE_LISTING,
  // Its list of models is open to everybody, so that it proves nothing of a key.
  connectionTest: 'model',
  defaultModels: ['openai/gpt-oss-120b', 'nvidia/nemotron-3-super-120b-a12b'],
  // docs.nvidia.com/nim/large-language-models/latest/api-reference.html: built on vLLM; some models reject members
  // that they do not use, defaults included. Its embeddings want `input_type` ("query", "passage"), which is passed on;
  // its ranking API has a path and a format of its own.
  wire: {
    servesCompletions: true,
    keepsUsageOnChoices: true,
    tokenLimit: 'max_tokens',
    roles: TEMPLATE_ROLES,
    omitsDefaults: ['n', 'frequency_penalty', 'presence_penalty'],
    embeddings: {},
  },
  foreignNames: {
    litellm: { nvidia_nim: { keyVariable: 'NVIDIA_NIM_API_KEY' } },
    portkey: ['nvidia'],
  },
};
