import type { ChatChoice, ChatCompletion, ToolCall, Usage } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';

const FINISH_REASONS: ReadonlySet<unknown> = new Set(['stop', 'length', 'tool_calls', 'content_filter']);

/** Finds the faults of an answer that a client of the reference format would stumble over; none for a good answer. */
export function findAnswerFaults(answer: ChatCompletion): string[] {
  const faults = [];
  if (answer.object !== 'chat.completion') faults.push('object');
  if (!answer.id) faults.push('id');
  if (!answer.model) faults.push('model');
  if (!Number.isInteger(answer.created)) faults.push('created');
  if (answer.choices.length === 0) faults.push('choices');
  if (answer.usage) faults.push(...findUsageFaults(answer.usage));
  return [...faults, ...answer.choices.flatMap(findChoiceFaults)];
}

function findChoiceFaults({ index, message, finish_reason }: ChatChoice, place: number): string[] {
  const faults = [];
  const calls = message.tool_calls ?? [];
  if (index !== place) faults.push('index');
  if (message.role !== 'assistant') faults.push('role');
  if (typeof (message.content ?? '') !== 'string') faults.push('content');
  if (!FINISH_REASONS.has(finish_reason)) faults.push('finish_reason');
  if (calls.length > 0 !== (finish_reason === 'tool_calls') && finish_reason !== 'length') faults.push('calls');
  if (new Set(calls.map(({ id }) => id)).size < calls.length) faults.push('ids of calls');
  for (const call of calls) faults.push(...findCallFaults(call, finish_reason === 'length'));
  return faults.map((fault) => `choices[${place}]: ${fault}`);
}

/** The arguments of a call make an object, unless the answer was cut short in their middle. */
function findCallFaults({ id, type, function: called }: ToolCall, isCutShort: boolean): string[] {
  if (!id || type !== 'function' || !called.name) return ['call'];
  return isCutShort || isObjectText(called.arguments) ? [] : ['arguments'];
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value);
  } catch {
    return false;
  }
}

/** Counts are whole numbers, and the total is theirs; some providers count thinking in the total alone. */
function findUsageFaults(usage: Usage): string[] {
  const { prompt_tokens, completion_tokens, total_tokens } = usage;
  const counts = [
    prompt_tokens,
    completion_tokens,
    total_tokens,
    usage.prompt_tokens_details?.cached_tokens ?? 0,
    usage.completion_tokens_details?.reasoning_tokens ?? 0,
  ];
  if (!counts.every((count) => Number.isInteger(count) && count >= 0)) return ['usage'];
  return total_tokens < prompt_tokens + completion_tokens ? ['total_tokens'] : [];
}
