import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const UPSTAGE_MANIFEST: ProviderManifest<'upstage'> = {
  kind: 'upstage',
  group: 'R',
  name: 'Upstage',
  documentation: 'https://console.upstage.ai/docs/getting-started',
  defaultBaseUrl: 'https://api.upstage.ai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'UPSTAGE_API_KEY', holds: 'key', example: 'up_…' },
  trace: { provider: 'upstage' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['solar-pro4', 'solar-mini'],
  // console.upstage.ai/api/chat: `max_tokens`. Its models of embeddings are two, for queries and for passages.
  wire: { tokenLimit: 'max_tokens', embeddings: {} },
  foreignNames: { portkey: ['upstage'] },
};
