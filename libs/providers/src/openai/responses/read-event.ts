import { isRecord, parseJsonText } from '@multilane/contracts';
import { unreadable } from '../../shared/failures/map-error.js';

/** An event of a stream from its data. Throws a `ProviderFailure` for what is none; it does not quote it. */
export function parseEvent(data: string): Readonly<Record<string, unknown>> {
  let event: unknown;
  try {
    event = parseJsonText(data);
  } catch {
    // Not JSON: reported below, without the text, which may quote the answer.
  }
  if (isRecord(event) && typeof event.type === 'string') return event;
  // Some servers report an error in a stream without a type.
  if (isRecord(event) && event.error) return { type: 'error', error: event.error };
  throw unreadable('an event without a type');
}
