import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const INCEPTION_MANIFEST: ProviderManifest<'inception'> = {
  kind: 'inception',
  group: 'R',
  name: 'Inception',
  documentation: 'https://docs.inceptionlabs.ai/get-started/models',
  defaultBaseUrl: 'https://api.inceptionlabs.ai/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'INCEPTION_API_KEY', holds: 'key', example: 'sk_…' },
  trace: { provider: 'inception' },
  keyPatterns: ['sk_'],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['mercury-2'],
  // docs.inceptionlabs.ai/api-reference: `max_tokens`. Its models are diffusion models for text.
  wire: { tokenLimit: 'max_tokens' },
  foreignNames: { portkey: ['inception'] },
};
