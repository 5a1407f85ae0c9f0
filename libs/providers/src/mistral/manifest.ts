import type { ProviderManifest } from '../manifest.js';
import { MEMBERS_OF_ANSWERS, REFERENCE_LISTING, REFERENCE_TEST, unknownHints } from '../shared/manifest-parts.js';

export const MISTRAL_MANIFEST: ProviderManifest<'mistral'> = {
  kind: 'mistral',
  group: 'R',
  name: 'Mistral',
  documentation: 'https://docs.mistral.ai/getting-started/models',
  defaultBaseUrl: 'https://api.mistral.ai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'MISTRAL_API_KEY', holds: 'key', example: '…' },
  prices: { id: 'mistral' },
  trace: { provider: 'mistral_ai' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['mistral-small-latest', 'mistral-medium-latest', 'mistral-large-latest'],
  // docs.mistral.ai/api, chat completion: unknown members are answered with 422 ("Extra inputs are not permitted"),
  // among them `stream_options`, `max_completion_tokens`, `store` and `user`; the seed is `random_seed`; usage always comes
  // with the last chunk; reasoning is a `thinking` part of the content. Embeddings (api/endpoint/embeddings) have
  // `output_dimension`, and texts only as input. Its validator
  // (github.com/mistralai/mistral-common, protocol/instruct/validator.py) says: "Tool call id was … but must be a-z, A-Z,
  // 0-9, with a length of 9".
  wire: {
    streamUsage: 'always',
    tokenLimit: 'max_tokens',
    renames: { seed: 'random_seed' },
    omits: ['user', ...unknownHints('prompt_cache_key')],
    omitsDefaults: ['logprobs', 'top_logprobs', 'logit_bias'],
    sentReasoning: 'thinking-parts',
    // The same file, `_validate_message_order` and `_validate_assistant_message`; of users behind results the service says code 3230.
    roles: { leadingSystem: true, bridgesResults: true, spokenTurns: true },
    callIds: { exactly: 9 },
    refusesMembers: [...MEMBERS_OF_ANSWERS, 'reasoning'],
    uniqueCallIds: true,
    // docs.mistral.ai/capabilities/audio
    embeddings: { renames: { dimensions: 'output_dimension' }, omits: ['user'] },
  },
  foreignNames: {
    litellm: { mistral: { keyVariable: 'MISTRAL_API_KEY' }, codestral: { keyVariable: 'CODESTRAL_API_KEY' } },
    portkey: ['mistral-ai'],
  },
};
