import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const DIGITALOCEAN_MANIFEST: ProviderManifest<'digitalocean'> = {
  kind: 'digitalocean',
  group: 'R',
  name: 'DigitalOcean',
  documentation: 'https://docs.digitalocean.com/products/gradient-ai-platform/how-to/use-serverless-inference/',
  defaultBaseUrl: 'https://inference.do-ai.run/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'GRADIENT_MODEL_ACCESS_KEY', holds: 'key', example: '…' },
  trace: { provider: 'digitalocean' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['llama3.3-70b-instruct', 'openai-gpt-oss-120b'],
  // docs.digitalocean.com/products/gradient-ai-platform/how-to/use-serverless-inference: chat and the list of models.
  wire: {},
};
