import type { ProviderManifest } from '../manifest.js';

export const DEEPGRAM_MANIFEST: ProviderManifest<'deepgram'> = {
  kind: 'deepgram',
  group: 'S',
  name: 'Deepgram',
  documentation: 'https://developers.deepgram.com/reference',
  defaultBaseUrl: 'https://api.deepgram.com',
  credential: 'key',
  settings: [],
  trace: { provider: 'deepgram' },
  keyPatterns: [],
  connectionTest: 'model',
  defaultModels: [],
};
