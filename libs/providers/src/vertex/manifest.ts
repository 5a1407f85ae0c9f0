import type { ProviderManifest } from '../manifest.js';
import { GOOGLE_SEARCHES, GOOGLE_TIERS } from '../shared/manifest-parts.js';

export const VERTEX_MANIFEST: ProviderManifest<'vertex'> = {
  kind: 'vertex',
  group: 'G',
  name: 'Google Vertex AI',
  documentation: 'https://cloud.google.com/vertex-ai/generative-ai/docs/models',
  credential: 'google',
  settings: [
    {
      name: 'project',
      label: 'Project',
      help: 'Project id. Default: the `project_id` of `credentials_json`.',
      type: 'text',
      required: true,
      example: 'my-project',
    },
    {
      name: 'location',
      label: 'Location',
      help: 'Location of the endpoint, such as `europe-west4`, `eu` or `global`.',
      type: 'text',
      required: true,
      example: 'europe-west4',
    },
    {
      name: 'credentials_json',
      label: 'Credentials file',
      help: 'A credentials file as JSON: of a service account or an authorized user, and in gateway.yaml also of a workload identity. An entry of gateway.yaml with neither this nor `access_token` uses the account of the machine.',
      type: 'json',
      secret: true,
    },
    {
      name: 'access_token',
      label: 'Access token',
      help: 'An access token that you renew yourself.',
      type: 'text',
      secret: true,
    },
  ],
  prices: { id: 'google' },
  tierFactors: GOOGLE_TIERS,
  searchPrices: GOOGLE_SEARCHES,
  trace: { provider: 'gcp.vertex_ai', operations: { chat: 'generate_content' } },
  keyPatterns: ['ya29\\.'],
  connectionTest: 'model',
  defaultModels: [],
  foreignNames: {
    litellm: { vertex_ai: {}, vertex_ai_beta: {} },
    litellmModels: '^gemini-',
    portkey: ['vertex-ai'],
  },
};
