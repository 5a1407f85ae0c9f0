import type { ChatMessage, ToolCall } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import { describeFunctionCall } from '../describe-function-call.js';
import { type Losses, UNNAMED_LOSSES } from '../losses.js';
import { encodeContent } from './encode-parts.js';
import { encodeToolCalls } from './encode-tool-calls.js';
import { encodeToolResults } from './encode-tool-results.js';
import type { NativeContent, NativePart } from './native-types.js';

export interface NativeConversation {
  contents: NativeContent[];
  systemInstruction?: { parts: NativePart[] };
}

/**
 * The conversation in native terms: system and developer messages become the one system instruction, the results of
 * one turn's calls one content. Reasoning of earlier turns is not sent, as the provider asks for its signatures alone;
 * names of participants have no counterpart.
 */
export function encodeMessages(
  messages: readonly ChatMessage[],
  target: ProviderTarget,
  losses: Losses = UNNAMED_LOSSES,
): NativeConversation {
  const contents: NativeContent[] = [];
  const instructions: NativePart[][] = [];
  let calls: readonly ToolCall[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (messages[index - 1]?.role === 'tool') continue;
      contents.push({ role: 'user', parts: encodeToolResults(messages, index, calls, target, losses) });
      continue;
    }
    calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    const parts = encodeTurn(message, `messages[${index}]`, target);
    if (message.role === 'system' || message.role === 'developer') instructions.push(parts);
    else if (parts.length > 0) contents.push({ role: message.role === 'assistant' ? 'model' : 'user', parts });
  }
  const system = instructions.flat();
  // A conversation of instructions alone: the provider rejects one without contents.
  if (contents.length === 0) return { contents: [{ role: 'user', parts: system }] };
  return { contents, ...(system.length > 0 && { systemInstruction: { parts: system } }) };
}

function encodeTurn(message: ChatMessage, path: string, target: ProviderTarget): NativePart[] {
  const parts = encodeContent(message.content, `${path}.content`, target);
  if (message.role !== 'assistant') return parts;
  if (message.audio !== undefined && message.audio !== null) {
    throw unsupported(`${path}.audio`, 'is not supported: this provider has no counterpart.');
  }
  if (message.refusal) parts.push({ text: message.refusal });
  parts.push({ text: describeFunctionCall(message.function_call) });
  const spoken = parts.filter(({ text }) => text !== '');
  return [...spoken, ...encodeToolCalls(message.tool_calls ?? [], `${path}.tool_calls`, target)];
}
