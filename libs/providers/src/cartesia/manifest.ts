import type { ProviderManifest } from '../manifest.js';

export const CARTESIA_MANIFEST: ProviderManifest<'cartesia'> = {
  kind: 'cartesia',
  group: 'S',
  name: 'Cartesia',
  documentation: 'https://docs.cartesia.ai/build-with-cartesia/tts-models/latest',
  defaultBaseUrl: 'https://api.cartesia.ai',
  credential: 'key',
  settings: [],
  environment: { name: 'CARTESIA_API_KEY', holds: 'key', example: 'sk_car_…' },
  trace: { provider: 'cartesia' },
  keyPatterns: ['sk_car_'],
  // docs.cartesia.ai/api-reference/voices/list
  connectionTest: { path: '/voices?limit=1' },
  defaultModels: [],
  defaultSound: { speech: 'sonic-3.5', transcription: 'ink-whisper' },
};
