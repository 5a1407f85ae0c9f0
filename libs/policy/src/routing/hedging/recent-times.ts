/** Calls that are remembered: the last ones. */
const MOST_KEPT = 256;

/** Fewer calls say nothing about the slowest twentieth. */
const FEWEST = 20;

/** Further calls after which the figure is worked out anew. */
const RENEWED_AFTER = 16;

const SHARE = 0.95;

/** Time that 95 of 100 recent calls took at most. Times are in milliseconds. */
export class RecentTimes {
  private readonly kept: number[] = [];
  private at = 0;
  private added = 0;
  private known: number | undefined = undefined;

  /** @param milliseconds of one more call; a number that no call takes is ignored */
  add(milliseconds: number): void {
    if (!(milliseconds >= 0)) return;
    this.kept[this.at] = milliseconds;
    this.at = (this.at + 1) % MOST_KEPT;
    this.added += 1;
    if (this.added < FEWEST || (this.known !== undefined && this.added % RENEWED_AFTER !== 0)) return;
    const sorted = this.kept.toSorted((one, other) => one - other);
    this.known = sorted[Math.ceil(sorted.length * SHARE) - 1];
  }

  /** Undefined until twenty calls were measured. */
  get p95(): number | undefined {
    return this.known;
  }
}
