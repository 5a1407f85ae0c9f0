import { ProviderFailure } from '../../provider-failure.js';
import { mapFinishReason as mapAnyReason } from '../finish-reasons.js';

/** Reasons for which the provider withheld what the model said (ai.google.dev/api/generate-content#FinishReason). */
const FILTERED: ReadonlySet<unknown> = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
  // The cloud edition only.
  'MODEL_ARMOR',
]);

/**
 * Reasons that say that there is no usable answer: an error, never a finish reason
 * (docs/contract/chat.md#finish-reasons).
 */
const FAILURES: ReadonlySet<unknown> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'MALFORMED_RESPONSE',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
]);

/**
 * The reference's word for a finish reason; an unknown one is passed to `onUnknown` and becomes `stop`
 * (docs/contract/chat.md#finish-reasons), as is OTHER, by which the provider says no more. The provider ends a turn of
 * calls with STOP. Throws a `ProviderFailure` for a reason that is an error.
 */
export function mapFinishReason(reason: unknown, hasToolCalls: boolean, onUnknown?: (reason: string) => void): string {
  // The cloud edition ends some whole calls of declared tools so: the call is an answer.
  if (reason === 'UNEXPECTED_TOOL_CALL' && hasToolCalls) return 'tool_calls';
  if (FAILURES.has(reason))
    throw new ProviderFailure('provider_error', {
      detail: `finishReason ${String(reason)}`,
      fault: 'malformed_output',
    });
  if (FILTERED.has(reason)) return 'content_filter';
  if (reason === 'MAX_TOKENS') return 'length';
  if (reason === 'OTHER') onUnknown?.(reason);
  const known = typeof reason === 'string' && reason !== 'OTHER' ? reason : null;
  return mapAnyReason(known, hasToolCalls, onUnknown) ?? (hasToolCalls ? 'tool_calls' : 'stop');
}
