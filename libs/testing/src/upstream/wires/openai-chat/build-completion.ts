import type { ChatChunk, ChatCompletion, ChatMessage, ChunkDelta, Usage } from '@multilane/contracts';

const HEAD = { id: 'chatcmpl-test-0001', created: 1_700_000_000, model: 'gpt-4o-2024-11-20' };

/** Usage that the completions below report by default. */
export const TEST_USAGE: Usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };

/** A chat completion with one choice. */
export function completion(message: Partial<ChatMessage> = {}, usage: Usage | null = TEST_USAGE): ChatCompletion {
  const choice = {
    index: 0,
    message: { role: 'assistant' as const, content: 'Hello there.', refusal: null, ...message },
    finish_reason: message.tool_calls ? 'tool_calls' : 'stop',
    logprobs: null,
  };
  return { ...HEAD, object: 'chat.completion', choices: [choice], ...(usage && { usage }) };
}

/**
 * The events of a streamed completion as JSON text: the role, one event a piece, the finish reason, the usage as a
 * caller gets it who asked for it (a final chunk without choices, `usage: null` in the others), and `[DONE]`.
 *
 * @param usage null for a caller who did not ask.
 */
export function completionEvents(pieces: readonly string[], usage: Usage | null = TEST_USAGE): string[] {
  const chunk = (delta: ChunkDelta, finishReason: string | null = null): ChatChunk => ({
    ...HEAD,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
    ...(usage && { usage: null }),
  });
  const chunks = [
    chunk({ role: 'assistant', content: '' }),
    ...pieces.map((content) => chunk({ content })),
    chunk({}, 'stop'),
  ];
  if (usage) chunks.push({ ...HEAD, object: 'chat.completion.chunk', choices: [], usage });
  return [...chunks.map((event) => JSON.stringify(event)), '[DONE]'];
}
