/**
 * Renewal begins this long before expiry, in milliseconds. Metadata servers and the clouds' libraries hand out the old
 * credential again while it has five minutes left, so asking earlier gives nothing new.
 */
const RENEW_BEFORE_MS = 4 * 60_000;

const SHORTEST_WAIT_MS = 1_000;

/** Longest delay a Node.js timer accepts. */
const LONGEST_WAIT_MS = 2_147_483_647;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Returns the wait before a credential with this much of its life left is renewed, in milliseconds. */
export function timeToRenewal(remainingMs: number): number {
  const wait = remainingMs - Math.min(RENEW_BEFORE_MS, remainingMs / 2);
  return Math.min(Math.max(wait, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
}

/**
 * The pause after so many failures in a row, in milliseconds: twice as long each time, up to half a minute. `chance`, of
 * [0, 1), takes up to half of it away, so that replicas do not ask in step.
 */
export function pauseAfter(failures: number, chance: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  return pause - (pause / 2) * chance;
}
