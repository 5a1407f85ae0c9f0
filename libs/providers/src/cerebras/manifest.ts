import type { ProviderManifest } from '../manifest.js';
import { MEMBERS_OF_ANSWERS, REFERENCE_LISTING, REFERENCE_TEST, unknownHints } from '../shared/manifest-parts.js';

export const CEREBRAS_MANIFEST: ProviderManifest<'cerebras'> = {
  kind: 'cerebras',
  group: 'R',
  name: 'Cerebras',
  documentation: 'https://inference-docs.cerebras.ai/models/overview',
  defaultBaseUrl: 'https://api.cerebras.ai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'CEREBRAS_API_KEY', holds: 'key', example: 'csk-…' },
  prices: { id: 'cerebras' },
  trace: { provider: 'cerebras' },
  keyPatterns: ['csk-'],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['gpt-oss-120b'],
  // inference-docs.cerebras.ai/resources/openai: these members are rejected, and so is `reasoning_content` sent back.
  // No embeddings.
  wire: {
    servesCompletions: true,
    omits: unknownHints('prompt_cache_key', 'service_tier'),
    omitsDefaults: ['frequency_penalty', 'presence_penalty', 'logit_bias', 'parallel_tool_calls'],
    sentReasoning: 'reasoning',
    refusesMembers: MEMBERS_OF_ANSWERS,
  },
  foreignNames: {
    litellm: { cerebras: { keyVariable: 'CEREBRAS_API_KEY' } },
    portkey: ['cerebras'],
  },
};
