import type { ChatChoice, ChatChunk, ChatCompletion, ChatMessage, ChunkChoice, ToolCall } from '@multilane/contracts';

type Members = Record<string, unknown>;

/**
 * The answer that a client puts together from the chunks of a stream. Empty text is no content, and what no chunk speaks
 * of is null, as in a whole answer.
 */
export function joinChunks(chunks: readonly ChatChunk[]): ChatCompletion {
  const parts = chunks.flatMap(({ choices }) => choices);
  const indexes = [...new Set(parts.map(({ index }) => index))].sort((a, b) => a - b);
  const first = chunks.find(({ choices }) => choices.length > 0) ?? chunks[0];
  return {
    id: first?.id ?? '',
    object: 'chat.completion',
    created: first?.created ?? 0,
    model: first?.model ?? '',
    choices: indexes.map((index) =>
      joinChoice(
        parts.filter((part) => part.index === index),
        index,
      ),
    ),
    usage: chunks.findLast(({ usage }) => usage)?.usage ?? null,
  };
}

function joinChoice(parts: readonly ChunkChoice[], index: number): ChatChoice {
  const message: Members = {};
  for (const { delta = {} } of parts)
    for (const [name, value] of Object.entries(delta)) addMember(message, name, value);
  message.content ||= null;
  message.refusal ??= null;
  const logprobs: Members = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(Object(part.logprobs))) addMember(logprobs, name, value);
  const finish_reason = parts.findLast((part) => typeof part.finish_reason === 'string')?.finish_reason ?? null;
  return {
    index,
    message: message as unknown as ChatMessage,
    finish_reason,
    logprobs: Object.keys(logprobs).length > 0 ? logprobs : null,
  };
}

/** Text grows, lists grow, calls grow by their index, anything else is said once; null and empty text say nothing. */
function addMember(into: Members, name: string, value: unknown): void {
  const before = into[name];
  if (name === 'tool_calls' && Array.isArray(value)) into[name] = joinCalls(before as ToolCall[] | undefined, value);
  else if (Array.isArray(before) && Array.isArray(value)) into[name] = [...before, ...value];
  else if (name !== 'role' && typeof before === 'string' && typeof value === 'string') into[name] = before + value;
  else if (value !== null && value !== '') into[name] = value;
}

function joinCalls(calls: ToolCall[] = [], fragments: readonly Members[]): ToolCall[] {
  for (const { index, function: called, ...rest } of fragments) {
    const place = Number(index);
    const call = calls[place] ?? { id: '', type: 'function', function: { name: '', arguments: '' } };
    const { name = '', arguments: text = '' } = Object(called) as { name?: string; arguments?: string };
    const named = { name: call.function.name + name, arguments: call.function.arguments + text };
    calls[place] = { ...call, ...rest, function: named };
  }
  return calls;
}
