import { type GatewayError, toErrorEnvelope } from '@multilane/errors';

/** An error of /v1/messages: the native envelope with the members of the reference one inside. */
export interface MessagesErrorEnvelope {
  type: 'error';
  error: { type: string; message: string; param?: string; code: string };
  request_id: string;
}

export function toMessagesErrorEnvelope(error: GatewayError, requestId: string): MessagesErrorEnvelope {
  return { type: 'error', ...toErrorEnvelope(error), request_id: requestId };
}

/** Whether a path belongs to the messages format, whose clients read its own error shape and `request-id` header. */
export function isMessagesPath(path: string): boolean {
  return path.startsWith('/v1/messages') && (path.length === 12 || path.charCodeAt(12) === 47);
}
