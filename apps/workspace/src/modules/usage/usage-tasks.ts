import type { Database } from '@multilane/persistence';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HourlyTask } from '../../services/hourly-task.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

/** Days after which quarters of an hour are forgotten: charts show 400 days at most. */
const KEPT_DAYS = 400;

const A_DAY_MS = 86_400_000;

/**
 * Counts the records that no series has: from before there were any, and of gateways of an older version. Sums the hours and days that are
 * over. Forgets old quarters.
 */
@Injectable()
export class UsageSeriesTask extends HourlyTask {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {
    super(services.tasks, 'usage_series');
  }

  async run(now: Date): Promise<void> {
    const records = await this.database.countOldAuditRecords(() => this.isStopped);
    if (records > 0) this.services.logger.info({ records }, 'records were added to the series of usage');
    await this.database.sumUsageSeries(now, () => this.isStopped);
    if (!this.isStopped) await this.database.usageSeries.removeBefore(new Date(now.getTime() - KEPT_DAYS * A_DAY_MS));
  }
}

/** Reports read what is queued besides the sums, so it must not become much. */
const INTERVAL_MS = 15_000;

/** Adds what gateways queued by tag, customer, client and session to the sums of days and months. Several workspaces share the work. */
@Injectable()
export class UsageDimensionsTask implements OnApplicationBootstrap, OnModuleDestroy {
  private isStopped = false;
  private stop: (() => Promise<void>) | undefined;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  onApplicationBootstrap(): void {
    const run = () => this.database.usageDimensions.addQueued(() => this.isStopped);
    this.stop = this.services.tasks.every('usage_dimensions', INTERVAL_MS, async () => void (await run()));
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await this.stop?.();
  }
}
