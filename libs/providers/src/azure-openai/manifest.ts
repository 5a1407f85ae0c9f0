import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_TIERS, requiredBaseUrl } from '../shared/manifest-parts.js';

/**
 * The newest dated version of the inference API that is generally available (learn.microsoft.com, "API version
 * lifecycle"). Azure's newer v1 API has no versions and no deployments in its address; it is reached with the kind
 * `openai` and the base URL `https://<resource>.openai.azure.com/openai/v1`.
 */
export const DEFAULT_API_VERSION = '2024-10-21';

export const AZURE_OPENAI_MANIFEST: ProviderManifest<'azure-openai'> = {
  kind: 'azure-openai',
  group: 'R1',
  name: 'Azure OpenAI',
  documentation: 'https://learn.microsoft.com/azure/ai-foundry/openai/reference',
  credential: 'key',
  settings: [
    requiredBaseUrl('https://my-resource.openai.azure.com', 'Address of the resource, without a path.'),
    {
      name: 'api_version',
      label: 'API version',
      help: 'Version of its API.',
      type: 'text',
      default: DEFAULT_API_VERSION,
      example: DEFAULT_API_VERSION,
    },
  ],
  prices: { id: 'azure', hostSuffix: '.azure.com' },
  tierFactors: REFERENCE_TIERS,
  trace: { provider: 'azure.ai.openai' },
  keyPatterns: [],
  // It lists the models that a resource could deploy. Requests name deployments, which only its management API lists.
  connectionTest: { path: '/openai/models?api-version={api_version}' },
  defaultModels: [],
  foreignNames: {
    litellm: {
      azure: { keyVariable: 'AZURE_API_KEY' },
      azure_text: { keyVariable: 'AZURE_API_KEY', completion: true },
    },
    portkey: ['azure-openai'],
  },
};
