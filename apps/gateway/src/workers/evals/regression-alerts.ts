import { GatewayError } from '@multilane/errors';
import { type ComparedRun, type ComparedTarget, compareTargets } from '@multilane/evals';
import { type Database, type EvalRunRecord, type EvalRunToWork, type Sql } from '@multilane/persistence';
import type { Logger, Metrics } from '@multilane/telemetry';
import type { WebhookSender } from '../webhooks/webhook-sender.js';

export interface RegressionAlertsOptions {
  readonly database: Pick<Database, 'evalRuns' | 'evalSchedules' | 'evalSuites'>;
  readonly webhooks: Pick<WebhookSender, 'chooseUrl' | 'send' | 'wake'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Pick<Metrics, 'evals'>;
}

/** An alert, which is stored in the transaction that ends its run. */
export interface RegressionAlert {
  send(sql: Sql): Promise<void>;
}

const REGRESSED = 'eval.run.regressed';

/** Tells of runs of schedules whose targets are worse than before (docs/evals.md#schedules). */
export class RegressionAlerts {
  constructor(private readonly options: RegressionAlertsOptions) {}

  /** Finds the alert about a complete run. Undefined: there is no regression, or nobody to alert. */
  async find(run: EvalRunToWork): Promise<RegressionAlert | undefined> {
    if (run.trigger !== 'schedule') return undefined;
    const { database, metrics } = this.options;
    const suite = await database.evalSuites.find(run.organizationId, run.suiteId);
    if (suite === undefined) return undefined;
    const baseline = await this.findBaseline(run, suite.baselineRunId);
    if (baseline === undefined) return undefined;
    const [before, after] = await Promise.all([this.readTallies(baseline), this.readTallies(run)]);
    const worse = compareTargets(before, after).filter(({ comparison }) => comparison?.verdict === 'worse');
    if (worse.length === 0) return undefined;
    metrics.evals.recordRegression();
    await database.evalRuns.noteRegression(run.id, worse.length);
    const url = await this.findUrl(run);
    if (url === undefined) return undefined;
    const { organizationId, workspaceId } = run;
    const data = JSON.stringify(describe(run, baseline, worse));
    const event = { owner: ownerOf(workspaceId), organizationId, subjectId: run.id, type: REGRESSED, data, url };
    return { send: (sql) => this.options.webhooks.send(sql, event) };
  }

  wake(): void {
    this.options.webhooks.wake();
  }

  private async readTallies(run: EvalRunRecord): Promise<ComparedRun> {
    return { definition: run.definition, tallies: await this.options.database.evalRuns.listTallies(run) };
  }

  /** The chosen run, or the completed one before. */
  private async findBaseline(
    { id, organizationId, suiteId, workspaceId }: EvalRunRecord,
    chosen: string | null,
  ): Promise<EvalRunRecord | undefined> {
    const { evalRuns } = this.options.database;
    if (chosen !== null) return evalRuns.find(organizationId, chosen);
    return evalRuns.findCompleted({ organizationId, workspaceId }, suiteId, id);
  }

  /** The suite's own address, or the one of gateway.yaml. */
  private async findUrl({ id, suiteId }: EvalRunRecord): Promise<string | undefined> {
    const { database, logger, webhooks } = this.options;
    try {
      return webhooks.chooseUrl(await database.evalSchedules.findWebhook(suiteId));
    } catch (error) {
      // An example is the error about a signing secret that was removed from gateway.yaml.
      if (!(error instanceof GatewayError)) throw error;
      logger.warn({ err: error, runId: id }, 'the regression of an evaluation is told nobody');
      return undefined;
    }
  }
}

/** Owner of the deliveries. */
const ownerOf = (workspaceId: string): string => `workspace ${workspaceId}`;

/** It holds no case, question or answer. */
function describe(run: EvalRunRecord, baseline: EvalRunRecord, worse: readonly ComparedTarget[]): object {
  return {
    object: 'eval.regression',
    run_id: run.id,
    suite_id: run.suiteId,
    suite_name: run.suiteName,
    workspace_id: run.workspaceId,
    baseline_run_id: baseline.id,
    targets: worse.map(({ comparison, name, target }) => ({
      target,
      name,
      verdict: comparison?.verdict,
      words: comparison?.words,
      difference: comparison?.difference,
      interval: comparison?.interval,
      p_value: comparison?.chance,
      counts: comparison?.counts,
    })),
  };
}
