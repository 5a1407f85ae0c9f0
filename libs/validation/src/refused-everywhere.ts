import { type RequestSchema, refused } from './schema-words.js';

/**
 * "Deprecated `functions` and `function_call` on every endpoint and provider"
 * (docs/contract/chat.md#refused-parameters).
 */
export const DEPRECATED_FUNCTIONS: Readonly<Record<string, RequestSchema>> = {
  functions: refused('It is deprecated: declare the functions in `tools` of /v1/chat/completions.'),
  function_call: refused('It is deprecated: use `tool_choice` of /v1/chat/completions.'),
};

const noOtherModels = refused(
  'Models are chosen by the gateway: ask the operator for a routing config with fallbacks.',
);

/**
 * What names models to some providers, in place of the one that was authorized, counted and priced: OpenRouter falls back to `models` and
 * reads settings of a `preset`, LiteLLM and Anthropic have fallbacks, Vercel's gateway its options, and servers of open models adapters.
 */
export const OTHER_MODELS: Readonly<Record<string, RequestSchema>> = {
  models: noOtherModels,
  preset: noOtherModels,
  fallbacks: noOtherModels,
  context_window_fallbacks: noOtherModels,
  content_policy_fallbacks: noOtherModels,
  providerOptions: noOtherModels,
  lora: noOtherModels,
  lora_path: noOtherModels,
  adapter_id: noOtherModels,
};

export const noHostedTools = refused(
  'The gateway runs no hosted tools: declare the tools in `tools` and run them yourself.',
);

/**
 * What some providers do at a price of its own, or with the operator's rights, without a tool that asks for it: searches and plugins of
 * OpenRouter and xAI, indexes of Azure, and answers of xAI that are stored for later.
 */
const HOSTED_WORK: Readonly<Record<string, RequestSchema>> = {
  plugins: noHostedTools,
  search_parameters: noHostedTools,
  data_sources: noHostedTools,
  deferred: {
    type: 'boolean',
    not: { const: true },
    refusal: 'Use /v1/async/chat/completions for answers in the background.',
    description: 'false',
  },
};

/** What no request for a text of a model may ask its provider for. */
export const BEYOND_THE_MODEL: Readonly<Record<string, RequestSchema>> = { ...OTHER_MODELS, ...HOSTED_WORK };
