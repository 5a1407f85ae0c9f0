/** A channel reports an outage at every try, at least so often, in milliseconds. */
const PROBLEM_HOLDS_MS = 3_000;

/** Whether a channel's other end is away, as far as that was noticed within the last seconds. */
export class ChannelHealth {
  private problemAt = Number.NEGATIVE_INFINITY;
  private isReported = false;

  /**
   * @param name What the channel leads through.
   * @param onOutage Called for the first failure of each outage.
   */
  constructor(
    readonly name: 'redis' | 'version_channel',
    private readonly onOutage: (error: Error) => void,
  ) {}

  /** Takes note of a failure. */
  report(error: Error): void {
    const isFirst = !this.isAway() || !this.isReported;
    this.problemAt = performance.now();
    this.isReported = true;
    if (isFirst) this.onOutage(error);
  }

  isAway(): boolean {
    const isAway = performance.now() - this.problemAt < PROBLEM_HOLDS_MS;
    if (!isAway) this.isReported = false;
    return isAway;
  }
}
