import type { ModelRow } from '../model-facts.js';
import { OPEN_MODELS } from '../shared/models/open-models.js';

/** inference-docs.cerebras.ai/resources/openai: these are answered with 400. */
const REFUSED = ['frequency_penalty', 'presence_penalty', 'logit_bias'] as const;

export const CEREBRAS_MODELS: readonly ModelRow[] = [
  ...OPEN_MODELS.map((row) => ({ ...row, refuses: REFUSED })),
  {
    models: /(?:)/,
    refuses: REFUSED,
    source: 'inference-docs.cerebras.ai/resources/openai',
    date: '2026-11-28',
  },
];
