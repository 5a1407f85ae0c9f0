import { isRecord, type MessagesEvent, type MessagesResponse, parseBoundedJson } from '@multilane/contracts';
import type { AnswerForms } from '../adapter.js';
import { readEventData } from '../framing/raw-event.js';
import { unreadable } from '../shared/failures/map-error.js';

type Json = Record<string, unknown>;

/** A native message, whole and streamed (platform.claude.com/docs/en/build-with-claude/streaming). */
export const MESSAGE_FORMS: AnswerForms<MessagesResponse, MessagesEvent> = { split, join };

/** Members that the pieces of a block add to, by the type of the delta. */
const PIECES: ReadonlyMap<unknown, readonly [member: string, piece: string]> = new Map([
  ['text_delta', ['text', 'text']],
  ['thinking_delta', ['thinking', 'thinking']],
  ['signature_delta', ['signature', 'signature']],
]);

function split({ content, stop_reason, stop_sequence, usage, ...head }: MessagesResponse): MessagesEvent[] {
  const message = { ...head, content: [], stop_reason: null, stop_sequence: null, usage };
  return [
    { type: 'message_start', message },
    ...content.flatMap((block, index) => splitBlock(block as Json, index)),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
    { type: 'message_stop' },
  ];
}

function splitBlock(block: Json, index: number): MessagesEvent[] {
  const begin = { ...block };
  const deltas: Json[] = [];
  if (block.type === 'tool_use') {
    begin.input = {};
    deltas.push({ type: 'input_json_delta', partial_json: JSON.stringify(block.input) });
  }
  for (const [type, [member, piece]] of PIECES) {
    if (typeof block[member] !== 'string' || block[member] === '') continue;
    deltas.push({ type, [piece]: block[member] });
    begin[member] = '';
  }
  return [
    { type: 'content_block_start', index, content_block: begin },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function join(events: readonly (object | string)[]): MessagesResponse {
  let message: Json = {};
  const blocks = new Map<unknown, Json>();
  const inputs = new Map<unknown, string>();
  for (const event of events.map(readEvent)) {
    const { content_block: block, delta, index } = event;
    if (event.type === 'message_start' && isRecord(event.message)) message = { ...event.message };
    if (event.type === 'content_block_start' && isRecord(block)) blocks.set(index, { ...block });
    if (event.type === 'content_block_delta' && isRecord(delta)) addPiece(blocks.get(index), delta, index, inputs);
    if (event.type === 'message_delta') {
      message = { ...message, ...(isRecord(delta) ? delta : {}), usage: mergeUsage(message.usage, event.usage) };
    }
  }
  for (const [index, text] of inputs) {
    const block = blocks.get(index);
    if (block !== undefined) block.input = parseBoundedJson(text);
  }
  return { ...message, content: [...blocks.values()] } as unknown as MessagesResponse;
}

function addPiece(block: Json | undefined, delta: Json, index: unknown, inputs: Map<unknown, string>): void {
  if (block === undefined) return;
  const [member, piece] = PIECES.get(delta.type) ?? [];
  if (member !== undefined && piece !== undefined)
    block[member] = `${String(block[member] ?? '')}${String(delta[piece] ?? '')}`;
  if (delta.type === 'input_json_delta' && typeof delta.partial_json === 'string' && delta.partial_json !== '') {
    inputs.set(index, (inputs.get(index) ?? '') + delta.partial_json);
  }
}

function mergeUsage(one: unknown, other: unknown): Json {
  return { ...(isRecord(one) ? one : {}), ...(isRecord(other) ? other : {}) };
}

/** Events that were relayed unread are there as text alone. */
function readEvent(event: object | string): Json {
  if (typeof event === 'object') return event as Json;
  const data = readEventData(event);
  if (data === '') return {};
  const value: unknown = parseBoundedJson(data);
  if (!isRecord(value)) throw unreadable('an event is not a JSON object');
  return value;
}
