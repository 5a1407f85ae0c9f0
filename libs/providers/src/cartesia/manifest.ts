import type { ProviderManifest } from '../manifest.js';

export const CARTESIA_MANIFEST: ProviderManifest<'cartesia'> = {
  kind: 'cartesia',
  group: 'S',
  name: 'Cartesia',
  documentation: 'https://docs.cartesia.ai/api-reference',
  defaultBaseUrl: 'https://api.cartesia.ai',
  credential: 'key',
  settings: [],
  trace: { provider: 'cartesia' },
  keyPatterns: ['sk_car_'],
  connectionTest: 'model',
  defaultModels: [],
};
