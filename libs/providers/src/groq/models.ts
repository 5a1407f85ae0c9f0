import type { ModelFacts, ModelRow } from '../model-facts.js';

const FACTS = {
  // console.groq.com/docs/openai: "will result in a 400 error"; `n` must be 1.
  refuses: ['logprobs', 'top_logprobs', 'logit_bias', 'n'],
  source: 'console.groq.com/docs/reasoning',
  date: '2026-11-28',
} as const satisfies ModelFacts;

export const GROQ_MODELS: readonly ModelRow[] = [
  { models: /gpt-oss/i, ...FACTS, efforts: ['low', 'medium', 'high'], defaultEffort: 'medium', contextWindow: 131_072 },
  { models: /qwen-?3/i, ...FACTS, efforts: ['none', 'default'], defaultEffort: 'default' },
  { models: /^(?:meta-llama\/)?llama-|^moonshotai\//i, ...FACTS, efforts: [] },
  { models: /(?:)/, ...FACTS },
];
