import type { NewMessage } from '../../api/conversations/save-conversation.js';
import type { ChatMessage, Lane } from './lanes.js';

/** The messages of a lane as the service stores them, after what the model was told to be. */
export function toSaved({ messages, model, run }: Lane, system: string): readonly NewMessage[] {
  const saved = messages.map((message) => toMessage(message, model));
  const last = saved.at(-1);
  // The last answer has further data.
  const about = {
    ...(run?.finishReason !== undefined && { finish_reason: run.finishReason }),
    ...(run?.requestId !== undefined && { request_id: run.requestId }),
  };
  const known = last?.role === 'assistant' ? [...saved.slice(0, -1), { ...last, ...about }] : saved;
  return system.trim() === '' ? known : [{ role: 'system', content: system }, ...known];
}

function toMessage(
  { content, role, tool_call_id: callId, tool_calls: calls = [] }: ChatMessage,
  model: string,
): NewMessage {
  const parts = typeof content === 'string' ? [] : (content ?? []);
  const text =
    typeof content === 'string' ? content : parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const images = parts.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : []));
  return {
    role,
    content: text,
    ...(role === 'assistant' && { model }),
    ...(images.length > 0 && { images }),
    ...(callId !== undefined && { tool_call_id: callId }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ function: { arguments: written, name }, id }) => ({ id, name, arguments: written })),
    }),
  };
}
