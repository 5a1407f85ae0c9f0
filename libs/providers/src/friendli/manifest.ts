import type { ProviderManifest } from '../manifest.js';
import { REFERENCE_LISTING, REFERENCE_TEST } from '../shared/manifest-parts.js';

export const FRIENDLI_MANIFEST: ProviderManifest<'friendli'> = {
  kind: 'friendli',
  group: 'R',
  name: 'FriendliAI',
  documentation: 'https://friendli.ai/docs/guides/serverless_endpoints/introduction',
  defaultBaseUrl: 'https://api.friendli.ai/serverless/v1',
  credential: 'key',
  settings: [],
  environment: { name: 'FRIENDLI_TOKEN', holds: 'key', example: '…' },
  trace: { provider: 'friendli' },
  keyPatterns: [],
  models: REFERENCE_LISTING,
  connectionTest: REFERENCE_TEST,
  defaultModels: ['zai-org/GLM-5.3', 'zai-org/GLM-5.3-Flash'],
  // friendli.ai/docs/openapi/serverless/chat-completions.
  wire: { servesCompletions: true, members: ['top_k'] },
  foreignNames: { litellm: { friendliai: { keyVariable: 'FRIENDLI_TOKEN' } } },
};
