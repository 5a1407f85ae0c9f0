import { isRecord } from '@multilane/contracts';
import type { Reply } from '../../reply.js';
import type { HistoryTurn } from '../../wires/check-history.js';
import { objectAt, objectsIn, textOf } from '../../wires/json-values.js';
import { readEvents } from '../../wires/read-events.js';
import type { IssuedThought, IssuedToolCall, IssuedTurn } from '../../wires/wire.js';

type Item = Record<string, unknown>;

/** The turns of `input`: what the model said and called is one, what comes back is the next. */
export function readHistory(body: unknown): HistoryTurn[] {
  const turns: { from: HistoryTurn['from']; param: string; items: Item[] }[] = [];
  for (const [index, item] of objectsIn(isRecord(body) ? body.input : undefined).entries()) {
    const from = isOfModel(item) ? 'model' : 'caller';
    const last = turns.at(-1);
    if (last?.from === from) last.items.push(item);
    else turns.push({ from, param: `input[${index}]`, items: [item] });
  }
  return turns.map(({ from, param, items }) => ({
    param,
    from,
    calls: readCalls(items),
    thoughts: readThoughts(items),
    results: items.flatMap((item) => (isOutput(item) ? { id: textOf(item.call_id), name: '' } : [])),
    speaks: items.some((item) => !isOutput(item)),
    thinksFirst: items[0]?.type === 'reasoning',
  }));
}

function isOfModel({ role, type }: Item): boolean {
  return role === 'assistant' || type === 'reasoning' || (typeof type === 'string' && type.endsWith('_call'));
}

export function isOutput({ type }: Item): boolean {
  return type === 'tool_search_output' || (typeof type === 'string' && type.endsWith('_call_output'));
}

function readCalls(items: readonly Item[]): IssuedToolCall[] {
  return items.flatMap(({ type, call_id: id, name, arguments: json, input }) => {
    if (type === 'function_call') return { id: textOf(id), name: textOf(name), arguments: textOf(json) };
    if (type === 'tool_search_call') return { id: textOf(id), name: 'tool_search', arguments: JSON.stringify(json) };
    if (type !== 'custom_tool_call') return [];
    return { id: textOf(id), name: textOf(name), arguments: JSON.stringify(textOf(input)) };
  });
}

/** The provider reads the encrypted content alone; the summary may stay behind. */
function readThoughts(items: readonly Item[]): IssuedThought[] {
  return items.flatMap(({ type, encrypted_content: sealed }) =>
    type === 'reasoning' && textOf(sealed) !== '' ? { text: '', signature: textOf(sealed) } : [],
  );
}

/** The calls and the encrypted thinking of a response, whole or as its last event says it. */
export function readIssued(reply: Reply): IssuedTurn {
  const items = objectsIn(readResponse(reply).output);
  return { calls: readCalls(items), thoughts: readThoughts(items) };
}

function readResponse(reply: Reply): Item {
  if (reply.kind === 'json') return isRecord(reply.body) ? reply.body : {};
  if (reply.kind !== 'stream') return {};
  return objectAt(
    readEvents(reply).find(({ type }) => type === 'response.completed'),
    'response',
  );
}
