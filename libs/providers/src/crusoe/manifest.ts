import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const CRUSOE_MANIFEST: ProviderManifest<'crusoe'> = {
  kind: 'crusoe',
  group: 'R',
  name: 'Crusoe',
  documentation: 'https://docs.crusoecloud.com/quickstart/getting-started-with-serverless-inference',
  defaultBaseUrl: 'https://api.inference.crusoecloud.com/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'CRUSOE_API_KEY', holds: 'key', example: '…' },
  trace: { provider: 'crusoe' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['deepseek-ai/DeepSeek-V4-Flash', 'openai/gpt-oss-120b'],
  // docs.crusoecloud.com/serverless-inference.
  wire: { tokenLimit: 'max_tokens' },
  foreignNames: { litellm: { crusoe: { keyVariable: 'CRUSOE_API_KEY' } } },
};
