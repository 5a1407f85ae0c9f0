import { isRecord } from '@multilane/contracts';
import type { Reply } from '../../reply.js';
import { objectAt, objectsIn, parseJson, textOf } from '../json-values.js';
import { readEvents } from '../read-events.js';
import type { IssuedTurn } from '../wire.js';
import { readCalls, readThoughts } from './read-history.js';

type Block = Record<string, unknown>;

/** The tool calls and thinking blocks of a message, whole or put together from the events of its stream. */
export function readIssued(reply: Reply): IssuedTurn {
  const blocks = readBlocks(reply);
  return { calls: readCalls(blocks), thoughts: readThoughts(blocks) };
}

function readBlocks(reply: Reply): Block[] {
  if (reply.kind === 'json') return objectsIn(isRecord(reply.body) ? reply.body.content : undefined);
  if (reply.kind !== 'stream') return [];
  const blocks = new Map<unknown, Block>();
  for (const event of readEvents(reply)) {
    if (event.type === 'content_block_start')
      blocks.set(event.index, { ...objectAt(event, 'content_block'), json: '' });
    const block = blocks.get(event.index);
    if (event.type === 'content_block_delta' && block) applyDelta(block, objectAt(event, 'delta'));
  }
  return [...blocks.values()].map((block) => ({ ...block, input: parseJson(textOf(block.json)) ?? block.input }));
}

function applyDelta(block: Block, delta: Block): void {
  block.json = textOf(block.json) + textOf(delta.partial_json);
  block.thinking = textOf(block.thinking) + textOf(delta.thinking);
  block.signature = textOf(block.signature) + textOf(delta.signature);
}
