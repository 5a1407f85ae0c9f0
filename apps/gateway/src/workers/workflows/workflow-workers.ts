import type { GatewayConfig } from '@multilane/config';
import type { JobData, JobQueues } from '@multilane/jobs';
import { type DatabaseWithSecrets, TooManyRuns } from '@multilane/persistence';
import type { BackgroundTask } from '@multilane/telemetry';
import { nextTime } from '@multilane/workflows';
import { HttpCaller } from '../http-calls/http-caller.js';
import { NetworkFetch } from '../network-fetch.js';
import type { TenantCode } from '../tenant-code/tenant-code.js';
import type { WorkerServices } from '../worker-services.js';
import { RunAdvancer } from './run-advancer.js';
import { POISONED, StepRunner } from './step-runner.js';

export interface WorkflowWorkersOptions {
  readonly findNetwork: () => GatewayConfig['network'];
  readonly database: DatabaseWithSecrets;
  readonly queues: JobQueues;
  readonly services: WorkerServices;
  readonly tenantCode: TenantCode;
  /** Number of steps that run at once. */
  readonly concurrency: number;
}

/** Steps of one workspace among those at once, where several workspaces wait. */
const SHARE = 0.75;
const SCHEDULES_EVERY_MS = 1_000;
const STRANDED_EVERY_MS = 15_000;
const OLD_EVERY_MS = 60_000;
/** Due workflows that one process starts in one go. */
const MOST_AT_ONCE = 50;
/** Ended runs are kept for so long. */
const RETENTION_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** Runs workflows: their steps, their schedules, and what is cleaned up after them. */
export class WorkflowWorkers {
  private readonly network: NetworkFetch;
  private readonly advancer: RunAdvancer;
  private readonly steps: StepRunner;
  private readonly stops: (() => void)[] = [];

  constructor(private readonly options: WorkflowWorkersOptions) {
    const { database, findNetwork, queues, services, tenantCode } = options;
    this.network = new NetworkFetch(findNetwork);
    this.advancer = new RunAdvancer({ database, queues });
    this.steps = new StepRunner({
      services,
      database,
      advancer: this.advancer,
      tenantCode,
      http: new HttpCaller(this.network, database.upstreamSecrets),
    });
  }

  startWorking(): void {
    const { concurrency, database, queues } = this.options;
    const perGroup = Math.max(1, Math.ceil(concurrency * SHARE));
    const poisonStep = ({ step_id: id }: JobData<'workflow.step'>) => this.steps.poison(id);
    queues.work('workflow.step', { concurrency, perGroup, onPoisoned: poisonStep }, (job) => this.steps.run(job));
    const ofRuns = {
      concurrency: Math.max(2, Math.ceil(concurrency / 4)),
      onPoisoned: async ({ run_id: id }: JobData<'workflow.run'>) => {
        const run = await database.workflowWork.findRun(id);
        if (run !== undefined) await this.advancer.fail(run, POISONED);
      },
    };
    queues.work('workflow.run', ofRuns, async ({ data }) => {
      const run = await database.workflowWork.findRun(data.run_id);
      if (run !== undefined) await this.advancer.advance(run);
    });
    this.every('workflow_schedules', SCHEDULES_EVERY_MS, () => this.startDue());
    this.every('workflow_runs', STRANDED_EVERY_MS, () => this.queueStranded());
    this.every('workflow_retention', OLD_EVERY_MS, async () => {
      await database.workflowRuns.removeOld(new Date(Date.now() - RETENTION_DAYS * DAY_MS));
    });
  }

  async drain(limitMs: number): Promise<void> {
    for (const stop of this.stops) stop();
    await this.steps.drain(limitMs);
  }

  async close(): Promise<void> {
    for (const stop of this.stops) stop();
    await this.network.close();
  }

  /** Starts what is due by its schedule: once over all processes, since the workflow is locked and its run has the time as its key. */
  private async startDue(): Promise<void> {
    for (let count = 0; count < MOST_AT_ONCE; count += 1) if (!(await this.startNextDue())) return;
  }

  private async startNextDue(): Promise<boolean> {
    const { database, queues } = this.options;
    await queues.whenReady();
    const isStarted = await database.inTransaction(async (sql) => {
      const due = await database.workflows.takeDue(sql);
      if (due === undefined) return false;
      const { cron, dueAt, id, timezone, ...workflow } = due;
      await database.workflows.setNextRun(sql, id, nextTime({ cron, timezone }, new Date()) ?? null);
      const run = await database.workflowRuns
        .createWithin(sql, {
          ...workflow,
          workflowId: id,
          trigger: 'schedule',
          triggerKey: `schedule ${dueAt.toISOString()}`,
          identity: workflow.runAs,
          startedBy: 'schedule',
          input: { scheduled_at: dueAt.toISOString() },
        })
        // The workspace has enough to do: this time is left out.
        .catch((error: unknown) => {
          if (error instanceof TooManyRuns) return undefined;
          throw error;
        });
      if (run !== undefined) await this.advancer.enqueueRun(sql, workflow, run);
      return true;
    });
    if (isStarted) queues.wake('workflow.run');
    return isStarted;
  }

  private async queueStranded(): Promise<void> {
    const { database, queues } = this.options;
    const { runs, steps } = await database.workflowWork.findStranded();
    const data = {
      steps: steps.map((id) => ({ data: { step_id: id } })),
      runs: runs.map((id) => ({ data: { run_id: id } })),
    };
    await queues.enqueueLost('workflow.step', data.steps);
    await queues.enqueueLost('workflow.run', data.runs);
  }

  private every(task: BackgroundTask, milliseconds: number, work: () => Promise<void>): void {
    this.stops.push(this.options.services.tasks.every(task, milliseconds, work));
  }
}
