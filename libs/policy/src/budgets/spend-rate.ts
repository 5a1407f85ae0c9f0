import { RATE_WINDOW_MS } from './account-times.js';

/** Speed of spending, as a decayed mean. */
export class SpendRate {
  perMs = 0;
  private measuredSettled = 0;

  /** @param measuredAt Of a clock that only goes forward, in milliseconds */
  constructor(private measuredAt: number) {}

  /** @param settled Total ever spent */
  measure(settled: number, now: number): void {
    const passed = now - this.measuredAt;
    if (passed <= 0) return;
    const rate = (settled - this.measuredSettled) / passed;
    this.perMs += (rate - this.perMs) * Math.min(1, passed / RATE_WINDOW_MS);
    this.measuredAt = now;
    this.measuredSettled = settled;
  }
}
