import { ProviderFailure } from '../provider-failure.js';
import { mapFinishReason as mapAnyReason } from '../shared/finish-reasons.js';

/** …/API_runtime_MessageStopEvent.html; `refusal` and `pause_turn` are Claude's own, as its other platforms name them. */
const REASONS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['pause_turn', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['guardrail_intervened', 'content_filter'],
  ['content_filtered', 'content_filter'],
  ['refusal', 'content_filter'],
]);

/**
 * Reasons that say that there is no usable answer: an error, never a finish reason
 * (docs/contract/chat.md#finish-reasons).
 */
const FAILURES: ReadonlySet<unknown> = new Set(['malformed_model_output', 'malformed_tool_use']);

/**
 * The reference's word for a stop reason. An unknown one is passed to `onUnknown` and becomes `stop`, or `tool_calls`
 * where tools were called. Throws a `ProviderFailure` for a reason that is an error.
 */
export function mapFinishReason(reason: unknown, hasToolCalls: boolean, onUnknown?: (reason: string) => void): string {
  if (FAILURES.has(reason))
    throw new ProviderFailure('provider_error', { detail: `stopReason ${String(reason)}`, fault: 'malformed_output' });
  const known = REASONS.get(reason) ?? (typeof reason === 'string' ? reason : null);
  return mapAnyReason(known, hasToolCalls, onUnknown) ?? (hasToolCalls ? 'tool_calls' : 'stop');
}
