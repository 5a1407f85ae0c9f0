import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const DEEPSEEK_MANIFEST: ProviderManifest<'deepseek'> = {
  kind: 'deepseek',
  group: 'R',
  name: 'DeepSeek',
  documentation: 'https://api-docs.deepseek.com/quick_start/pricing',
  defaultBaseUrl: 'https://api.deepseek.com/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'DEEPSEEK_API_KEY', holds: 'key', example: 'sk-…' },
  prices: { id: 'deepseek' },
  trace: { provider: 'deepseek' },
  keyPatterns: ['sk-'],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['deepseek-flash', 'deepseek-v4-pro'],
  // api-docs.deepseek.com/api/create-chat-completion: `max_completion_tokens` is ignored without a word. Its
  // completions are a beta under another base URL (guides/fim_completion), which the kind `openai-compatible` can name.
  // No embeddings.
  // Contents are strings: "invalid type: sequence, expected a string".
  // guides/thinking_mode: "the reasoning_content must be fully passed back to the API in all subsequent requests", else 400; clients of
  // the reference format drop it. An empty one is rejected too, a blank is taken (github.com/NousResearch/hermes-agent/pull/18263).
  wire: { tokenLimit: 'max_tokens', joinsTexts: true, demandsReasoning: true },
  foreignNames: {
    litellm: { deepseek: { keyVariable: 'DEEPSEEK_API_KEY' } },
    portkey: ['deepseek'],
  },
};
