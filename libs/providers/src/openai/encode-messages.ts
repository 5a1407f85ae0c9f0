import type { ChatMessage, ContentPart, ToolCall } from '@multilane/contracts';
import type { Losses } from '../shared/losses.js';
import type { WireQuirks } from '../wire-quirks.js';

/** Brings messages to what the provider accepts; the same array comes back when nothing has to change. */
export function encodeMessages(
  messages: readonly ChatMessage[],
  quirks: WireQuirks,
  losses: Losses,
): readonly ChatMessage[] {
  let changed: ChatMessage[] | undefined;
  messages.forEach((message, index) => {
    const encoded = encodeMessage(message, quirks, losses);
    if (encoded === message) return;
    changed ??= [...messages];
    changed[index] = encoded;
  });
  return changed ?? messages;
}

function encodeMessage(message: ChatMessage, quirks: WireQuirks, losses: Losses): ChatMessage {
  if (message.role === 'developer' && !quirks.knowsDeveloperRole) return { ...message, role: 'system' };
  if (message.role !== 'assistant') return message;
  return encodeAssistant(quirks.knowsSignatures ? message : withoutSignatures(message, losses), quirks);
}

function encodeAssistant(message: ChatMessage, quirks: WireQuirks): ChatMessage {
  if (message.reasoning_content === undefined || quirks.sentReasoning === 'reasoning_content') return message;
  return encodeReasoning(message, quirks.sentReasoning);
}

/**
 * The gateway answers with `reasoning_content` whatever the provider calls it, so clients send it back under that
 * name; providers with another name refuse it.
 */
function encodeReasoning(message: ChatMessage, name: 'reasoning' | 'thinking-parts'): ChatMessage {
  const { reasoning_content: reasoning, ...rest } = message;
  if (typeof reasoning !== 'string' || reasoning === '') return rest;
  if (name === 'reasoning') return { ...rest, reasoning: rest.reasoning ?? reasoning };
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: reasoning }] } as unknown as ContentPart;
  return { ...rest, content: [thinking, ...toParts(rest.content)] };
}

/** Lossy: this provider neither made the signatures nor could check them. */
function withoutSignatures(message: ChatMessage, losses: Losses): ChatMessage {
  const isSigned = message.tool_calls?.some((call) => call.extra_content !== undefined) === true;
  if (message.reasoning_details === undefined && !isSigned) return message;
  losses.lose('messages');
  const { reasoning_details, ...rest } = message;
  return isSigned
    ? { ...rest, tool_calls: rest.tool_calls?.map(({ extra_content, ...call }) => call as ToolCall) }
    : rest;
}

function toParts(content: ChatMessage['content']): ContentPart[] {
  if (Array.isArray(content)) return content;
  return content === undefined || content === null || content === '' ? [] : [{ type: 'text', text: content }];
}
