import type { ChatMessage, ChatRequest, ChatTool } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import { splitTokens } from '../limit-text.js';

export type Members = Record<string, unknown>;

/** An item of a conversation; `recognized` and `seconds` are the simulator's own notes about audio. */
export interface Item extends Members {
  readonly id: string;
  readonly type: string;
}

/** The members of an object; none for anything else. */
export function recordOf(value: unknown): Members {
  return isRecord(value) ? value : {};
}

/** The voice that a session answers in. */
export function voiceOf({ audio }: Members): string {
  const { voice } = recordOf(recordOf(audio).output);
  return typeof voice === 'string' ? voice : 'alloy';
}

/** Each with the space before it, as text is streamed. */
export function splitWords(text: string): string[] {
  return text.match(/\s*\S+|\s+$/gu) ?? [];
}

/** Without what the simulator notes for itself. */
export function shown({ recognized: _recognized, seconds: _seconds, ...item }: Item): Members {
  return item;
}

/** An item as a message of chat; undefined for what is none. */
function toMessage(item: Item): ChatMessage | undefined {
  const { call_id: callId, content, name, recognized, role, type } = item;
  if (type === 'function_call_output') {
    return { role: 'tool', tool_call_id: String(callId), content: String(item.output ?? '') };
  }
  if (type === 'function_call') {
    const call = { name: String(name), arguments: String(item.arguments ?? '') };
    return { role: 'assistant', content: null, tool_calls: [{ id: String(callId), type: 'function', function: call }] };
  }
  if (type !== 'message' || (role !== 'user' && role !== 'assistant' && role !== 'system')) return undefined;
  if (typeof recognized === 'string') return { role, content: recognized };
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  return { role, content: parts.map(({ text, transcript }) => String(text ?? transcript ?? '')).join('\n') };
}

/** A tool in the shape of chat. */
function toTool({ description, name, parameters }: Members): ChatTool {
  return { type: 'function', function: { name, description, parameters } } as ChatTool;
}

/** Writes the question of a response as a chat. */
export function toChat(model: string, items: readonly Item[], asked: Members): ChatRequest {
  const { instructions, max_output_tokens: most, tool_choice: choice, tools } = asked;
  const messages = items.map(toMessage).filter((message) => message !== undefined);
  if (typeof instructions === 'string' && instructions !== '') {
    messages.unshift({ role: 'system', content: instructions });
  }
  const isNamed = isRecord(choice) && typeof choice.name === 'string';
  const toolChoice = isNamed ? { type: 'function', function: { name: choice.name } } : choice;
  return {
    model,
    messages,
    ...(Array.isArray(tools) && { tools: tools.filter(isRecord).map(toTool) }),
    ...(typeof most === 'number' && { max_completion_tokens: most }),
    tool_choice: toolChoice as ChatRequest['tool_choice'],
  };
}

/** Tokens that the reference counts for a second of the client's sound. */
const TOKENS_PER_INPUT_SECOND = 10;

/** The usage of an answer, as the reference reports it. */
export function countUse(
  items: readonly Item[],
  { messages }: ChatRequest,
  spoken: { readonly text: number; readonly audio: number },
): Members {
  const text = messages.reduce((sum, { content }) => sum + splitTokens(String(content ?? '')).length, 0);
  const inputSeconds = items.reduce(
    (sum, { role, seconds }) => sum + (role === 'user' && typeof seconds === 'number' ? seconds : 0),
    0,
  );
  const audio = Math.ceil(inputSeconds * TOKENS_PER_INPUT_SECOND);
  return {
    total_tokens: text + audio + spoken.text + spoken.audio,
    input_tokens: text + audio,
    output_tokens: spoken.text + spoken.audio,
    input_token_details: { text_tokens: text, audio_tokens: audio, image_tokens: 0, cached_tokens: 0 },
    output_token_details: { text_tokens: spoken.text, audio_tokens: spoken.audio },
  };
}
