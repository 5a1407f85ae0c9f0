import { isRecord } from '@multilane/contracts';
import type { HistoryTurn } from '../check-history.js';
import { objectAt, objectsIn, textOf } from '../json-values.js';
import type { IssuedThought, IssuedToolCall } from '../wire.js';

type Block = Record<string, unknown>;

/** The turns of `messages`; the results of parallel calls must be in one message. */
export function readHistory(body: unknown): HistoryTurn[] {
  return objectsIn(isRecord(body) ? body.messages : undefined).map((message, index) => {
    const blocks = objectsIn(message.content);
    const results = blocks.map((block) => block.toolResult).filter(isRecord);
    return {
      param: `messages[${index}]`,
      from: message.role === 'assistant' ? 'model' : 'caller',
      calls: readCalls(blocks),
      thoughts: readThoughts(blocks),
      results: results.map((result) => ({ id: textOf(result.toolUseId), name: '' })),
      speaks: blocks.some((block) => !block.toolResult && !block.cachePoint),
      thinksFirst: blocks[0]?.reasoningContent !== undefined,
    };
  });
}

export function readCalls(blocks: readonly Block[]): IssuedToolCall[] {
  return blocks.flatMap(({ toolUse: use }) =>
    isRecord(use) ? { id: textOf(use.toolUseId), name: textOf(use.name), arguments: JSON.stringify(use.input) } : [],
  );
}

export function readThoughts(blocks: readonly Block[]): IssuedThought[] {
  return blocks.flatMap(({ reasoningContent: reasoning }) => {
    if (!isRecord(reasoning)) return [];
    const { text, signature } = objectAt(reasoning, 'reasoningText');
    return { text: textOf(text), signature: textOf(signature ?? reasoning.redactedContent) };
  });
}
