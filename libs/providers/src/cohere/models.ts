import type { ModelRow } from '../model-facts.js';

export const COHERE_MODELS: readonly ModelRow[] = [
  {
    models: /^command-a-/i,
    structuredOutput: 'schema',
    contextWindow: 256_000,
    source: 'docs.cohere.com/docs/models',
    date: '2026-11-28',
  },
];
