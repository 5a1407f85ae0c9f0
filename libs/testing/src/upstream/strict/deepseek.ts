import { refuse } from './openai.js';
import { eachMessage, firstOf, messagesOf, partsOf, type StrictRule } from './strict-provider.js';

/**
 * "For turns that do perform tool calls, the reasoning_content must be fully passed back to the API in all subsequent requests"
 * (api-docs.deepseek.com/guides/thinking_mode). Thinking is the default. Answers without calls are held to it too
 * (github.com/NousResearch/hermes-agent/issues/16021), and an empty text does not count (the same, pull/18263).
 */
const thoughts: StrictRule = (body) => {
  if ((Object(body.thinking) as { type?: string }).type === 'disabled') return undefined;
  const messages = messagesOf(body);
  if (body.tools === undefined && !messages.some(({ tool_calls: calls }) => calls !== undefined)) return undefined;
  const isForgotten = messages.some(
    ({ role, reasoning_content: thought }) => role === 'assistant' && (typeof thought !== 'string' || thought === ''),
  );
  if (!isForgotten) return undefined;
  return refuse(
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
    null,
    'invalid_request_error',
  );
};

/** api-docs.deepseek.com/api/create-chat-completion */
export const refuseAsDeepSeek = firstOf(
  ({ response_format: format }) =>
    ['text', 'json_object', undefined].includes((Object(format) as { type?: string }).type)
      ? undefined
      : refuse('This response_format type is unavailable now', null),
  eachMessage(({ role, content }, index) =>
    role !== 'user' && Array.isArray(content)
      ? refuse(
          `Failed to deserialize the JSON body: messages[${index}]: invalid type: sequence, expected a string`,
          null,
        )
      : undefined,
  ),
  eachMessage((message, index) =>
    partsOf(message).some(({ type }) => type !== 'text')
      ? refuse(
          `Failed to deserialize the JSON body: messages[${index}]: unknown variant \`image_url\`, expected \`text\``,
          null,
        )
      : undefined,
  ),
  eachMessage(({ role }, index) =>
    ['system', 'user', 'assistant', 'tool'].includes(String(role))
      ? undefined
      : refuse(`Failed to deserialize the JSON body: messages[${index}].role: unknown variant \`${role}\``, null),
  ),
  thoughts,
);
