import { randomUUID } from 'node:crypto';

export interface EventError {
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
}

/** An error event in the reference provider's shape. @param eventId Of the client's event that is rejected */
export function writeErrorEvent(error: EventError, eventId: string | undefined): string {
  return JSON.stringify({
    type: 'error',
    event_id: `event_${randomUUID().replaceAll('-', '')}`,
    error: { type: 'invalid_request_error', ...error, event_id: eventId ?? null },
  });
}
