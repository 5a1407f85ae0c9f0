import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING } from '../shared/manifest-parts.js';

export const VERCEL_AI_GATEWAY_MANIFEST: ProviderManifest<'vercel-ai-gateway'> = {
  kind: 'vercel-ai-gateway',
  group: 'R',
  name: 'Vercel AI Gateway',
  documentation: 'https://vercel.com/docs/ai-gateway/sdks-and-apis/openai-chat-completions',
  defaultBaseUrl: 'https://ai-gateway.vercel.sh/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'AI_GATEWAY_API_KEY', holds: 'key', example: '…' },
  trace: { provider: 'vercel' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: 'model',
  defaultModels: ['openai/gpt-oss-120b', 'meta/llama-3.3-70b'],
  // vercel.com/docs/ai-gateway/sdks-and-apis/openai-chat-completions: `reasoning` in answers and requests. Its list of models is open
  // to everybody.
  wire: { sentReasoning: 'reasoning', embeddings: {} },
  foreignNames: { litellm: { vercel_ai_gateway: { keyVariable: 'VERCEL_AI_GATEWAY_API_KEY' } } },
};
