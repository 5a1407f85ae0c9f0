import { expect } from '@jest/globals';
import { httpRequest, isWithinBounds, MOST_BUSY_MS, MOST_GROWN_MB, type Watched } from '@multilane/testing';

/** The smallest of so many tries counts: a pause that comes again is the work's own. */
const TRIES = 4;

/** By the clock: a gateway that hangs exceeds it. */
export const ANSWERED_WITHIN_MS = 20_000;

/**
 * Expects that work holds a gateway up for no longer, and costs no more memory, than anything may, and that the gateway lives afterwards.
 *
 * @param prepare is done before each try, unmeasured
 */
export async function expectHarmless(
  service: Watched,
  work: () => Promise<unknown>,
  prepare?: () => Promise<void>,
): Promise<void> {
  const best = { busyMs: Number.POSITIVE_INFINITY, grownMb: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < TRIES; tries += 1) {
    await prepare?.();
    await service.reset({ collect: true, compensate: tries > 0 });
    await work();
    const { busyMs, grownMb } = await service.read();
    best.busyMs = Math.min(best.busyMs, busyMs);
    best.grownMb = Math.min(best.grownMb, grownMb);
    if (isWithinBounds(best)) break;
  }
  expect(best.busyMs).toBeLessThanOrEqual(MOST_BUSY_MS);
  expect(best.grownMb).toBeLessThanOrEqual(MOST_GROWN_MB);
  expect((await httpRequest({ url: `${service.url}/health`, timeoutMs: ANSWERED_WITHIN_MS })).status).toBe(200);
}
