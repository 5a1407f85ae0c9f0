/** The reference's finish reasons that a native answer can have. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

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
 * The reference's word for a stop reason. An unknown one is passed to `onUnknown` and becomes `stop`, or `tool_calls`
 * where tools were called.
 */
export function mapFinishReason(
  reason: unknown,
  hasToolCalls: boolean,
  onUnknown?: (reason: string) => void,
): FinishReason {
  const known = REASONS.get(reason);
  if (known === undefined && typeof reason === 'string') onUnknown?.(reason);
  const mapped = known ?? 'stop';
  return mapped === 'stop' && hasToolCalls ? 'tool_calls' : mapped;
}
