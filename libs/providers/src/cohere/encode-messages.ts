import type { ChatMessage, ToolCall } from '@multilane/contracts';
import { type Block, encodeContent } from './encode-content.js';
import { unsupported } from './unsupported.js';

/**
 * The conversation in the provider's messages (docs.cohere.com/reference/chat, "messages"). Throws
 * `unsupported_parameter` with the path of a part or call that it cannot take. A message's `name` has no counterpart.
 */
export function encodeMessages(messages: readonly ChatMessage[]): object[] {
  return messages.map((message, index) => encodeMessage(message, `messages[${index}]`, index));
}

function encodeMessage(message: ChatMessage, path: string, index: number): object {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', content: encodeContent(message.content, `${path}.content`, false) };
    case 'user':
      return { role: 'user', content: encodeContent(message.content, `${path}.content`, true) };
    case 'tool':
      return {
        role: 'tool',
        tool_call_id: message.tool_call_id,
        content: encodeContent(message.content, `${path}.content`, false),
      };
    case 'assistant':
      return encodeAssistant(message, path, index);
  }
}

/**
 * Reasoning goes back where the provider has it: as the plan of a turn that called tools, else as a thinking block.
 */
function encodeAssistant(message: ChatMessage, path: string, index: number): object {
  if (message.audio) throw unsupported(`${path}.audio`, 'is not supported by the provider of this model.');
  const calls = encodeToolCalls(message, path, index);
  const content = encodeContent(message.content ?? message.refusal, `${path}.content`, false);
  const reasoning = message.reasoning_content || undefined;
  if (calls.length > 0) {
    return {
      role: 'assistant',
      content: content.length > 0 ? content : undefined,
      tool_plan: reasoning,
      tool_calls: calls,
    };
  }
  return { role: 'assistant', content: reasoning === undefined ? content : withThinking(reasoning, content) };
}

function withThinking(thinking: string, content: string | Block[]): Block[] {
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  return [{ type: 'thinking', thinking }, ...blocks.filter((block) => block.type !== 'text' || block.text !== '')];
}

function encodeToolCalls(message: ChatMessage, path: string, index: number): object[] {
  const calls = (message.tool_calls ?? []).map((call, position) => {
    if (call.type !== 'function') {
      throw unsupported(`${path}.tool_calls[${position}].type`, 'must be "function" for this provider.');
    }
    return encodeCall(call.id, call.function);
  });
  // The deprecated call of a stored turn is still accepted (specification, "Unsupported endpoints"); it has no id.
  const called = message.function_call as ToolCall['function'] | null | undefined;
  return called ? [...calls, encodeCall(`call_${index}`, called)] : calls;
}

function encodeCall(id: string, called: ToolCall['function']): object {
  return { id, type: 'function', function: { name: called.name, arguments: called.arguments || '{}' } };
}
