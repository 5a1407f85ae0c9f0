import type { Database } from '@multilane/persistence';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../workspace-services.js';

const AN_HOUR_MS = 3_600_000;
const A_DAY_MS = 24 * AN_HOUR_MS;

/**
 * Makes room for the records of the months to come, and removes those that are old, with the budgets' leases and periods of
 * long ago: at the start and every hour.
 */
@Injectable()
export class AuditKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  onApplicationBootstrap(): void {
    const run = (): void => {
      this.running = this.running
        .then(() => this.keep(new Date()))
        .catch((error: unknown) => {
          this.services.logger.warn(
            { err: error },
            'the tables of audit records and budgets could not be tended; tried again later',
          );
        });
    };
    this.timer = setInterval(run, AN_HOUR_MS);
    this.timer.unref();
    run();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  async keep(now: Date): Promise<void> {
    const { config, logger } = this.services;
    const { budgets } = this.database;
    await this.database.makeAuditPartitions(now);
    const leases = await budgets.removeEndedLeases();
    const periods = await budgets.removeOldAccounts();
    if (leases + periods > 0) logger.debug({ leases, periods }, 'budget leases and periods of long ago are gone');
    const before = new Date(now.getTime() - config.audit.retention_days * A_DAY_MS);
    const removal = await this.database.removeAuditRecords(before, () => this.isStopped);
    if (removal.rows > 0 || removal.partitions.length > 0)
      logger.info({ ...removal, before }, 'old audit records are gone');
  }
}
