import { parseBoundedJson } from '@multilane/contracts';
import { ProviderFailure } from '@multilane/providers';

/** The event that the provider's own words carry, of the native messages format; undefined for a comment. Throws for one that is not JSON. */
export function readEvent(raw: string): Readonly<Record<string, unknown>> | undefined {
  let data = '';
  for (const line of raw.split(/\r\n|\n|\r/)) {
    if (line.startsWith('data:')) data += line.slice(5);
  }
  if (data.trim() === '') return undefined;
  try {
    const event = parseBoundedJson(data);
    if (typeof event === 'object' && event !== null) return event as Readonly<Record<string, unknown>>;
  } catch {
    // An unreadable event cannot be guarded.
  }
  throw new ProviderFailure('provider_error', { detail: 'an event is not JSON' });
}
