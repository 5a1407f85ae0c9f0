import type { ModelFacts, ModelRow } from '../model-facts.js';

const FACTS = {
  refuses: ['logprobs', 'top_logprobs', 'logit_bias'],
  source: 'docs.mistral.ai/studio/conversations/reasoning',
  date: '2026-11-28',
} as const satisfies ModelFacts;

/** Reasoning is on or off. Unknown members are answered with 422. */
export const MISTRAL_MODELS: readonly ModelRow[] = [
  {
    models: /^mistral-(?:small|medium)-(?:latest|26\d\d|3\.5)/i,
    ...FACTS,
    efforts: ['none', 'high'],
    defaultEffort: 'none',
    contextWindow: 256_000,
  },
  { models: /^(?:mistral-large|ministral|codestral|devstral|pixtral|open-mi)/i, ...FACTS, efforts: [] },
  { models: /(?:)/, ...FACTS },
];
