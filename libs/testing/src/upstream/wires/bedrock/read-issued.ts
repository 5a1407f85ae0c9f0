import { isRecord } from '@multilane/contracts';
import type { Reply, StreamReply } from '../../reply.js';
import { objectAt, objectsIn, parseJson, textOf } from '../json-values.js';
import type { IssuedTurn } from '../wire.js';
import { decodeMessage, splitMessages } from './event-stream.js';
import { readCalls, readThoughts } from './read-history.js';

type Json = Record<string, unknown>;

/** The tool uses and reasoning of a message, whole or put together from the events of its stream. */
export function readIssued(reply: Reply): IssuedTurn {
  const blocks = readBlocks(reply);
  return { calls: readCalls(blocks), thoughts: readThoughts(blocks) };
}

function readBlocks(reply: Reply): Json[] {
  if (reply.kind === 'stream') return joinDeltas(reply);
  if (reply.kind !== 'json' || !isRecord(reply.body)) return [];
  return objectsIn(objectAt(objectAt(reply.body, 'output'), 'message').content);
}

interface OpenBlock {
  use?: Json;
  input: string;
  text: string;
  signature: string;
}

function joinDeltas(reply: StreamReply): Json[] {
  const blocks = new Map<unknown, OpenBlock>();
  for (const message of splitMessages(Buffer.concat(reply.chunks)).map(decodeMessage)) {
    const event = parseJson(message?.payload.toString('utf8'));
    if (!isRecord(event) || event.contentBlockIndex === undefined) continue;
    const block = blocks.get(event.contentBlockIndex) ?? { input: '', text: '', signature: '' };
    blocks.set(event.contentBlockIndex, block);
    const { toolUse } = objectAt(event, 'start');
    if (isRecord(toolUse)) block.use = toolUse;
    const delta = objectAt(event, 'delta');
    const reasoning = objectAt(delta, 'reasoningContent');
    block.input += textOf(objectAt(delta, 'toolUse').input);
    block.text += textOf(reasoning.text);
    block.signature += textOf(reasoning.signature ?? reasoning.redactedContent);
  }
  return [...blocks.values()].map(closeBlock);
}

function closeBlock({ use, input, text, signature }: OpenBlock): Json {
  if (use) return { toolUse: { ...use, input: parseJson(input) ?? {} } };
  return text || signature ? { reasoningContent: { reasoningText: { text, signature } } } : {};
}
