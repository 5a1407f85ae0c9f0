import { isRecord } from '@multilane/contracts';
import type { HistoryTurn } from '../check-history.js';
import { objectAt, objectsIn, textOf } from '../json-values.js';
import type { IssuedToolCall } from '../wire.js';

/** The turns of `messages`; the tool messages behind a call are one turn. The provider signs nothing. */
export function readHistory(body: unknown): HistoryTurn[] {
  const turns: HistoryTurn[] = [];
  for (const [index, message] of objectsIn(isRecord(body) ? body.messages : undefined).entries()) {
    const isResult = message.role === 'tool';
    const results = isResult ? [{ id: textOf(message.tool_call_id), name: '' }] : [];
    const last = turns.at(-1);
    if (isResult && last?.results.length) {
      turns[turns.length - 1] = { ...last, results: [...last.results, ...results] };
      continue;
    }
    turns.push({
      param: `messages[${index}]`,
      from: message.role === 'assistant' ? 'model' : 'caller',
      calls: objectsIn(message.tool_calls).map(readCall),
      thoughts: [],
      results,
      speaks: !isResult,
    });
  }
  return turns;
}

export function readCall(call: Record<string, unknown>): IssuedToolCall {
  const called = objectAt(call, 'function');
  return { id: textOf(call.id), name: textOf(called.name), arguments: textOf(called.arguments) };
}
