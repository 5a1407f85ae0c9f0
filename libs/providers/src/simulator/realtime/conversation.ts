import type { ChatMessage, ChatTool } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';

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
export function toMessage(item: Item): ChatMessage | undefined {
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
export function toTool({ description, name, parameters }: Members): ChatTool {
  return { type: 'function', function: { name, description, parameters } } as ChatTool;
}
