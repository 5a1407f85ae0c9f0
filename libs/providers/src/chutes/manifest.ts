import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, TEMPLATE_ROLES } from '../shared/manifest-parts.js';

export const CHUTES_MANIFEST: ProviderManifest<'chutes'> = {
  kind: 'chutes',
  group: 'R',
  name: 'Chutes',
  documentation: 'https://chutes.ai/docs',
  defaultBaseUrl: 'https://llm.chutes.ai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'CHUTES_API_KEY', holds: 'key', example: 'cpk_…' },
  trace: { provider: 'chutes' },
  keyPatterns: ['cpk_'],
  models: REFERENCE_LISTING,
  // github.com/chutesai/chutes-api, `hostname_invocation`: its list of models is open to everybody.
  connectionTest: 'model',
  defaultModels: ['moonshotai/Kimi-K2.6-TEE', 'Qwen/Qwen3-32B-TEE'],
  // github.com/chutesai/chutes-api, `_invoke`: a request goes as it is to the vLLM or SGLang that runs the model, with usage of a stream
  // always asked for. github.com/chutesai/chutes, templates: chat and completions, `max_tokens`, `top_k`; embeddings are at other hosts.
  wire: { servesCompletions: true, tokenLimit: 'max_tokens', members: ['top_k'], roles: TEMPLATE_ROLES },
  foreignNames: { litellm: { chutes: { keyVariable: 'CHUTES_API_KEY' } } },
};
