import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 40;

/** A pause adds so much to a wait at most: what is waited for needs the processor that asking takes. */
const SHARE_OF_WAIT = 1 / 20;

/**
 * Asks `read` again and again until it answers something other than undefined, and gives that answer.
 *
 * @param what Completes the sentence "waited … for" in the error.
 * @param timeoutMs Milliseconds before it gives up with an Error.
 */
export async function waitUntil<T>(
  what: string,
  read: () => T | undefined | Promise<T | undefined>,
  timeoutMs = 5_000,
): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const answer = await read();
    if (answer !== undefined) return answer;
    const waited = performance.now() - startedAt;
    if (waited >= timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await sleep(Math.min(Math.max(FIRST_PAUSE_MS, waited * SHARE_OF_WAIT), LONGEST_PAUSE_MS));
  }
}
