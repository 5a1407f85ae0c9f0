import type { MessagesErrorEnvelope } from '@multilane/contracts';
import { type GatewayError, toErrorEnvelope } from '@multilane/errors';

/**
 * The body of a failure in both shapes: the native envelope around the gateway's own error
 * (docs/contract/messages.md#errors).
 */
export function toMessagesError(error: GatewayError, requestId: string): MessagesErrorEnvelope {
  return { type: 'error', error: toErrorEnvelope(error).error, request_id: requestId };
}

/** One event of a stream, ready to be sent. */
export function writeEvent(event: { readonly type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
