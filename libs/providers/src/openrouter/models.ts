import type { ModelRow } from '../model-facts.js';
import { CLAUDE_MODELS } from '../shared/models/claude-models.js';
import { mistralFamily } from '../shared/models/open-models.js';

/**
 * It leaves out what a model does not take, and takes tools and efforts of every model on chat completions
 * (openrouter.ai/docs/guides/best-practices/reasoning-tokens): of the models it serves the sizes are needed, and whether results may be followed by a user.
 */
export const OPENROUTER_MODELS: readonly ModelRow[] = [
  ...CLAUDE_MODELS.map(({ models, contextWindow, maxOutput, source, date }) => ({
    models,
    contextWindow,
    maxOutput,
    source,
    date,
  })),
  mistralFamily(),
];
