import type { Database, StatementSchedule } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { HourlyTask } from '../../services/hourly-task.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { writeBook } from './read-book.js';
import { StatementsService } from './statements.service.js';

const PAGE = 100;

/** Closes the months of statements that are due, of all organizations (docs/contract/usage.md#statements). */
@Injectable()
export class StatementClosingTask extends HourlyTask {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
    @Inject(StatementsService) private readonly statements: StatementsService,
  ) {
    super(services.tasks, 'statement_closing');
  }

  async run(now: Date): Promise<void> {
    let after: StatementSchedule | undefined;
    for (;;) {
      const schedules = await this.database.statements.listSchedules(after, PAGE);
      for (const schedule of schedules) {
        if (this.isStopped) return;
        await this.close(schedule, now);
      }
      after = schedules.at(-1);
      if (schedules.length < PAGE) return;
    }
  }

  /** A month that cannot be closed keeps no other organization waiting; it is tried again with the next run. */
  private async close(schedule: StatementSchedule, now: Date): Promise<void> {
    const { logger } = this.services;
    const { organizationId } = schedule;
    const by = writeBook(schedule);
    try {
      for (const { month } of await this.statements.closeDue(schedule, now)) {
        logger.info({ organizationId, by, month }, 'a month of statements was closed');
      }
    } catch (error) {
      logger.warn({ err: error, organizationId, by }, 'a month of statements could not be closed');
    }
  }
}
