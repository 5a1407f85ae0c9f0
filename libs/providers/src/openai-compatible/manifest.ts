import type { ProviderManifest } from '../manifest.js';
import {
  coldStart,
  REFERENCE_LISTING,
  REFERENCE_TEST,
  requiredBaseUrl,
  TEMPLATE_ROLES,
} from '../shared/manifest-parts.js';

export const OPENAI_COMPATIBLE_MANIFEST: ProviderManifest<'openai-compatible'> = {
  kind: 'openai-compatible',
  group: 'R',
  name: 'OpenAI-compatible',
  documentation: 'https://developers.openai.com/api/reference/resources/chat',
  credential: 'optional_key',
  settings: [
    requiredBaseUrl('https://llm.example.com/v1', 'Address of the API, with its version path.'),
    coldStart(false),
  ],
  trace: { provider: 'openai-compatible' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: [],
  // It may be another gateway, or group G's own compatible address: hence the signatures. Older servers know `max_tokens`
  // alone, and ignore `max_completion_tokens` without a word. Mostly it is a server of open models, with their chat templates.
  wire: {
    servesCompletions: true,
    members: ['top_k'],
    translatedLimit: 'max_tokens',
    roles: TEMPLATE_ROLES,
    knowsSignatures: true,
    embeddings: {},
    rerank: { takesTextsOnly: false },
    responses: {},
    media: ['imageGenerations', 'imageEdits', 'imageVariations', 'speech', 'transcriptions', 'translations'],
  },
  foreignNames: {
    litellm: {
      openai_like: { note: 'Called as an OpenAI-compatible API.' },
      custom_openai: { note: 'Called as an OpenAI-compatible API.' },
      litellm_proxy: { note: 'Another LiteLLM proxy is called as an OpenAI-compatible API.' },
      lm_studio: { note: 'Called as an OpenAI-compatible API.' },
      llamafile: { note: 'Called as an OpenAI-compatible API.' },
      xinference: { note: 'Called as an OpenAI-compatible API.' },
      infinity: { note: 'Called as an OpenAI-compatible API.' },
      azure_ai: {
        note: 'Azure AI Foundry is called at its OpenAI-compatible address, which must end with /openai/v1.',
      },
    },
  },
};
