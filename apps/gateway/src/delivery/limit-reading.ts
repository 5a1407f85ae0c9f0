import type { ServerResponse } from 'node:http';

/**
 * Closes the client's connection when it has taken none of what waits for it for so long, in milliseconds: a client that
 * never reads must hold neither the provider's connection nor the memory. Slow reading is reading: the system counts.
 */
export function limitReading(response: ServerResponse, silenceMs: number): void {
  if (response.writableLength > 0) response.setTimeout(silenceMs);
}

/** The client has caught up; what comes next may take its time. */
export function stopLimit(response: ServerResponse): void {
  response.setTimeout(0);
}
