import type { ChatMessage } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import { toNativeId } from '../../shared/models/native-id.js';
import type { ContentBlock, Turn } from '../messages-request.js';
import { placeThinking } from '../reasoning-details.js';
import { encodeContent, encodeText } from './encode-content.js';
import { encodeToolCalls } from './encode-tool-calls.js';

export interface Conversation {
  readonly system: ContentBlock[];
  readonly turns: Turn[];
}

/**
 * The conversation in the provider's form. System and developer messages become the system prompt, wherever they are:
 * most models accept them nowhere else, and the provider's own compatibility layer does the same
 * (platform.claude.com/docs, "OpenAI SDK compatibility"). Neighbours of one role become one turn.
 */
export function encodeMessages(messages: readonly ChatMessage[]): Conversation {
  const system: ContentBlock[] = [];
  const turns: Turn[] = [];
  messages.forEach((message, index) => {
    const path = `messages[${index}]`;
    if (message.role === 'system' || message.role === 'developer') {
      for (const block of encodeContent(message.content, `${path}.content`)) system.push(block);
    } else {
      addBlocks(turns, message.role === 'assistant' ? 'assistant' : 'user', encodeMessage(message, path));
    }
  });
  if (turns.length > 0) return { system, turns };
  throw unsupported('messages', 'must have a message with content beside system messages for this provider.');
}

function addBlocks(turns: Turn[], role: Turn['role'], blocks: ContentBlock[]): void {
  if (blocks.length === 0) return;
  const last = turns.at(-1);
  if (last?.role === role) for (const block of blocks) last.content.push(block);
  else turns.push({ role, content: blocks });
}

function encodeMessage(message: ChatMessage, path: string): ContentBlock[] {
  if (message.role === 'assistant') return encodeAssistant(message, path);
  const content = encodeContent(message.content, `${path}.content`);
  if (message.role !== 'tool') return content;
  return [
    {
      type: 'tool_result',
      tool_use_id: toNativeId(message.tool_call_id ?? ''),
      content: typeof message.content === 'string' ? message.content : content,
    },
  ];
}

function encodeAssistant(message: ChatMessage, path: string): ContentBlock[] {
  if (message.audio !== undefined && message.audio !== null) {
    throw unsupported(`${path}.audio`, 'is not supported: this provider does not accept earlier audio.');
  }
  const text = [...encodeContent(message.content, `${path}.content`), ...encodeText(message.refusal ?? '')];
  const calls = encodeToolCalls(message, path).map((call) => [call]);
  // Text of white space is left out, but it stood there.
  const hadText = text.length > 0 || Boolean(message.content);
  return placeThinking(message.reasoning_details, hadText ? [text, ...calls] : calls);
}
