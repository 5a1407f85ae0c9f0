import { setTimeout as sleep } from 'node:timers/promises';

/** Pause between two questions. */
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 25;

/**
 * Waits before the next question: a twentieth of the time that it has been waited, so that a short wait ends at once, and a long one does
 * not take the processor from what it waits for.
 *
 * @param begunAt `performance.now()` at the beginning.
 */
function pause(begunAt: number): Promise<void> {
  const share = (performance.now() - begunAt) / 20;
  return sleep(Math.min(Math.max(share, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
}

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
  const begunAt = performance.now();
  for (;;) {
    const answer = await read();
    if (answer !== undefined) return answer;
    if (performance.now() >= begunAt + timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await pause(begunAt);
  }
}

/**
 * Tries an assertion again and again until it holds.
 *
 * @param timeoutMs Milliseconds before it fails with the assertion's own error.
 */
export async function untilHolds(assertion: () => unknown, timeoutMs = 1_000): Promise<void> {
  const begunAt = performance.now();
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() >= begunAt + timeoutMs) throw error;
    }
    await pause(begunAt);
  }
}
