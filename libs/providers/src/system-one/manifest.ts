import type { ProviderManifest } from '../manifest.js';
import { requiredBaseUrl } from '../shared/manifest-parts.js';

export const SYSTEM_ONE_MANIFEST: ProviderManifest<'system-one'> = {
  kind: 'system-one',
  group: 'decision',
  name: 'System One',
  documentation: 'https://docs.typesafe.ai',
  credential: 'optional_key',
  settings: [requiredBaseUrl('http://localhost:8100', 'Address of the server, without `/v1`.')],
  trace: { provider: 'system-one' },
  keyPatterns: [],
  connectionTest: 'model',
  defaultModels: [],
};
