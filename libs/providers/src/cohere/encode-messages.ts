import type { ChatMessage, ToolCall } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import { describeFunctionCall } from '../shared/describe-function-call.js';
import { type Block, encodeContent } from './encode-content.js';

/**
 * The conversation in the provider's messages (docs.cohere.com/reference/chat, "messages"). Throws
 * `unsupported_parameter` with the path of a part or call that it cannot take. A message's `name` has no counterpart.
 */
export function encodeMessages(messages: readonly ChatMessage[]): object[] {
  return messages.flatMap((message, index) => encodeMessage(message, `messages[${index}]`) ?? []);
}

function encodeMessage(message: ChatMessage, path: string): object | undefined {
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
      return encodeAssistant(message, path);
  }
}

/**
 * Reasoning goes back where the provider has it: as the plan of a turn that called tools, else as a thinking block.
 * Undefined for a turn that says nothing, which the provider rejects.
 */
function encodeAssistant(message: ChatMessage, path: string): object | undefined {
  if (message.audio) throw unsupported(`${path}.audio`, 'is not supported by the provider of this model.');
  const calls = encodeToolCalls(message, path);
  const content = encodeSpeech(message, path);
  const reasoning = message.reasoning_content || undefined;
  if (calls.length > 0) {
    return {
      role: 'assistant',
      content: content.length > 0 ? content : undefined,
      tool_plan: reasoning,
      tool_calls: calls,
    };
  }
  if (reasoning !== undefined) return { role: 'assistant', content: withThinking(reasoning, content) };
  return content.length > 0 ? { role: 'assistant', content } : undefined;
}

/**
 * Encodes the assistant's speech: its content, its refusal, and in words its deprecated call, as far as there are any.
 */
function encodeSpeech(message: ChatMessage, path: string): string | Block[] {
  const content = encodeContent(message.content, `${path}.content`, false);
  const parts = [content, message.refusal ?? '', describeFunctionCall(message.function_call)];
  const [only = '', ...more] = parts.filter((part) => part.length > 0);
  return typeof only === 'string' && more.length === 0 ? only : [only, ...more].flatMap(toBlocks);
}

/** The blocks that hold something. */
function toBlocks(content: string | Block[]): Block[] {
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  return blocks.filter((block) => block.type !== 'text' || block.text !== '');
}

function withThinking(thinking: string, content: string | Block[]): Block[] {
  return [{ type: 'thinking', thinking }, ...toBlocks(content)];
}

function encodeToolCalls(message: ChatMessage, path: string): object[] {
  return (message.tool_calls ?? []).map((call, position) => {
    if (call.type !== 'function') {
      throw unsupported(`${path}.tool_calls[${position}].type`, 'must be "function" for this provider.');
    }
    return encodeCall(call.id, call.function);
  });
}

function encodeCall(id: string, called: ToolCall['function']): object {
  return { id, type: 'function', function: { name: called.name, arguments: called.arguments || '{}' } };
}
