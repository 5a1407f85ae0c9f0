import type { Endpoint } from '../adapter.js';

/** Paths of the reference format for each endpoint, below the base URL. */
const PATHS: Readonly<Partial<Record<Endpoint, string>>> = {
  chat: '/chat/completions',
  responses: '/responses',
  chatOverResponses: '/responses',
  completions: '/completions',
  embeddings: '/embeddings',
  rerank: '/rerank',
  moderations: '/moderations',
};

/** The path of an endpoint in the reference format. Throws for an endpoint that the format does not have. */
export function referencePath(endpoint: Endpoint): string {
  const path = PATHS[endpoint];
  if (path === undefined) throw new TypeError(`the reference format has no endpoint ${endpoint}`);
  return path;
}
