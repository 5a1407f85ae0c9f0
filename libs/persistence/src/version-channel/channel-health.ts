/** A channel reports an outage at every try, at least so often, in milliseconds. */
const PROBLEM_HOLDS_MS = 3_000;

/** Receiver of a channel's state. */
export interface ChannelReport {
  failed(error: unknown): void;
  succeeded(): void;
}

/** Health of a channel: its other end counts as away if that was noticed within the last seconds. */
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
