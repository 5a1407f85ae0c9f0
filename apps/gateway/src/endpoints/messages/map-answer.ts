import type { ChatCompletion, MessagesRequest, MessagesUsage, Usage } from '@multilane/contracts';
import { correctUsage } from '@multilane/providers';

/** End of an answer, in the native members. */
export interface Ending {
  readonly stop_reason: string;
  readonly stop_sequence: string | null;
  readonly stop_details?: { readonly type: 'refusal'; readonly category: null; readonly explanation: string | null };
}

/** Parts of a chat answer that determine its end. */
export interface Finish {
  readonly reason: string | null | undefined;
  readonly hasCalls: boolean;
  readonly refusal: string;
  /** The stop sequence that was met, where the provider says so. */
  readonly stopSequence: string | undefined;
}

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_use'],
  ['function_call', 'tool_use'],
  ['content_filter', 'refusal'],
]);

/**
 * The native stop reason (platform.claude.com/docs/en/build-with-claude/handling-stop-reasons). The reference format does
 * not say that a stop sequence ended an answer; a few providers do, else it is `end_turn` (docs/translation.md).
 */
export function mapEnding({ reason, hasCalls, refusal, stopSequence }: Finish): Ending {
  const mapped = REASONS.get(reason);
  if (refusal !== '' || mapped === 'refusal') {
    const stop_details = { type: 'refusal', category: null, explanation: refusal || null } as const;
    return { stop_reason: 'refusal', stop_sequence: null, stop_details };
  }
  if (mapped !== undefined) return { stop_reason: mapped, stop_sequence: null };
  if (hasCalls) return { stop_reason: 'tool_use', stop_sequence: null };
  if (stopSequence !== undefined) return { stop_reason: 'stop_sequence', stop_sequence: stopSequence };
  return { stop_reason: 'end_turn', stop_sequence: null };
}

/** The sequence that a choice says it stopped at: vLLM's `stop_reason`, SGLang's `matched_stop`. */
export function readStopSequence(
  choice: Readonly<Record<string, unknown>>,
  { stop_sequences: stops = [] }: Readonly<MessagesRequest>,
): string | undefined {
  return stops.find((stop) => stop === choice.stop_reason || stop === choice.matched_stop);
}

/**
 * Token counts in the native meaning: thinking is part of the output, and tokens read from a cache or written to it are
 * counted apart from the input. Zeros where the provider reported nothing, for the members are required.
 */
export function mapUsage(reported: ChatCompletion['usage']): MessagesUsage {
  const usage = correctUsage(reported);
  const details: Readonly<Record<string, unknown>> = usage?.prompt_tokens_details ?? {};
  const reads = readCount(details.cached_tokens);
  const writes = readCount(details.cache_creation_tokens) || readCount(details.cache_write_tokens);
  const thinking = usage?.completion_tokens_details?.reasoning_tokens;
  return {
    input_tokens: Math.max(0, readCount(usage?.prompt_tokens) - reads - writes),
    cache_creation_input_tokens: writes,
    cache_read_input_tokens: reads,
    output_tokens: readCount(usage?.completion_tokens),
    ...(typeof thinking === 'number' && { output_tokens_details: { thinking_tokens: thinking } }),
  };
}

function readCount(value: Usage[string]): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
