import { COMMON_MEMBERS, refuse } from './openai.js';
import {
  eachMessage,
  firstOf,
  messagesOf,
  onlyMembers,
  type StrictRule,
  withEfforts,
  without,
} from './strict-provider.js';

/** Members of a message by its role, as the provider's OpenAPI document has them (github.com/groq/groq-python, types/chat, 1.7.0). */
const MESSAGE_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content'],
  developer: ['role', 'content'],
  user: ['role', 'content'],
  assistant: ['role', 'content', 'reasoning', 'tool_calls', 'function_call'],
  tool: ['role', 'content', 'tool_call_id'],
};

/**
 * "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]"
 * (github.com/janhq/jan/issues/8136); `name` is on the list of console.groq.com/docs/openai.
 */
const members = eachMessage((message, index) => {
  const unknown = Object.keys(message).find((name) => !MESSAGE_MEMBERS[String(message.role)]?.includes(name));
  if (unknown === undefined) return undefined;
  return refuse(
    `'messages.${index}' : for 'role:${message.role}' the following must be satisfied[('messages.${index}' : property '${unknown}' is unsupported)]`,
    null,
  );
});

/** `reasoning` "is supported on models that support reasoning" (groq-python, ChatCompletionAssistantMessageParam). */
const reasoning: StrictRule = (body) =>
  /llama|kimi/.test(String(body.model)) && messagesOf(body).some((message) => message.reasoning !== undefined)
    ? refuse("property 'reasoning' is unsupported, did you mean 'role'?", null)
    : undefined;

/** console.groq.com/docs/openai, "currently not supported and will result in a 400 error" */
export const refuseAsGroq = firstOf(
  onlyMembers(
    [...COMMON_MEMBERS, 'service_tier', 'include_reasoning', 'reasoning_format', 'metadata', 'store'],
    (name) => refuse(`property '${name}' is unsupported`, null),
  ),
  without(['logprobs', 'top_logprobs', 'logit_bias'], (name) => refuse(`\`${name}\` is not supported`, name)),
  ({ n }) => (n === undefined || n === 1 ? undefined : refuse("'n' : number must be at most 1", 'n')),
  withEfforts(/gpt-oss/, ['low', 'medium', 'high'], () =>
    refuse('`reasoning_effort` must be one of `low`, `medium`, or `high`', 'reasoning_effort'),
  ),
  withEfforts(/qwen/, ['none', 'default'], () =>
    refuse('`reasoning_effort` must be one of `none` or `default`', 'reasoning_effort'),
  ),
  withEfforts(/llama|kimi/, [], () =>
    refuse('`reasoning_effort` is not supported with this model', 'reasoning_effort'),
  ),
  members,
  reasoning,
);
