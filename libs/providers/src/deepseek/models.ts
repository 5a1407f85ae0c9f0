import type { ModelRow } from '../model-facts.js';

/**
 * Every model thinks unless `thinking` says otherwise; `reasoning_effort` has no word for that. Answers can be JSON, and not held to a
 * schema (api-docs.deepseek.com/api/create-chat-completion). Prompts are text.
 */
export const DEEPSEEK_MODELS: readonly ModelRow[] = [
  {
    models: /(?:)/,
    structuredOutput: 'object',
    parts: [],
    thinkingOff: 'disabled',
    efforts: ['none', 'low', 'high', 'max'],
    defaultEffort: 'high',
    source: 'api-docs.deepseek.com/guides/thinking_mode',
    date: '2026-11-28',
  },
];
