import type { ModelRow } from '../model-facts.js';

const SOURCE = 'developers.openai.com/api/docs/models';
const DATE = '2026-11-28';

/**
 * Models of the reference provider, the newest family first. Dated snapshots follow their family. Chat completions take
 * `max_completion_tokens` of every current model, and the older name of the older ones only.
 */
export const OPENAI_MODELS: readonly ModelRow[] = [
  {
    models: /^(?:gpt-5[\w.-]*-codex[\w.-]*|gpt-5(?:\.\d+)?-pro(?:-[\d-]+)?|o[13]-pro(?:-[\d-]+)?|codex-[\w.-]+)$/i,
    api: 'responses',
    sampling: 'none',
    source: SOURCE,
    date: DATE,
  },
  {
    models: /^gpt-5\.(?:[4-9]|\d\d)(?:[.-][\w.-]+)?$/i,
    api: 'both',
    toolsNeedResponses: true,
    tokenLimit: 'max_completion_tokens',
    efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
    sampling: 'unreasoned',
    source: SOURCE,
    date: DATE,
  },
];
