import { type RequestSchema, refused } from './schemas/schema-words.js';

/** An empty list or object asks for nothing: some clients send it for what they do not use. */
const EMPTY: RequestSchema = { type: ['array', 'object'], rawInteger: false, maxItems: 0, maxProperties: 0 };

/** A member that is rejected, but for values that ask for nothing. */
const refusedUnless = (nothing: RequestSchema, refusal: string): RequestSchema => ({
  not: { not: nothing },
  refusal,
  isIdle: true,
});

/**
 * "Deprecated `functions` and `function_call` on every endpoint and provider"
 * (docs/contract/chat.md#refused-parameters).
 */
export const DEPRECATED_FUNCTIONS: Readonly<Record<string, RequestSchema>> = {
  functions: refused('It is deprecated: declare the functions in `tools` of /v1/chat/completions.'),
  function_call: refused('It is deprecated: use `tool_choice` of /v1/chat/completions.'),
};

const noOtherModels = refusedUnless(
  EMPTY,
  'Models are chosen by the gateway: ask the operator for a routing config with fallbacks.',
);

/**
 * Members that name models to some providers, in place of the one that was authorized, counted and priced: OpenRouter
 * falls back to `models` and reads settings of a `preset`, LiteLLM and Anthropic have fallbacks, Vercel's gateway its
 * options, and servers of open models adapters.
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

const NO_HOSTED_TOOLS = 'The gateway runs no hosted tools: declare the tools in `tools` and run them yourself.';

export const noHostedTools = refused(NO_HOSTED_TOOLS);

const SEARCH_IS_OFF: RequestSchema = { type: 'object', properties: { mode: { const: 'off' } }, required: ['mode'] };

/**
 * Members by which some providers do work at a price of its own, or with the operator's rights, without a tool that
 * asks for it: searches and plugins of OpenRouter and xAI, indexes of Azure, and answers of xAI that are stored for
 * later.
 */
const HOSTED_WORK: Readonly<Record<string, RequestSchema>> = {
  plugins: refusedUnless(EMPTY, NO_HOSTED_TOOLS),
  search_parameters: refusedUnless({ anyOf: [EMPTY, SEARCH_IS_OFF] }, NO_HOSTED_TOOLS),
  data_sources: refusedUnless(EMPTY, NO_HOSTED_TOOLS),
  deferred: {
    type: 'boolean',
    not: { const: true },
    refusal: 'Use /v1/async/chat/completions for answers in the background.',
    description: 'false',
  },
};

/** Members that no request for a text of a model may send to its provider. */
export const BEYOND_THE_MODEL: Readonly<Record<string, RequestSchema>> = { ...OTHER_MODELS, ...HOSTED_WORK };
