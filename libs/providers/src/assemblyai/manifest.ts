import type { ProviderManifest } from '../manifest.js';

export const ASSEMBLYAI_MANIFEST: ProviderManifest<'assemblyai'> = {
  kind: 'assemblyai',
  group: 'S',
  name: 'AssemblyAI',
  documentation: 'https://www.assemblyai.com/docs/getting-started/models',
  defaultBaseUrl: 'https://api.assemblyai.com',
  credential: 'key',
  settings: [],
  environment: { name: 'ASSEMBLYAI_API_KEY', holds: 'key', example: '…' },
  trace: { provider: 'assemblyai' },
  keyPatterns: [],
  // assemblyai.com/docs/api-reference/transcripts/list
  connectionTest: { path: '/v2/transcript?limit=1' },
  defaultModels: [],
  defaultSound: { transcription: 'universal-3-pro' },
};
