import { isRecord } from '@multilane/contracts';
import { ProviderFailure } from '../../provider-failure.js';
import { unreadable } from '../../shared/failures/map-error.js';

/** Events that are no errors, whatever members they have. */
export const KNOWN_EVENTS: ReadonlySet<unknown> = new Set([
  ...['message_start', 'content_block_start', 'content_block_delta', 'content_block_stop', 'message_delta'],
  ...['message_stop', 'ping'],
]);

/** Failure of a stream that does not say how the answer ended. */
export function endedEarly(): ProviderFailure {
  return new ProviderFailure('provider_error', { detail: 'stream ended early' });
}

/**
 * Parses the data of an event.
 *
 * @throws ProviderFailure if it is no JSON object
 */
export function parseEvent(data: string): Record<string, unknown> {
  try {
    const event: unknown = JSON.parse(data);
    if (isRecord(event)) return event;
  } catch {
    // Not JSON: reported below, without the text, which may quote the answer.
  }
  throw unreadable('an event is not a JSON object');
}
