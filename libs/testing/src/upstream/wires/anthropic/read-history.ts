import { isRecord } from '@multilane/contracts';
import type { HistoryTurn } from '../check-history.js';
import { objectsIn, textOf } from '../json-values.js';
import type { IssuedThought, IssuedToolCall } from '../wire.js';

type Block = Record<string, unknown>;

/** The turns of `messages`; neighbours of one role are one turn, as the provider reads them. */
export function readHistory(body: unknown): HistoryTurn[] {
  const turns: { param: string; role: unknown; blocks: Block[] }[] = [];
  for (const [index, message] of objectsIn(isRecord(body) ? body.messages : undefined).entries()) {
    const { role, content } = message;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : objectsIn(content);
    const last = turns.at(-1);
    if (last && last.role === role) last.blocks.push(...blocks);
    else turns.push({ param: `messages[${index}]`, role, blocks: [...blocks] });
  }
  return turns.map(({ param, role, blocks }) => ({
    param,
    from: role === 'assistant' ? 'model' : 'caller',
    calls: readCalls(blocks),
    thoughts: readThoughts(blocks),
    results: blocks.flatMap(({ type, tool_use_id: id }) =>
      type === 'tool_result' ? { id: textOf(id), name: '' } : [],
    ),
    speaks: blocks.some(({ type }) => type !== 'tool_result'),
    thinksFirst: readThoughts(blocks.slice(0, 1)).length > 0,
  }));
}

export function readCalls(blocks: readonly Block[]): IssuedToolCall[] {
  return blocks.flatMap(({ type, id, name, input }) =>
    type === 'tool_use' ? { id: textOf(id), name: textOf(name), arguments: JSON.stringify(input) } : [],
  );
}

export function readThoughts(blocks: readonly Block[]): IssuedThought[] {
  return blocks.flatMap(({ type, thinking, signature, data }) => {
    if (type === 'redacted_thinking') return { text: '', signature: textOf(data) };
    return type === 'thinking' ? { text: textOf(thinking), signature: textOf(signature) } : [];
  });
}
