import type { Database } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { HourlyTask } from '../../services/hourly-task.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

/** Removes the budgets' leases and periods of long ago. */
@Injectable()
export class BudgetCleanupTask extends HourlyTask {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {
    super(services.tasks, 'budget_cleanup');
  }

  async run(): Promise<void> {
    const { budgets } = this.database;
    const leases = await budgets.removeEndedLeases(() => this.isStopped);
    const periods = await budgets.removeOldAccounts(() => this.isStopped);
    if (leases + periods > 0)
      this.services.logger.debug({ leases, periods }, 'budget leases and periods of long ago are gone');
  }
}
