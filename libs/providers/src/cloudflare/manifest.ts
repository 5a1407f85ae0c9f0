import type { ProviderManifest } from '../manifest.js';
import { requiredBaseUrl } from '../shared/manifest-parts.js';

export const CLOUDFLARE_MANIFEST: ProviderManifest<'cloudflare'> = {
  kind: 'cloudflare',
  group: 'R',
  name: 'Cloudflare Workers AI',
  documentation: 'https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/',
  credential: 'key',
  settings: [
    requiredBaseUrl(
      'https://api.cloudflare.com/client/v4/accounts/<account id>/ai/v1',
      'Address of your account, with `/ai/v1`.',
    ),
  ],
  trace: { provider: 'cloudflare' },
  keyPatterns: [],
  connectionTest: 'model',
  defaultModels: ['@cf/meta/llama-3.3-70b-instruct-fp8-fast'],
  // developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility. Content that is a list or null is answered with 400.
  wire: { joinsTexts: true, fillsContent: true, tokenLimit: 'max_tokens', embeddings: {} },
  foreignNames: { portkey: ['workers-ai'] },
};
