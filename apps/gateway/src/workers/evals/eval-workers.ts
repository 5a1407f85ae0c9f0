import type { ArgumentChecker } from '@multilane/agents';
import { can } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { FencedWorker, type JobData, type JobQueues, type TakenJob } from '@multilane/jobs';
import type { Database, EvalRunToWork } from '@multilane/persistence';
import type { Admission } from '../../recording/request-parts.js';
import { findCaller, type JobIdentity } from '../job-identity.js';
import type { TenantCode } from '../tenant-code/tenant-code.js';
import type { WorkerServices } from '../worker-services.js';
import type { EvalParts } from './eval-parts.js';
import { EvalSchedules } from './eval-schedules.js';
import { EvalSession } from './eval-session.js';
import { RegressionAlerts, type RegressionAlertsOptions } from './regression-alerts.js';

export interface EvalWorkersOptions {
  readonly database: EvalParts['database'] & Pick<Database, 'evalSchedules' | 'evalSuites' | 'evalWork'>;
  readonly queues: Pick<JobQueues, 'enqueue' | 'enqueueLost' | 'wake' | 'whenReady' | 'work'>;
  readonly webhooks: RegressionAlertsOptions['webhooks'];
  readonly services: WorkerServices;
  readonly checker: ArgumentChecker;
  readonly tenantCode: TenantCode;
}

/** Runs at once in one process, and of one workspace among them. */
const RUNS = 8;
const RUNS_OF_WORKSPACE = 4;
/** Interval between comparisons of runs with their rows, in milliseconds: a cancellation takes as long. */
const LOOK_EVERY_MS = 1_000;
/** A run without a sign of life for so long has lost its job. */
const STALE_MS = 2 * 60_000;
const AT_ONCE = 100;
/** A run that is begun so often with nothing done in between ends each process that works on it. */
const MOST_BEGINNINGS = 30;
const GRACE_MS = 3_000;
/** Runs are removed so long after their end, and so many at once at most. */
const KEPT_MS = 90 * 24 * 3_600_000;
const REMOVED_AT_ONCE = 10;

/** Works on evaluations (docs/evals.md#runs). */
export class EvalWorkers {
  private readonly parts: EvalParts;
  private readonly schedules: EvalSchedules;
  private readonly worker: FencedWorker;

  constructor(private readonly options: EvalWorkersOptions) {
    const { checker, database, queues, services, tenantCode, webhooks } = options;
    const { logger, metrics } = services;
    const alerts = new RegressionAlerts({ database, webhooks, logger, metrics });
    this.parts = { database, queues, services, checker, tenantCode, alerts };
    this.schedules = new EvalSchedules({ database, queues });
    this.worker = new FencedWorker({
      graceMs: GRACE_MS,
      watch: {
        findLost: (fences) => database.evalWork.findLost(fences),
        every: (look) => services.tasks.every('eval_watch', LOOK_EVERY_MS, look, 'later'),
      },
    });
  }

  startWorking(): void {
    const { database } = this.options;
    const rules = {
      concurrency: RUNS,
      perGroup: RUNS_OF_WORKSPACE,
      onPoisoned: ({ run_id: id }: JobData<'eval.run'>) => this.poison(id),
      readProgress: async ({ run_id: id }: JobData<'eval.run'>) =>
        String((await database.evalWork.listDone(id)).length),
    };
    this.options.queues.work('eval.run', rules, (job) => this.run(job));
  }

  /** Works on the run of a job. Rejects where it must be begun again. */
  async run({ data, signal }: Pick<TakenJob<'eval.run'>, 'data' | 'signal'>): Promise<void> {
    const { database, queues, services } = this.options;
    const run = await database.evalWork.take(data.run_id);
    if (run === undefined) return;
    if (run.fence > MOST_BEGINNINGS + run.done) {
      const errorMessage = 'The run was begun many times and did not get on. The log of the gateway has the cause.';
      const isEnded = await database.evalWork.end(run, { status: 'failed', errorCode: 'interrupted', errorMessage });
      if (isEnded) services.metrics.evals.recordRun('failed');
      return;
    }
    // It goes on at once in another process, and not when the queue finds that this one is silent.
    const putBack = () => queues.enqueue('eval.run', data, { group: run.workspaceId });
    await this.worker.work(run, signal, (stop) => this.serve(run, stop), putBack);
  }

  private async serve(run: EvalRunToWork, stop: AbortSignal): Promise<void> {
    try {
      await new EvalSession(this.parts, run, () => this.admit(run), stop).work();
    } catch (error) {
      // Its suite was stored when more was allowed.
      if (!(error instanceof GatewayError) || error.status >= 500) throw error;
      await this.fail(run, error);
    }
  }

  /** Ends a run that ends the processes which work on it. Its results stay. */
  private async poison(id: string): Promise<void> {
    const run = await this.options.database.evalWork.take(id);
    if (run !== undefined) await this.fail(run, new GatewayError('poisoned'));
  }

  private async fail(run: EvalRunToWork, { code: errorCode, message: errorMessage }: GatewayError): Promise<void> {
    const { database, services } = this.options;
    const isEnded = await database.evalWork.end(run, { status: 'failed', errorCode, errorMessage });
    if (isEnded) services.metrics.evals.recordRun('failed');
  }

  /** Begins runs of schedules that are due. Called every few seconds, in any number of processes. */
  startDue(): Promise<void> {
    return this.schedules.startDue();
  }

  /** Queues runs whose jobs were lost, and removes old ones. Called every minute or so, in any number of processes. */
  async lookAfter(): Promise<void> {
    const { database, queues } = this.options;
    const stale = await database.evalWork.takeStale(new Date(Date.now() - STALE_MS), AT_ONCE);
    const works = stale.map(({ id, workspaceId: group }) => ({ data: { run_id: id }, group }));
    await queues.enqueueLost('eval.run', works);
    const old = new Date(Date.now() - KEPT_MS);
    for (let count = 0; count < REMOVED_AT_ONCE && (await database.evalRuns.removeOld(old)); ) count += 1;
  }

  /** Updates the metrics of runs that have not ended. */
  async count(): Promise<void> {
    const { database, services } = this.options;
    services.metrics.evals.setRuns(await database.evalRuns.countOpen());
  }

  /** Lets runs end for so long; the others go on in another process. */
  drain(limitMs: number): Promise<void> {
    return this.worker.drain(limitMs);
  }

  close(): void {
    this.worker.close();
  }

  /** Admits the person or account that began the run, with the current permissions. */
  private async admit({ identity, organizationId, workspaceId }: EvalRunToWork): Promise<Admission> {
    const { services } = this.options;
    const snapshot = services.snapshots.current;
    if (snapshot === undefined) throw new GatewayError('overloaded');
    const caller = await findCaller(identity as JobIdentity, snapshot, services.database?.identities);
    if (!can(caller, 'gateway.evals.run', { organizationId, workspaceId })) {
      throw new GatewayError('permission_denied', {
        message: 'Whoever began the run may not run evaluations any more.',
      });
    }
    return { caller, snapshot };
  }
}
