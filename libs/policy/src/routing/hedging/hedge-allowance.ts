/** Second calls that requests without one save up at most: a provider that becomes slow is not asked twice for all of its requests. */
const MOST_SAVED = 10;

/** Slack of sums of shares. */
const ROUNDING = 1e-9;

/** Bounds the share of the requests of one route that get a second call, in one process. */
export class HedgeAllowance {
  private saved = 0;

  /** A request may come to need a second call, of which there are so many in a hundred requests. */
  earn(maxPercent: number): void {
    this.saved = Math.min(this.saved + maxPercent / 100, MOST_SAVED);
  }

  /** Spends a second call; false if too few requests have come without one. */
  spend(): boolean {
    if (this.saved + ROUNDING < 1) return false;
    this.saved = Math.max(0, this.saved - 1);
    return true;
  }

  /** Returns a second call that was not made after all. */
  giveBack(): void {
    this.saved = Math.min(this.saved + 1, MOST_SAVED);
  }
}
