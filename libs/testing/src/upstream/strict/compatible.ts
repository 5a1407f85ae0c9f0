import { COMMON_MEMBERS, refuse } from './openai.js';
import { eachMessage, firstOf, onlyMembers, withEfforts, without } from './strict-provider.js';

/** inference-docs.cerebras.ai/resources/openai */
export const refuseAsCerebras = firstOf(
  onlyMembers([...COMMON_MEMBERS, 'prompt_cache_key', 'service_tier'], (name) =>
    refuse(`property '${name}' is unsupported`, name, 'wrong_api_format'),
  ),
  without(['frequency_penalty', 'presence_penalty', 'logit_bias'], (name) =>
    refuse(`property '${name}' is unsupported`, name, 'wrong_api_format'),
  ),
  withEfforts(/gpt-oss/, ['low', 'medium', 'high'], () => refuse('invalid reasoning_effort', 'reasoning_effort')),
  eachMessage(({ reasoning_content: reasoning }) =>
    reasoning === undefined
      ? undefined
      : refuse("property 'reasoning_content' is unsupported", null, 'wrong_api_format'),
  ),
);

/** Hosts of open models that take `max_tokens` alone, and the efforts that the models have. */
export const refuseAsOpenHost = firstOf(
  without(['max_completion_tokens'], (name) => refuse(`Unexpected parameter ${name}`, name)),
  withEfforts(/gpt-oss/, ['low', 'medium', 'high'], () => refuse('invalid reasoning_effort', 'reasoning_effort')),
);

/** docs.fireworks.ai: both limits of tokens are known. */
export const refuseAsFireworks = firstOf(
  onlyMembers([...COMMON_MEMBERS, 'prompt_cache_key', 'top_k', 'service_tier', 'metadata'], (name) =>
    refuse(`Extra inputs are not permitted, field: '${name}'`, name),
  ),
  withEfforts(/gpt-oss/, ['low', 'medium', 'high'], () => refuse('invalid reasoning_effort', 'reasoning_effort')),
);
