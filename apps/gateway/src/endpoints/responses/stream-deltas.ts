import type { TextRole } from '@multilane/policy';
import type { TextKind } from '../../guarding/streams/stream-rewriter.js';

type Members = Readonly<Record<string, unknown>>;

/** The events that say a piece of a text: what it is, and whose; and the event that says the whole of it, with its member. */
export const DELTAS: ReadonlyMap<string, readonly [kind: TextKind, role: TextRole]> = new Map([
  ['response.output_text.delta', ['answer', 'assistant']],
  ['response.refusal.delta', ['answer', 'assistant']],
  ['response.reasoning_text.delta', ['thought', 'reasoning']],
  ['response.reasoning_summary_text.delta', ['thought', 'reasoning']],
  ['response.function_call_arguments.delta', ['arguments', 'tool_call']],
  ['response.custom_tool_call_input.delta', ['input', 'tool_call']],
]);

export function isDelta({ delta, type }: Members): boolean {
  return typeof delta === 'string' && DELTAS.has(String(type));
}

/** Whether the event ends the response, and says all of it once more. */
export function isEnd({ type }: Members): boolean {
  return type === 'response.completed' || type === 'response.incomplete';
}
