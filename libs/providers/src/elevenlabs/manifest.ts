import type { ProviderManifest } from '../manifest.js';

export const ELEVENLABS_MANIFEST: ProviderManifest<'elevenlabs'> = {
  kind: 'elevenlabs',
  group: 'S',
  name: 'ElevenLabs',
  documentation: 'https://elevenlabs.io/docs/models',
  defaultBaseUrl: 'https://api.elevenlabs.io',
  credential: 'key',
  settings: [],
  environment: { name: 'ELEVENLABS_API_KEY', holds: 'key', example: 'sk_…' },
  trace: { provider: 'elevenlabs' },
  keyPatterns: ['sk_'],
  // elevenlabs.io/docs/api-reference/models/list: a bare list, to those with a key.
  models: { path: '/v1/models', list: 'models', id: 'model_id' },
  connectionTest: { path: '/v1/models' },
  defaultModels: [],
  defaultSound: { speech: 'eleven_multilingual_v2', transcription: 'scribe_v2' },
  foreignNames: {
    litellm: { elevenlabs: { keyVariable: 'ELEVENLABS_API_KEY' } },
    portkey: ['elevenlabs'],
  },
};
