import { splitEvents } from '../../http/split-events.js';
import { type JsonReply, type StreamReply, streamReply } from '../reply.js';
import { openAiChatReplies } from '../wires/openai-chat/build-replies.js';
import { halves, type ReplyBuilders } from '../wires/reply-builders.js';
import type { IssuedThought } from '../wires/wire.js';

type Json = Record<string, unknown>;

/**
 * Member in which a compatible kind answers with reasoning. `thinking-parts`: a part of the content (docs.mistral.ai/capabilities/reasoning).
 * `reasoning_details`: beside `reasoning`, with a signature (openrouter.ai/docs/guides/best-practices/reasoning-tokens).
 */
export type ReasoningMember = 'reasoning_content' | 'reasoning' | 'reasoning_details' | 'thinking-parts';

/** Chat answers of a compatible kind whose models reason. */
export function chatRepliesWith(member: ReasoningMember): ReplyBuilders {
  return {
    ...openAiChatReplies,
    answer(parts = {}) {
      const reply = openAiChatReplies.answer(parts);
      return parts.thinking ? withThought(reply, member, parts.thinking) : reply;
    },
    stream(parts = {}) {
      const reply = openAiChatReplies.stream(parts);
      return parts.thinking ? withThoughtEvents(reply, member, parts.thinking) : reply;
    },
  };
}

function withThought(reply: JsonReply, member: ReasoningMember, thought: IssuedThought): JsonReply {
  const body = structuredClone(reply.body) as { choices: { message: Json }[] };
  for (const { message } of body.choices) Object.assign(message, describe(member, thought, message.content));
  return { ...reply, body };
}

/** The role, the thought in two pieces, and what the stream said before. */
function withThoughtEvents(reply: StreamReply, member: ReasoningMember, thought: IssuedThought): StreamReply {
  const [head, ...others] = splitEvents(Buffer.concat(reply.chunks).toString('utf8')).events.map(({ data }) => data);
  const opened = JSON.parse(head ?? '{}') as { choices: { delta: Json }[] };
  const thoughts = halves(thought.text).map((text, index) => {
    // The signature comes with the last piece.
    const delta = describe(member, { text, signature: index === 1 ? thought.signature : '' }, undefined);
    return JSON.stringify({ ...opened, choices: opened.choices.map((choice) => ({ ...choice, delta })) });
  });
  return streamReply([head ?? '', ...thoughts, ...others.flatMap((data) => data ?? [])]);
}

function describe(member: ReasoningMember, { text, signature }: IssuedThought, content: unknown): Json {
  if (member === 'thinking-parts') {
    const said = typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
    return { content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }, ...said] };
  }
  if (member !== 'reasoning_details') return { [member]: text };
  const detail = { type: 'reasoning.text', text, ...(signature && { signature }), format: 'unknown', index: 0 };
  return { reasoning: text, reasoning_details: [detail] };
}
