import type { ChatMessage } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';

/** What an assistant turn may consist of where it has no content. */
const INSTEAD_OF_CONTENT = ['function_call', 'refusal', 'audio', 'reasoning_content', 'reasoning_details'] as const;

/**
 * Checks what a schema cannot say about messages that are well formed one by one ("structure validated",
 * docs/contract/chat.md#request-fields): an assistant message says something, and a tool message answers a call of the
 * assistant turn before it. Whether every call is answered is the provider's to judge: providers differ.
 */
export function checkConversation(messages: readonly ChatMessage[]): void {
  let callIds: ReadonlySet<unknown> | undefined;
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      checkToolAnswer(message, callIds, index);
    } else {
      const isCaller = message.role === 'assistant' && Boolean(message.tool_calls?.length);
      callIds = isCaller ? new Set(message.tool_calls?.map((call) => call.id)) : undefined;
      if (message.role === 'assistant' && !isCaller) checkSaysSomething(message, index);
    }
  }
}

function checkToolAnswer(answer: ChatMessage, callIds: ReadonlySet<unknown> | undefined, index: number): void {
  if (callIds === undefined) {
    throw new GatewayError('invalid_value', {
      param: `messages[${index}].role`,
      message: `\`messages[${index}]\` has the role "tool" and must follow an assistant message with \`tool_calls\`.`,
    });
  }
  if (callIds.has(answer.tool_call_id)) return;
  throw new GatewayError('invalid_value', {
    param: `messages[${index}].tool_call_id`,
    message: `\`messages[${index}].tool_call_id\` must be the id of a tool call in the assistant message before it.`,
  });
}

function checkSaysSomething(message: ChatMessage, index: number): void {
  if (message.content !== undefined && message.content !== null) return;
  if (INSTEAD_OF_CONTENT.some((member) => message[member] !== undefined && message[member] !== null)) return;
  throw new GatewayError('invalid_value', {
    param: `messages[${index}].content`,
    message: `\`messages[${index}].content\` is required in an assistant message without \`tool_calls\` or \`refusal\`.`,
  });
}
