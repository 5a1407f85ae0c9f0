import type { ChatCompletion, ChatMessage, TextCompletion } from '@multilane/contracts';
import { correctUsage } from '@multilane/providers';
import type { AnswerFacts } from '../descriptor.js';

/**
 * The answer of chat in the legacy shape. A refusal is part of the text, because the format has no other field for it; reasoning is
 * `reasoning_content` beside it, as on chat (docs/contract/chat.md#reasoning).
 */
export function toTextCompletion(completion: ChatCompletion, facts: AnswerFacts): TextCompletion {
  const choices = completion.choices.map(({ index, message, finish_reason }) => ({
    text: readText(message),
    index,
    logprobs: null,
    finish_reason,
    ...(message.reasoning_content ? { reasoning_content: message.reasoning_content } : {}),
  }));
  const { created, model } = completion;
  const usage = correctUsage(completion.usage) ?? completion.usage;
  const answer: TextCompletion = { id: nameAnswer(facts), object: 'text_completion', created, model, choices };
  return usage ? { ...answer, usage } : answer;
}

/** The id of an answer, the same on all chunks of a stream. */
export function nameAnswer({ idSeed }: AnswerFacts): string {
  return `cmpl-${idSeed}`;
}

function readText({ content, refusal }: ChatMessage): string {
  if (typeof content === 'string') return content;
  const parts = content?.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return parts ?? refusal ?? '';
}
