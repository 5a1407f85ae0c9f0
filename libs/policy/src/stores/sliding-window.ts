/** Use in an interval, and in the one before it. */
export interface SlidingWindow {
  /** Number of the interval since the epoch; -1: nothing was ever used. */
  index: number;
  current: number;
  previous: number;
}

export const makeWindow = (): SlidingWindow => ({ index: -1, current: 0, previous: 0 });

/**
 * Turns the window to the interval `index`. The amount above the limit is carried over as used, and only the limit
 * itself counts as previous. The scripts of sliding-window-script.ts do the same in Redis.
 */
export function rollWindow(window: SlidingWindow, index: number, limit: number): void {
  const passed = index - window.index;
  if (passed <= 0) return;
  const { current } = window;
  window.previous = Math.min(limit, Math.max(0, current - (passed - 1) * limit));
  window.current = Math.max(0, current - passed * limit);
  window.index = index;
}

/** Counts the use in the trailing window, with so much of the interval passed (0 to 1). */
export function usedIn({ current, previous }: SlidingWindow, passed: number): number {
  return Math.max(0, current) + Math.max(0, previous) * (1 - passed);
}
