import type { ModelFacts, ModelRow } from '../model-facts.js';

/** Answers can be JSON, and not held to a schema; calls cannot be forced (docs.z.ai/api-reference/llm/chat-completion). */
const FACTS = {
  structuredOutput: 'object',
  forcedTools: false,
  source: 'docs.z.ai/api-reference/llm/chat-completion',
  date: '2026-11-30',
} as const satisfies ModelFacts;

export const ZAI_MODELS: readonly ModelRow[] = [
  { models: /^glm-5\.3-flash/i, ...FACTS, parts: ['image', 'image_url'], contextWindow: 1_000_000, maxOutput: 128_000 },
  { models: /^glm-5\.[23]/i, ...FACTS, parts: [], contextWindow: 1_000_000, maxOutput: 128_000 },
  { models: /^glm-(?:5|4\.[67])/i, ...FACTS, parts: [], contextWindow: 200_000, maxOutput: 128_000 },
  { models: /(?:)/, ...FACTS },
];
