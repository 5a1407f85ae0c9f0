import { setImmediate } from 'node:timers/promises';

/** Longest time that work on many values may hold the event loop, in milliseconds. */
const LONGEST_HOLD_MS = 10;

/** Lets other requests run while a request works on many values: ask for a pause every few of them. */
export class Pauses {
  private since = performance.now();

  /** Waits for the event loop if it has been held for long; else continues at once. */
  async pause(): Promise<void> {
    if (performance.now() - this.since < LONGEST_HOLD_MS) return;
    await setImmediate();
    this.since = performance.now();
  }
}

/** Number of values between two chances of a pause. */
export const AT_ONCE = 20;

/** The values that meet a condition, with pauses. */
export async function filterWithPauses<Value>(
  values: readonly Value[],
  meets: (value: Value) => boolean,
  pauses = new Pauses(),
): Promise<readonly Value[]> {
  const found: Value[] = [];
  for (let start = 0; start < values.length; start += AT_ONCE) {
    for (const value of values.slice(start, start + AT_ONCE)) if (meets(value)) found.push(value);
    await pauses.pause();
  }
  return found;
}
