/** A channel reports an outage at every try, at least so often, in milliseconds. */
const PROBLEM_HOLDS_MS = 3_000;

/** Where a channel says how it goes. */
export interface ChannelReport {
  failed(error: unknown): void;
  succeeded(): void;
}

/** Whether a channel's other end is away, as far as that was noticed within the last seconds. */
export class ChannelHealth {
  private problemAt = Number.NEGATIVE_INFINITY;

  /**
   * @param name What the channel leads through.
   * @param report Told of each failure, and of each connection.
   */
  constructor(
    readonly name: 'redis' | 'version_channel',
    private readonly report: ChannelReport,
  ) {}

  /** Takes note of a failure. */
  failed(error: Error): void {
    this.problemAt = performance.now();
    this.report.failed(error);
  }

  succeeded(): void {
    this.report.succeeded();
  }

  isAway(): boolean {
    return performance.now() - this.problemAt < PROBLEM_HOLDS_MS;
  }
}
