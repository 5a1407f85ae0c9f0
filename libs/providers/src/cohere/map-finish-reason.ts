import { mapFinishReason as mapAnyReason } from '../shared/finish-reasons.js';

/** The reasons that mean `stop`, or `tool_calls` where tools were called. */
const ENDINGS: ReadonlySet<string> = new Set(['COMPLETE', 'STOP_SEQUENCE', 'TOOL_CALL']);

/**
 * The reference's word for a reason that is not a failure (docs.cohere.com/reference/chat, "finish_reason"); an unknown
 * one is passed to `onUnknown` and becomes `stop` (docs/contract/chat.md#finish-reasons). Tool calls take precedence over the
 * provider's reason, because clients act on `tool_calls`.
 */
export function mapFinishReason(reason: unknown, hasToolCalls: boolean, onUnknown?: (reason: string) => void): string {
  const ended = hasToolCalls ? 'tool_calls' : 'stop';
  switch (reason) {
    case 'MAX_TOKENS':
      return 'length';
    // The v1 API's word for a reply that was withheld as toxic.
    case 'ERROR_TOXIC':
      return 'content_filter';
    default:
      if (typeof reason === 'string' && !ENDINGS.has(reason))
        return mapAnyReason(reason, hasToolCalls, onUnknown) ?? ended;
      return ended;
  }
}
