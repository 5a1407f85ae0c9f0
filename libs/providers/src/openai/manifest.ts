import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST, REFERENCE_TIERS } from '../shared/manifest-parts.js';

export const OPENAI_MANIFEST: ProviderManifest<'openai'> = {
  kind: 'openai',
  group: 'R1',
  name: 'OpenAI',
  documentation: 'https://developers.openai.com/api/docs/models',
  defaultBaseUrl: 'https://api.openai.com/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'OPENAI_API_KEY', holds: 'key', example: 'sk-…' },
  prices: { id: 'openai' },
  tierFactors: REFERENCE_TIERS,
  trace: { provider: 'openai' },
  keyPatterns: ['sk-'],
  // Its documentation, "Models": these are served by the Responses API only.
  models: { ...REFERENCE_LISTING, notChat: /deep-research|computer-use/i },
  connectionTest: REFERENCE_TEST,
  defaultModels: ['gpt-5.4-mini', 'gpt-5.4', 'gpt-5.5', 'gpt-5.4-nano'],
  // openai@7.55.0, resources/images.d.ts.
  retired: [{ path: '/v1/images/variations', instead: 'image edits, with a GPT Image model and a prompt' }],
  foreignNames: {
    litellm: {
      openai: { keyVariable: 'OPENAI_API_KEY' },
      'text-completion-openai': { keyVariable: 'OPENAI_API_KEY', completion: true },
    },
    litellmModels: '^(gpt-|chatgpt-|o[1-9](-|$)|text-embedding-|dall-e|whisper|tts-|omni-moderation|text-moderation)',
    portkey: ['openai'],
  },
};
