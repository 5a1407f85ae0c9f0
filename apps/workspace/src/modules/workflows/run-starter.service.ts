import { GatewayError } from '@multilane/errors';
import { type Database, type NewWorkflowRun, type Sql, TooManyRuns } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { JobSender } from '../../services/job-sender.js';
import { DATABASE } from '../../services/workspace-services.js';

/** Stores runs with their jobs, for workers of the gateway. */
@Injectable()
export class RunStarter {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobSender) private readonly jobs: JobSender,
  ) {}

  /**
   * Stores a run and queues it. Resolves to its id; undefined if `within` says no, or a run has its trigger key.
   *
   * @param within done in the same transaction, before the run is stored
   * @throws GatewayError 429 where the workspace has too many open runs
   */
  async start(run: NewWorkflowRun, within?: (sql: Sql) => Promise<boolean>): Promise<string | undefined> {
    const queues = await this.jobs.queues();
    await queues.whenReady();
    try {
      const id = await this.database.inTransaction(async (sql) => {
        if (within !== undefined && !(await within(sql))) return undefined;
        const made = await this.database.workflowRuns.createWithin(sql, run);
        if (made !== undefined) {
          await queues.enqueue('workflow.run', { run_id: made }, { within: sql, group: run.workspaceId });
        }
        return made;
      });
      queues.wake('workflow.run');
      return id;
    } catch (error) {
      if (!(error instanceof TooManyRuns)) throw error;
      const message = 'The workspace has too many runs that have not ended. Wait until some end.';
      throw new GatewayError('rate_limit_exceeded', { message, headers: { 'retry-after': '30' } });
    }
  }

  /** Queues a step that waited, in the transaction that says why it goes on. */
  async queueStep(sql: Sql, stepId: string, workspaceId: string): Promise<void> {
    const queues = await this.jobs.queues();
    await queues.enqueue('workflow.step', { step_id: stepId }, { within: sql, group: workspaceId });
  }

  /** Before a transaction that queues something. */
  async whenReady(): Promise<void> {
    await (await this.jobs.queues()).whenReady();
  }

  async wake(): Promise<void> {
    const queues = await this.jobs.queues();
    queues.wake('workflow.step');
    queues.wake('workflow.run');
  }
}
