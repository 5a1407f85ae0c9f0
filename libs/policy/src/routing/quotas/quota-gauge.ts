/** What a provider says is left of one of its limits. */
export interface QuotaReading {
  readonly left: number;
  /** Milliseconds until the limit is whole again; undefined if the provider does not say. */
  readonly resetMs: number | undefined;
}

/** What a provider says is left of the limits of a credential. */
export interface QuotaReadings {
  readonly requests?: QuotaReading | undefined;
  readonly tokens?: QuotaReading | undefined;
}

/** No provider is believed for longer, in milliseconds: it may be wrong, and only an answer says so. */
export const LONGEST_BELIEF_MS = 60_000;

/** Time after which a reading without a reset is forgotten, in milliseconds. */
const UNSTATED_MS = 10_000;

/** What is left of one limit. Unknown at first, and again from the stated reset on. Times are in milliseconds of one clock. */
export class QuotaGauge {
  private left = 0;
  private until = Number.NEGATIVE_INFINITY;

  /** Takes a provider's word over, within bounds. A reading that is no number, or whose reset is past, says nothing. */
  read({ left, resetMs = UNSTATED_MS }: QuotaReading, now: number): void {
    if (Number.isNaN(left) || Number.isNaN(resetMs)) return;
    this.left = Math.max(0, left);
    this.until = now + Math.min(resetMs, LONGEST_BELIEF_MS);
  }

  /** Takes the word of another process over if it knows of less. */
  adopt(reading: QuotaReading, now: number): void {
    if (now < this.until && reading.left >= this.left) return;
    this.read(reading, now);
  }

  /** A request was sent that uses so much. */
  take(amount: number): void {
    this.left = Math.max(0, this.left - amount);
  }

  /** Milliseconds until so much is there; 0: it is, or nothing is known. */
  waitFor(amount: number, now: number): number {
    return this.left >= amount ? 0 : Math.max(0, this.until - now);
  }

  /** Reading for other processes; undefined if nothing is known. */
  tell(now: number): QuotaReading | undefined {
    return now < this.until ? { left: this.left, resetMs: this.until - now } : undefined;
  }
}
