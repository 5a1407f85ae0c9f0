import type { Endpoint } from '../adapter.js';

const PATHS: Readonly<Record<Endpoint, string>> = {
  chat: '/chat/completions',
  completions: '/completions',
  messages: '/messages',
  countTokens: '/messages/count_tokens',
  embeddings: '/embeddings',
  rerank: '/rerank',
  moderations: '/moderations',
  decision: '/decisions',
};

/** Where the reference format has an endpoint, under the base URL. Rerank is the path that its compatible kinds share. */
export function endpointPath(endpoint: Endpoint): string {
  return PATHS[endpoint];
}
