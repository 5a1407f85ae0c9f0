import type { ModelFacts, ModelRow } from '../model-facts.js';

/** Sampling is fixed for every model that thinks (platform.kimi.ai/docs/api/models-overview). */
const FACTS = {
  sampling: 'none',
  refuses: ['n', 'presence_penalty', 'frequency_penalty'],
  parts: ['image'],
  source: 'platform.kimi.ai/docs/api/models-overview',
  date: '2026-11-30',
} as const satisfies ModelFacts;

export const MOONSHOT_MODELS: readonly ModelRow[] = [
  {
    models: /^kimi-k3/i,
    ...FACTS,
    efforts: ['low', 'high', 'max'],
    defaultEffort: 'max',
    thinkingOff: 'never',
    contextWindow: 1_048_576,
  },
  // "return an error if it is passed": `tool_choice` of `required`.
  {
    models: /^kimi-k2\.7-code/i,
    ...FACTS,
    efforts: [],
    thinkingOff: 'never',
    forcedTools: false,
    contextWindow: 262_144,
  },
  {
    models: /^kimi-k2\.6/i,
    ...FACTS,
    efforts: [],
    thinkingOff: 'disabled',
    forcedTools: false,
    contextWindow: 262_144,
  },
];
