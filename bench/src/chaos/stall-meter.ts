/** Measures the time that this machine keeps a process waiting for a processor. */
export interface StallMeter {
  /** The longest wait of the last second, in milliseconds, the one that is going on included. */
  longest(): number;
  stop(): void;
}

const TICK_MS = 5;
const WINDOW_MS = 1_000;

/**
 * Measures it by timers of this process that come late. A bound of milliseconds, such as that of a record on its way to the disk, is one
 * of a process that has a processor: on a busy machine, this is what comes on top.
 */
export function startStallMeter(): StallMeter {
  const stalls: { readonly at: number; readonly ms: number }[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    stalls.push({ at: now, ms: now - last - TICK_MS });
    last = now;
    while ((stalls[0]?.at ?? now) < now - WINDOW_MS) stalls.shift();
  }, TICK_MS);
  timer.unref();
  return {
    longest: () => Math.max(0, performance.now() - last - TICK_MS, ...stalls.map(({ ms }) => ms)),
    stop: () => clearInterval(timer),
  };
}
