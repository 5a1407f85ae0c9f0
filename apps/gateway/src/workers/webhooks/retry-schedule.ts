const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses between the attempts of a delivery, in seconds: a day in all (docs/contract/async.md#webhooks). */
export const RETRY_PAUSES: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
];

/** A tenth more or less, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * Seconds until the next attempt; undefined where there is none.
 *
 * @param attempts those that were made
 * @param random from 0 to 1
 * @param askedSeconds the receiver's own `Retry-After`, which makes a pause longer and never shorter
 */
export function pauseAfter(attempts: number, random: number, askedSeconds = 0): number | undefined {
  const pause = RETRY_PAUSES[attempts - 1];
  if (pause === undefined) return undefined;
  return Math.max(pause * (1 - JITTER + 2 * JITTER * random), Math.min(askedSeconds, HOUR));
}
