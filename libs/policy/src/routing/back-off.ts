/** The first repetition waits up to this, in milliseconds; each further one up to twice as long. */
const FIRST_MS = 250;
const LONGEST_MS = 8_000;

/** A provider that asks for more patience than this, in milliseconds, is not waited for. */
export const LONGEST_WAIT_MS = 30_000;

/**
 * Full-jitter back-off: anything up to a bound that doubles, so that clients which failed together do not come back
 * together. `repetition` counts from 0; `chance` is of [0, 1).
 */
export function backOff(repetition: number, chance: number): number {
  return Math.min(FIRST_MS * 2 ** repetition, LONGEST_MS) * chance;
}
