import type { ProviderManifest } from '../manifest.js';
import { MEMBERS_OF_ANSWERS, REFERENCE_LISTING, REFERENCE_TEST, unknownHints } from '../shared/manifest-parts.js';

export const GROQ_MANIFEST: ProviderManifest<'groq'> = {
  kind: 'groq',
  group: 'R',
  name: 'Groq',
  documentation: 'https://console.groq.com/docs/models',
  defaultBaseUrl: 'https://api.groq.com/openai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'GROQ_API_KEY', holds: 'key', example: 'gsk_…' },
  prices: { id: 'groq' },
  trace: { provider: 'groq' },
  keyPatterns: ['gsk_'],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b'],
  // console.groq.com/docs/speech-to-text and text-to-speech have media.
  // console.groq.com/docs/openai: these members are answered with 400 whatever their value. Sent back,
  // `reasoning_content` is rejected; answers and requests have `reasoning` (docs/reasoning). Embeddings are in its
  // OpenAPI document.
  wire: {
    // "property '…' is unsupported"; its OpenAPI document has `service_tier` and `store`.
    omits: unknownHints('service_tier', 'store'),
    omitsDefaults: ['logprobs', 'top_logprobs', 'logit_bias'],
    refusesNames: true,
    refusesMembers: MEMBERS_OF_ANSWERS,
    sentReasoning: 'reasoning',
    refusesUnusedReasoning: true,
    embeddings: {},
    // console.groq.com/docs/responses-api: what it does not support.
    responses: {
      omits: ['client_metadata', 'include', 'prompt_cache_key', 'safety_identifier'],
    },
    media: ['speech', 'transcriptions', 'translations'],
  },
  foreignNames: {
    litellm: { groq: { keyVariable: 'GROQ_API_KEY' } },
    portkey: ['groq'],
  },
};
