import { findOwnDelay } from '../upstream/own-delay.js';

/**
 * The work's result; rejects where it takes longer than `limitMs`, and as much longer as this process was too busy to look. Nobody waits
 * for the work after that.
 */
export async function withTimeLimit<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new Error(`there was no answer for ${limitMs} ms`));
    const wait = (waitMs: number, wasProlonged: boolean): void => {
      timer = setTimeout(() => {
        const ownDelayMs = findOwnDelay(startedAt, limitMs, wasProlonged);
        if (ownDelayMs > 0) wait(ownDelayMs, true);
        // Data that has arrived is read first.
        else setImmediate(giveUp);
      }, waitMs);
    };
    wait(limitMs, false);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
