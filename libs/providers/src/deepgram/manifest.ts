import type { ProviderManifest } from '../manifest.js';

export const DEEPGRAM_MANIFEST: ProviderManifest<'deepgram'> = {
  kind: 'deepgram',
  group: 'S',
  name: 'Deepgram',
  documentation: 'https://developers.deepgram.com/docs/models-languages-overview',
  defaultBaseUrl: 'https://api.deepgram.com',
  credential: 'key',
  settings: [],
  environment: { name: 'DEEPGRAM_API_KEY', holds: 'key', example: '…' },
  trace: { provider: 'deepgram' },
  keyPatterns: [],
  // developers.deepgram.com/reference/manage/projects/list: every key belongs to a project. The list of models needs no key.
  connectionTest: { path: '/v1/projects' },
  defaultModels: [],
  defaultSound: { speech: 'aura-2', transcription: 'nova-3' },
  foreignNames: {
    litellm: { deepgram: { keyVariable: 'DEEPGRAM_API_KEY' } },
    portkey: ['deepgram'],
  },
};
