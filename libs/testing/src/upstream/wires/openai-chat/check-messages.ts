import { isRecord } from '@multilane/contracts';
import { isFilledArray, isText } from '../json-values.js';
import type { WireFault } from '../wire.js';

type Message = Record<string, unknown>;

/** The members that make a content part of each type. */
const PARTS: Record<string, (part: Message) => boolean> = {
  text: (part) => typeof part.text === 'string',
  image_url: (part) => isRecord(part.image_url) && isText(part.image_url.url),
  input_audio: ({ input_audio: audio }) => isRecord(audio) && isText(audio.data) && isText(audio.format),
  file: ({ file }) => isRecord(file) && (isText(file.file_data) || isText(file.file_id)),
  refusal: (part) => typeof part.refusal === 'string',
};

/** The content parts that each role may send. */
const ROLES: Record<string, readonly string[]> = {
  system: ['text'],
  developer: ['text'],
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
};

/** The first message whose shape the published format forbids. */
export function checkMessages(messages: unknown): WireFault | undefined {
  if (!isFilledArray(messages)) return { param: 'messages', message: 'expected an array of at least one message' };
  for (const [index, message] of messages.entries()) {
    const fault = messageFault(message);
    if (fault !== undefined) return { param: `messages[${index}]`, message: fault };
  }
  return undefined;
}

function messageFault(message: unknown): string | undefined {
  if (!isRecord(message)) return 'expected an object';
  const parts = ROLES[String(message.role)];
  if (parts === undefined) return `unknown role ${JSON.stringify(message.role)}`;
  if (message.role === 'tool' && !isText(message.tool_call_id)) return 'a tool message needs its tool_call_id';
  if (message.role === 'assistant') return assistantFault(message, parts);
  return contentFault(message.content, parts);
}

function assistantFault(message: Message, parts: readonly string[]): string | undefined {
  const { content, tool_calls: calls, refusal, function_call: call } = message;
  if (calls !== undefined && calls !== null && !(isFilledArray(calls) && calls.every(isToolCall))) {
    return 'tool_calls must hold at least one call with id, type, function.name and function.arguments as text';
  }
  if (content !== undefined && content !== null) return contentFault(content, parts);
  // A stored turn may still carry the deprecated function_call (docs/contract/chat.md#refused-parameters).
  return calls || refusal || call ? undefined : 'an assistant message needs content or tool_calls';
}

function contentFault(content: unknown, allowed: readonly string[]): string | undefined {
  if (typeof content === 'string') return undefined;
  if (!isFilledArray(content)) return 'content must be text or an array of at least one part';
  const accepts = (part: unknown) =>
    isRecord(part) && allowed.includes(String(part.type)) && PARTS[String(part.type)]?.(part);
  return content.every(accepts) ? undefined : `content parts must be well-formed and of type ${allowed.join(', ')}`;
}

function isToolCall(call: unknown): boolean {
  if (!isRecord(call) || !isText(call.id)) return false;
  if (call.type === 'custom') return isRecord(call.custom) && isText(call.custom.name);
  const { function: called } = call;
  return call.type === 'function' && isRecord(called) && isText(called.name) && typeof called.arguments === 'string';
}
