import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const MINIMAX_MANIFEST: ProviderManifest<'minimax'> = {
  kind: 'minimax',
  group: 'R',
  name: 'MiniMax',
  documentation: 'https://platform.minimax.io/docs/api-reference/text-openai-api',
  defaultBaseUrl: 'https://api.minimax.io/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'MINIMAX_API_KEY', holds: 'key', example: '…' },
  prices: { id: 'minimax' },
  trace: { provider: 'minimax' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['MiniMax-M3', 'MiniMax-M2.7'],
  // platform.minimax.io/docs/api-reference/text-chat-openai: `max_tokens` is deprecated. Thinking is in the text between `<think>`
  // marks, unless a request says `reasoning_split`. No embeddings in the reference format.
  wire: { tokenLimit: 'max_completion_tokens' },
  foreignNames: { litellm: { minimax: { keyVariable: 'MINIMAX_API_KEY' } }, portkey: ['minimax'] },
};
