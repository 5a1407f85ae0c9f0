/**
 * Loaded into a process with `--import`: its wall clock runs as many milliseconds ahead as the file that CLOCK_SHIFT_FILE names says, read
 * again twice a second. Clocks that measure durations are not touched, as on a machine whose clock is set.
 */
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_SHIFT_FILE;
if (file !== undefined) {
  const realNow = Date.now;
  const RealDate = Date;
  let shift = 0;
  const read = (): void => {
    try {
      shift = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      shift = 0;
    }
  };
  read();
  setInterval(read, 500).unref();
  class ShiftedDate extends RealDate {
    constructor(...parts: [] | [number | string | Date]) {
      if (parts.length === 0) super(realNow() + shift);
      else super(...(parts as [number]));
    }

    static override now(): number {
      return realNow() + shift;
    }
  }
  globalThis.Date = ShiftedDate as DateConstructor;
}
