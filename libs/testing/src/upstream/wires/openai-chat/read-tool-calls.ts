import { isRecord } from '@multilane/contracts';
import { splitEvents } from '../../../http/split-events.js';
import type { Reply } from '../../reply.js';
import { objectsIn, parseJson, textOf } from '../json-values.js';
import type { IssuedToolCall } from '../wire.js';

/** One member of `tool_calls`, as far as it is filled in. */
export function readCall(call: Record<string, unknown>): IssuedToolCall {
  const called = isRecord(call.function) ? call.function : {};
  return { id: textOf(call.id), name: textOf(called.name), arguments: textOf(called.arguments) };
}

/** The tool calls of a scripted reply; those of a stream are put together from their fragments by index. */
export function readToolCalls(reply: Reply): IssuedToolCall[] {
  if (reply.kind === 'json')
    return choicesOf(reply.body)
      .flatMap((choice) => callsIn(choice.message))
      .map(readCall);
  return reply.kind === 'stream' ? joinFragments(reply.chunks) : [];
}

function joinFragments(chunks: readonly Buffer[]): IssuedToolCall[] {
  const calls = new Map<string, IssuedToolCall>();
  const { events } = splitEvents(Buffer.concat(chunks).toString('utf8'));
  for (const choice of events.flatMap((event) => choicesOf(parseJson(event.data)))) {
    for (const fragment of callsIn(choice.delta)) {
      const position = `${choice.index}.${fragment.index}`;
      const before = calls.get(position) ?? { id: '', name: '', arguments: '' };
      const part = readCall(fragment);
      calls.set(position, {
        id: before.id || part.id,
        name: before.name || part.name,
        arguments: before.arguments + part.arguments,
      });
    }
  }
  return [...calls.values()];
}

function choicesOf(body: unknown): Record<string, unknown>[] {
  return isRecord(body) ? objectsIn(body.choices) : [];
}

function callsIn(message: unknown): Record<string, unknown>[] {
  return isRecord(message) ? objectsIn(message.tool_calls) : [];
}
