import type { ProviderManifest } from '../manifest.js';

export const ALIBABA_MANIFEST: ProviderManifest<'alibaba'> = {
  kind: 'alibaba',
  group: 'R',
  name: 'Alibaba Cloud Model Studio',
  documentation: 'https://www.alibabacloud.com/help/en/model-studio/first-api-call-to-qwen',
  defaultBaseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'DASHSCOPE_API_KEY', holds: 'key', example: 'sk-…' },
  trace: { provider: 'alibaba' },
  keyPatterns: ['sk-'],
  connectionTest: 'model',
  defaultModels: ['qwen-plus', 'qwen-max'],
  // alibabacloud.com/help/en/model-studio/use-qwen-by-calling-api: `max_tokens`; accounts of mainland China and of Singapore have
  // addresses of their own.
  wire: { tokenLimit: 'max_tokens', members: ['top_k'], embeddings: {} },
  foreignNames: { litellm: { dashscope: { keyVariable: 'DASHSCOPE_API_KEY' } }, portkey: ['dashscope'] },
};
