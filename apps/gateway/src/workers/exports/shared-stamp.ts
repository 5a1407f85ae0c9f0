/** Milliseconds for which a stamp is recent enough for everybody. */
const RECENT_MS = 200;

/** Stamps entries once for all sinks of this process, however many ask. */
export class SharedStamp {
  private running: Promise<void> | undefined = undefined;
  private endedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly stamp: () => Promise<void>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Resolves when a stamp has ended that began now, or within the last moment. Rejects as it does. */
  async run(): Promise<void> {
    if (this.running === undefined) {
      if (this.now() - this.endedAt < RECENT_MS) return;
      this.running = this.begin();
    }
    await this.running;
  }

  private async begin(): Promise<void> {
    try {
      await this.stamp();
      this.endedAt = this.now();
    } finally {
      this.running = undefined;
    }
  }
}
