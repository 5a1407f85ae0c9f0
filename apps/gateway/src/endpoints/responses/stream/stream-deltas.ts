import type { TextRole } from '@multilane/policy';
import type { TextKind } from '../../../guarding/streams/stream-rewriter.js';

type Members = Readonly<Record<string, unknown>>;

type Piece = readonly [kind: TextKind, role: TextRole];

/** The events that say a piece of a text: what it is, and whose. */
export const DELTAS: ReadonlyMap<string, Piece> = new Map([
  ['response.output_text.delta', ['answer', 'assistant']],
  ['response.refusal.delta', ['answer', 'assistant']],
  ['response.audio.transcript.delta', ['answer', 'assistant']],
  ['response.reasoning_text.delta', ['thought', 'reasoning']],
  ['response.reasoning_summary_text.delta', ['thought', 'reasoning']],
  // The next two are the names that some servers use.
  ['response.reasoning_summary.delta', ['thought', 'reasoning']],
  ['response.reasoning.delta', ['thought', 'reasoning']],
  ['response.function_call_arguments.delta', ['arguments', 'tool_call']],
  ['response.mcp_call_arguments.delta', ['arguments', 'tool_call']],
  ['response.custom_tool_call_input.delta', ['input', 'tool_call']],
  ['response.code_interpreter_call_code.delta', ['input', 'tool_call']],
  ['response.apply_patch_call_operation_diff.delta', ['input', 'tool_call']],
]);

/** A text of a kind that nobody knows is an answer to whoever reads it. */
const UNKNOWN: Piece = ['answer', 'parameter'];

/** Sound, not words. */
const SOUND: ReadonlySet<unknown> = new Set(['response.audio.delta', 'response.output_audio.delta']);

/** Reads the piece of a text in an event; undefined if it has none. */
export function readPiece({ delta, type }: Members): Piece | undefined {
  if (typeof delta !== 'string' || SOUND.has(type)) return undefined;
  return DELTAS.get(String(type)) ?? UNKNOWN;
}

/** Names the text that a piece belongs to: by its place. Ids are left out by some servers, and new with every event at others. */
export function keyOf(event: Members): string {
  const { type, content_index: content, summary_index: summary } = event;
  return [placeOf(event), type, content, summary].join(' ');
}

function placeOf({ item_id: id, output_index: index }: Members): unknown {
  return index ?? id;
}

/** True if the event ends the response, and repeats all of it. */
export function isEnd({ type }: Members): boolean {
  return type === 'response.completed' || type === 'response.incomplete';
}

/** True if a text is complete, given its last piece and a later event. */
export function endsText(event: Members, last: Members): boolean {
  if (isEnd(event)) return true;
  const type = String(event.type);
  if (!type.endsWith('.done')) return false;
  if (event.item === undefined && event.part === undefined && type.slice(0, -5) !== String(last.type).slice(0, -6)) {
    return false;
  }
  return isSameItem(event, last) && ['content_index', 'summary_index'].every((name) => isSame(event[name], last[name]));
}

/**
 * True if two events may speak of the same item. The id decides for an event without a place; an event without either may speak of any
 * item.
 */
function isSameItem(event: Members, last: Members): boolean {
  if (event.output_index !== undefined && last.output_index !== undefined) {
    return event.output_index === last.output_index;
  }
  return isSame(event.item_id ?? Object(event.item).id, last.item_id);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === undefined || other === undefined || one === other;
}
