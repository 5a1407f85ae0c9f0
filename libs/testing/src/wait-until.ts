import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 5;

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
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await read();
    if (answer !== undefined) return answer;
    if (performance.now() >= deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await sleep(POLL_MS);
  }
}

/**
 * Tries an assertion again and again until it holds.
 *
 * @param timeoutMs Milliseconds before it fails with the assertion's own error.
 */
export async function untilHolds(assertion: () => unknown, timeoutMs = 1_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() >= deadline) throw error;
    }
    await sleep(POLL_MS);
  }
}
