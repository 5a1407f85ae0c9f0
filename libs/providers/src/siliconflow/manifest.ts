import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const SILICONFLOW_MANIFEST: ProviderManifest<'siliconflow'> = {
  kind: 'siliconflow',
  group: 'R',
  name: 'SiliconFlow',
  documentation: 'https://docs.siliconflow.com/en/userguide/quickstart',
  defaultBaseUrl: 'https://api.siliconflow.com/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'SILICONFLOW_API_KEY', holds: 'key', example: 'sk-…' },
  trace: { provider: 'siliconflow' },
  keyPatterns: ['sk-'],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['deepseek-ai/DeepSeek-V4-Flash', 'deepseek-ai/DeepSeek-V4-Pro'],
  // docs.siliconflow.com/en/api-reference: `max_tokens`; rerank takes documents as strings.
  wire: { tokenLimit: 'max_tokens', members: ['top_k'], embeddings: {}, rerank: { takesTextsOnly: true } },
  foreignNames: { portkey: ['siliconflow'] },
};
