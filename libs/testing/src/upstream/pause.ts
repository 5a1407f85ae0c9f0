import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, but no longer than until `stop` aborts. */
export async function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal: stop }).catch(() => undefined);
}
