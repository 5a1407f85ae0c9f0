import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING } from '../shared/manifest-parts.js';

export const DEEPINFRA_MANIFEST: ProviderManifest<'deepinfra'> = {
  kind: 'deepinfra',
  group: 'R',
  name: 'DeepInfra',
  documentation: 'https://deepinfra.com/docs/openai_api',
  defaultBaseUrl: 'https://api.deepinfra.com/v1/openai',
  credential: 'key',
  settings: [],
  environment: { name: 'DEEPINFRA_API_KEY', holds: 'key', example: '…' },
  trace: { provider: 'deepinfra' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: 'model',
  defaultModels: ['deepseek-ai/DeepSeek-V4-Flash-0731', 'openai/gpt-oss-120b'],
  // docs.deepinfra.com/chat/overview. Its list of models is open to everybody, so that it proves nothing of a key.
  wire: { servesCompletions: true, members: ['top_k'], embeddings: {} },
  foreignNames: { litellm: { deepinfra: { keyVariable: 'DEEPINFRA_API_KEY' } }, portkey: ['deepinfra'] },
};
