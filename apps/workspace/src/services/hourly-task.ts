import type { BackgroundTask, BackgroundTasks } from '@multilane/telemetry';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';

const AN_HOUR_MS = 3_600_000;

/**
 * Something the service does at its start and every hour, one run after the other. A run that fails is reported, and the next
 * one tries again.
 */
export abstract class HourlyTask implements OnApplicationBootstrap, OnModuleDestroy {
  /** The service is ending: a run that takes long should end too. */
  protected isStopped = false;
  private stop: (() => Promise<void>) | undefined;

  /** @param task What the log, the metrics and the deployment page call it */
  protected constructor(
    private readonly tasks: BackgroundTasks,
    private readonly task: BackgroundTask,
  ) {}

  abstract run(now: Date): Promise<void>;

  onApplicationBootstrap(): void {
    this.stop = this.tasks.every(this.task, AN_HOUR_MS, () => this.run(new Date()));
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await this.stop?.();
  }
}
