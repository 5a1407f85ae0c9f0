import type { WorkflowNode } from '../graph/definition.js';

/**
 * Seconds that a step waits before its next attempt; undefined: there is none. Each pause is twice as long as the one
 * before.
 *
 * @param attempts how many were made
 * @param askedSeconds what `Retry-After` asks for
 */
export function pauseBeforeAttempt(
  retry: WorkflowNode['retry'],
  attempts: number,
  askedSeconds?: number | undefined,
): number | undefined {
  if (retry === undefined || attempts >= retry.max_attempts) return undefined;
  const pause = Math.max(retry.delay_seconds * 2 ** (attempts - 1), askedSeconds ?? 0);
  return Math.min(pause, retry.max_delay_seconds);
}
