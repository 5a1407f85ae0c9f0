import { type FinishReason, mapFinishReason as mapAnyReason } from '../shared/finish-reasons.js';

/** platform.claude.com/docs/en/build-with-claude/handling-stop-reasons */
const REASONS: ReadonlyMap<unknown, FinishReason> = new Map<unknown, FinishReason>([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['pause_turn', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content_filter'],
]);

/**
 * The reference's word for a stop reason, also one of another dialect, since others speak the format too. An unknown one is passed to
 * `onUnknown` and becomes `stop`, or `tool_calls` where tools were called. Throws a `ProviderFailure` for a reason that is an error.
 */
export function mapFinishReason(
  reason: unknown,
  hasToolCalls: boolean,
  onUnknown?: (reason: string) => void,
): FinishReason {
  const known = REASONS.get(reason) ?? (typeof reason === 'string' ? reason : null);
  return mapAnyReason(known, hasToolCalls, onUnknown) ?? (hasToolCalls ? 'tool_calls' : 'stop');
}
