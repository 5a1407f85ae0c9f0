import type { ModelFacts, ModelRow } from '../model-facts.js';

const FACTS = {
  refuses: ['presence_penalty', 'frequency_penalty', 'stop'],
  source: 'docs.x.ai/developers/model-capabilities/text/reasoning',
  date: '2026-11-28',
} as const satisfies ModelFacts;

/** Every current model reasons, and rejects penalties and stop sequences by their mere presence. */
export const XAI_MODELS: readonly ModelRow[] = [
  {
    models: /^grok-4\.(?:[5-9]|\d\d)(?!\d)(?!.*-reasoning)/i,
    ...FACTS,
    efforts: ['low', 'medium', 'high'],
    defaultEffort: 'high',
  },
  { models: /^grok-4\.3/i, ...FACTS, efforts: ['none', 'low', 'medium', 'high'], defaultEffort: 'low' },
  { models: /^grok-3-mini/i, ...FACTS, efforts: ['low', 'high'], defaultEffort: 'low' },
  { models: /non-reasoning/i, ...FACTS, refuses: ['presence_penalty', 'frequency_penalty'], efforts: [] },
  { models: /^grok-(?:4|code)/i, ...FACTS, efforts: [] },
  { models: /(?:)/, ...FACTS },
];
