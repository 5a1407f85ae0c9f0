import type { ModelRow } from '../model-facts.js';

/** Open models that several hosts serve alike. */
export const OPEN_MODELS: readonly ModelRow[] = [
  {
    models: /gpt-oss/i,
    efforts: ['low', 'medium', 'high'],
    defaultEffort: 'medium',
    contextWindow: 131_072,
    source: 'huggingface.co/openai/gpt-oss-120b',
    date: '2026-11-28',
  },
];
