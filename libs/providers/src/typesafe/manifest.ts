import type { ProviderManifest } from '../manifest.js';

export const TYPESAFE_MANIFEST: ProviderManifest<'typesafe'> = {
  kind: 'typesafe',
  group: 'decision',
  name: 'TypeSafe',
  documentation: 'https://docs.typesafe.ai',
  // Without a version path: requests go to `{base_url}/v1/systemone`.
  defaultBaseUrl: 'https://api.typesafe.ai',
  credential: 'key',
  settings: [],
  trace: { provider: 'typesafe' },
  keyPatterns: [],
  connectionTest: 'model',
  defaultModels: [],
};
