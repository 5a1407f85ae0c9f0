import type { ProviderManifest } from '../manifest.js';

export const ELEVENLABS_MANIFEST: ProviderManifest<'elevenlabs'> = {
  kind: 'elevenlabs',
  group: 'S',
  name: 'ElevenLabs',
  documentation: 'https://elevenlabs.io/docs/api-reference',
  defaultBaseUrl: 'https://api.elevenlabs.io',
  credential: 'key',
  settings: [],
  trace: { provider: 'elevenlabs' },
  keyPatterns: ['sk_'],
  connectionTest: 'model',
  defaultModels: [],
};
