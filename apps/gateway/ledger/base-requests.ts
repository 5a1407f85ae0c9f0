import type { Source } from './columns.js';
import type { Json } from './json-path.js';

/** The least that each format can say; a probe adds to it or replaces members of it. */
export const BASE_REQUESTS: Readonly<Record<Source, Json>> = {
  chat: { model: 'probe', messages: [{ role: 'user', content: 'hi' }] },
  responses: { model: 'probe', input: 'hi' },
  messages: { model: 'probe', max_tokens: 1000, messages: [{ role: 'user', content: 'hi' }] },
  completions: { model: 'probe', prompt: 'hi' },
  embeddings: { model: 'probe', input: 'hi' },
  rerank: { model: 'probe', query: 'hi', documents: ['one', 'two'] },
};
