import type { ProviderManifest } from '../manifest.js';

export const ASSEMBLYAI_MANIFEST: ProviderManifest<'assemblyai'> = {
  kind: 'assemblyai',
  group: 'S',
  name: 'AssemblyAI',
  documentation: 'https://www.assemblyai.com/docs/api-reference',
  defaultBaseUrl: 'https://api.assemblyai.com',
  credential: 'key',
  settings: [],
  trace: { provider: 'assemblyai' },
  keyPatterns: [],
  connectionTest: 'model',
  defaultModels: [],
};
