import { listenToContainedEnds } from '@multilane/process';
import type { Logger, Metrics } from '@multilane/telemetry';

/** A tenant can end a process every second: the log says it once in so long for each kind and reason. Milliseconds. */
const LOG_EVERY_MS = 60_000;

/**
 * Counts the processes that were ended in the middle of what a tenant wrote, and logs them.
 *
 * @returns what stops that
 */
export function reportContainedEnds({ logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics }) {
  const logged = new Map<string, number>();
  return listenToContainedEnds((work, reason) => {
    metrics.contained.recordEnd(work, reason);
    const name = `${work} ${reason}`;
    const now = performance.now();
    if (now - (logged.get(name) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
    logged.set(name, now);
    logger.warn(
      { work, reason },
      'a process was ended in the middle of what a tenant wrote: see the metrics for how often',
    );
  });
}
