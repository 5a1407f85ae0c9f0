import type { ModelFacts, ModelRow } from '../model-facts.js';

const DATE = '2026-11-28';
const REASONING = 'developers.openai.com/api/docs/guides/reasoning';
const LATEST = 'developers.openai.com/api/docs/guides/latest-model';

/** "Unsupported parameter" of models that reason. */
const REFUSED = ['presence_penalty', 'frequency_penalty', 'logprobs', 'top_logprobs', 'logit_bias', 'stop'] as const;

const REASONS: ModelFacts = { tokenLimit: 'max_completion_tokens', refuses: REFUSED };

/** Sampling, penalties and stop sequences are taken with the effort `none` alone ("parameter compatibility"). */
const SWITCHES = { ...REASONS, api: 'both', sampling: 'unreasoned', source: LATEST, date: DATE } as const;

const UP_TO_XHIGH = ['none', 'low', 'medium', 'high', 'xhigh'] as const;

/**
 * Models of the reference provider, the newest family first; dated snapshots follow their family. From gpt-5.4 on, chat completions
 * answer 400 to function tools beside an effort ("Please use /v1/responses instead"), and from gpt-5.6 on to tools without one too.
 */
export const OPENAI_MODELS: readonly ModelRow[] = [
  {
    models:
      /^(?:gpt-5[\w.-]*-codex[\w.-]*|gpt-5(?:\.\d+)?-pro(?:-[\d-]+)?|codex-[\w.-]+|o\d-pro(?:-[\d-]+)?|o\d(?:-mini)?-deep-research[\w.-]*|computer-use-preview[\w.-]*)$/i,
    ...REASONS,
    api: 'responses',
    sampling: 'none',
    source: 'developers.openai.com/api/docs/models',
    date: DATE,
  },
  // Models of the chat product answer without reasoning.
  {
    models: /^gpt-5(?:\.\d+)?-chat(?:-[\w.-]+)?$/i,
    api: 'both',
    tokenLimit: 'max_completion_tokens',
    source: 'developers.openai.com/api/docs/models',
    date: DATE,
  },
  {
    models: /^gpt-5\.(?:[6-9]|\d\d)(?:-[\w.-]+)?$/i,
    ...SWITCHES,
    toolsNeedResponses: true,
    efforts: UP_TO_XHIGH,
    defaultEffort: 'medium',
    structuredOutput: 'schema',
  },
  {
    models: /^gpt-5\.5(?:-[\w.-]+)?$/i,
    ...SWITCHES,
    toolsNeedResponses: true,
    efforts: UP_TO_XHIGH,
    defaultEffort: 'medium',
    structuredOutput: 'schema',
    contextWindow: 1_050_000,
    maxOutput: 128_000,
  },
  {
    models: /^gpt-5\.4-(?:mini|nano)(?:-[\d-]+)?$/i,
    ...SWITCHES,
    toolsNeedResponses: true,
    efforts: UP_TO_XHIGH,
    defaultEffort: 'none',
    structuredOutput: 'schema',
    contextWindow: 400_000,
    maxOutput: 128_000,
  },
  {
    models: /^gpt-5\.4(?:-[\w.-]+)?$/i,
    ...SWITCHES,
    toolsNeedResponses: true,
    efforts: UP_TO_XHIGH,
    defaultEffort: 'none',
    structuredOutput: 'schema',
    contextWindow: 1_050_000,
    maxOutput: 128_000,
  },
  {
    models: /^gpt-5\.[23](?:-[\w.-]+)?$/i,
    ...SWITCHES,
    efforts: UP_TO_XHIGH,
    defaultEffort: 'none',
    structuredOutput: 'schema',
    contextWindow: 400_000,
    maxOutput: 128_000,
  },
  {
    models: /^gpt-5\.1(?:-[\w.-]+)?$/i,
    ...SWITCHES,
    efforts: ['none', 'low', 'medium', 'high'],
    defaultEffort: 'none',
    structuredOutput: 'schema',
    contextWindow: 400_000,
    maxOutput: 128_000,
  },
  {
    models: /^gpt-5(?:-(?:mini|nano))?(?:-\d[\d-]*)?$/i,
    ...REASONS,
    api: 'both',
    sampling: 'none',
    efforts: ['minimal', 'low', 'medium', 'high'],
    defaultEffort: 'medium',
    structuredOutput: 'schema',
    contextWindow: 400_000,
    maxOutput: 128_000,
    source: REASONING,
    date: DATE,
  },
  {
    models: /^o[134](?:-mini)?(?:-\d[\d-]*)?$/i,
    ...REASONS,
    api: 'both',
    sampling: 'none',
    efforts: ['low', 'medium', 'high'],
    defaultEffort: 'medium',
    parallelCalls: false,
    contextWindow: 200_000,
    maxOutput: 100_000,
    source: REASONING,
    date: DATE,
  },
  {
    models: /^gpt-4\.1(?:-[\w.-]+)?$/i,
    api: 'both',
    efforts: [],
    structuredOutput: 'schema',
    contextWindow: 1_047_576,
    maxOutput: 32_768,
    source: 'developers.openai.com/api/docs/models',
    date: DATE,
  },
];
