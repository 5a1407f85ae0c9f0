import { GatewayError } from '@multilane/errors';
import { countAnswers, EVAL_BOUNDS, type PinnedSuite, pinSuite } from '@multilane/evals';
import type { JobQueues } from '@multilane/jobs';
import { type Database, type DueEvalSuite, newId, type Sql, TooManyEvalRuns } from '@multilane/persistence';
import { nextTime } from '@multilane/workflows';

export interface EvalSchedulesOptions {
  readonly database: Pick<
    Database,
    'agents' | 'evalDatasets' | 'evalRuns' | 'evalSchedules' | 'inTransaction' | 'workflows'
  >;
  readonly queues: Pick<JobQueues, 'enqueue' | 'wake' | 'whenReady'>;
}

/** Due suites that one process begins in one go. */
const MOST_AT_ONCE = 20;

/** Begins runs of suites by their schedules (docs/evals.md#schedules). */
export class EvalSchedules {
  constructor(private readonly options: EvalSchedulesOptions) {}

  /** Begins what is due: once over all processes, since the time is taken from the suite in the transaction that stores the run. */
  async startDue(): Promise<void> {
    const { database, queues } = this.options;
    const due = await database.evalSchedules.findDue(MOST_AT_ONCE);
    if (due.length === 0) return;
    await queues.whenReady();
    for (const suite of due) await this.start(suite);
    queues.wake('eval.run');
  }

  private async start(suite: DueEvalSuite): Promise<void> {
    const { database } = this.options;
    const { cron, timezone } = suite;
    const next = nextTime({ cron, timezone }, new Date()) ?? null;
    const leaveOut = (problem: string): Promise<boolean> =>
      database.inTransaction((sql) => database.evalSchedules.take(sql, suite, next, problem));
    try {
      const pinned = await pinSuite(database, suite, suite.definition);
      const total = countAnswers(pinned);
      const isBegun = await database.inTransaction((sql) => this.begin(sql, suite, { ...pinned, total }, next));
      if (!isBegun) await leaveOut('The run that the schedule began before has not ended.');
    } catch (error) {
      if (error instanceof TooManyEvalRuns) {
        await leaveOut(`The workspace has ${EVAL_BOUNDS.openRuns} evaluations that have not ended.`);
      } else if (error instanceof GatewayError && error.status < 500) await leaveOut(error.message);
      else throw error;
    }
  }

  /** False, and nothing is done, where the run before has not ended. */
  private async begin(
    sql: Sql,
    suite: DueEvalSuite,
    { caseCount, datasetVersion, definition, total }: PinnedSuite & { readonly total: number },
    next: Date | null,
  ): Promise<boolean> {
    const { database, queues } = this.options;
    if (await database.evalSchedules.isUnderWay(sql, suite.id)) return false;
    if (!(await database.evalSchedules.take(sql, suite, next, null))) return true;
    const { dueAt, maxCostUsd, organizationId, runAs: identity, userId, workspaceId } = suite;
    const id = newId();
    const run = {
      id,
      organizationId,
      workspaceId,
      suiteId: suite.id,
      datasetId: definition.dataset_id,
      datasetVersion,
      definition,
      caseCount,
      total,
      concurrency: EVAL_BOUNDS.defaultConcurrency,
      maxCostUsd,
      userId,
      identity,
      clientAddress: null,
      trigger: 'schedule' as const,
      triggerKey: `schedule ${dueAt.toISOString()}`,
    };
    if (await database.evalRuns.createWithin(sql, run, EVAL_BOUNDS.openRuns)) {
      await queues.enqueue('eval.run', { run_id: id }, { within: sql, group: workspaceId });
    }
    return true;
  }
}
