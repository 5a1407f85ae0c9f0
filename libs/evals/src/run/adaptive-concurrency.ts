/** Requests at once that a run begins with. */
const START = 4;

/**
 * Number of requests that a run makes at once: one more after each full round of successes, and half as many when a
 * provider rejects for its load, at most once for the requests of one round. Times are milliseconds of one clock.
 */
export class AdaptiveConcurrency {
  private successes = 0;
  private halvedAt = Number.NEGATIVE_INFINITY;
  private openAt = Number.NEGATIVE_INFINITY;
  private current: number;

  constructor(private readonly most: number) {
    this.current = Math.max(1, Math.min(START, most));
  }

  get limit(): number {
    return this.current;
  }

  /** Milliseconds for which no request may begin: a provider said so. */
  pauseMs(now: number): number {
    return Math.max(0, this.openAt - now);
  }

  succeeded(): void {
    this.successes += 1;
    if (this.successes < this.current || this.current >= this.most) return;
    this.successes = 0;
    this.current += 1;
  }

  /**
   * A provider rejected for its load.
   *
   * @param startedAt when the request began
   * @param retryAfterMs how long the provider wants to be left alone
   */
  refused(startedAt: number, now: number, retryAfterMs = 0): void {
    this.successes = 0;
    this.openAt = Math.max(this.openAt, now + retryAfterMs);
    if (startedAt < this.halvedAt) return;
    this.halvedAt = now;
    this.current = Math.max(1, Math.floor(this.current / 2));
  }
}
