import { type RequestSchema, refused } from './schema-words.js';

/**
 * "Deprecated `functions` and `function_call` on every endpoint and provider"
 * (docs/contract/chat.md#refused-parameters).
 */
export const DEPRECATED_FUNCTIONS: Readonly<Record<string, RequestSchema>> = {
  functions: refused('It is deprecated: declare the functions in `tools` of /v1/chat/completions.'),
  function_call: refused('It is deprecated: use `tool_choice` of /v1/chat/completions.'),
};
