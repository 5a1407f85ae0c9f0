import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const NEBIUS_MANIFEST: ProviderManifest<'nebius'> = {
  kind: 'nebius',
  group: 'R',
  name: 'Nebius Token Factory',
  documentation: 'https://docs.tokenfactory.nebius.com/quickstart',
  defaultBaseUrl: 'https://api.tokenfactory.nebius.com/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'NEBIUS_API_KEY', holds: 'key', example: '…' },
  trace: { provider: 'nebius' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['Qwen/Qwen3-235B-A22B-Instruct-2507', 'openai/gpt-oss-120b'],
  // docs.tokenfactory.nebius.com/api-reference/inference/create-chat-completion.
  wire: { servesCompletions: true, embeddings: {} },
  foreignNames: { litellm: { nebius: { keyVariable: 'NEBIUS_API_KEY' } }, portkey: ['nebius'] },
};
