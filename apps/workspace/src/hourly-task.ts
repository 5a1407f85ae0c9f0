import type { Logger } from '@multilane/telemetry';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';

const AN_HOUR_MS = 3_600_000;

/**
 * Something the service does at its start and every hour, one run after the other. A run that fails is logged, and the next
 * one tries again.
 */
export abstract class HourlyTask implements OnApplicationBootstrap, OnModuleDestroy {
  /** The service is ending: a run that takes long should end too. */
  protected isStopped = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /** @param failure What the log says where a run failed */
  protected constructor(
    private readonly taskLogger: Logger,
    private readonly failure: string,
  ) {}

  abstract run(now: Date): Promise<void>;

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.runNext(), AN_HOUR_MS);
    this.timer.unref();
    this.runNext();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  private runNext(): void {
    this.running = this.running
      .then(() => this.run(new Date()))
      .catch((error: unknown) => this.taskLogger.warn({ err: error }, this.failure));
  }
}
