/** A measurement counts half after so long, in milliseconds. */
const HALF_LIFE_MS = 30_000;

/**
 * An average in which what is recent counts most. Without new measurements it sinks towards 0, so that a target that was
 * once slow is tried again. Times are in milliseconds of one clock.
 */
export class DecayedAverage {
  private sum = 0;
  private weight = 0;
  private at = 0;

  add(value: number, now: number): void {
    const share = this.weight === 0 ? 0 : remainder(now - this.at);
    this.sum = this.sum * share + value;
    this.weight = this.weight * share + 1;
    this.at = now;
  }

  /** Undefined before the first measurement. */
  valueAt(now: number): number | undefined {
    if (this.weight === 0) return undefined;
    return (this.sum / this.weight) * remainder(now - this.at);
  }
}

function remainder(elapsedMs: number): number {
  return 0.5 ** (Math.max(elapsedMs, 0) / HALF_LIFE_MS);
}
