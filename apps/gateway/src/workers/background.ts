import { join } from 'node:path';
import { ArgumentChecker } from '@multilane/agents';
import type { GatewayConfig, SettingsAtStart } from '@multilane/config';
import { parseBoundedJson } from '@multilane/contracts';
import { type JobData, type JobQueues, openJobQueues } from '@multilane/jobs';
import { type BatchRecord, type DatabaseWithSecrets, newId, type Sql } from '@multilane/persistence';
import type { BackgroundTask, BackgroundTasks, Logger, Metrics } from '@multilane/telemetry';
import { nameStoredFile } from '../database/stored-file-id.js';
import type { StoredFiles } from '../database/stored-files.js';
import type { BackgroundJobs } from '../services/background-jobs.js';
import { networkOfProviders } from '../snapshot/network/network-of-providers.js';
import type { AgentTasks } from './agents/agent-tasks.js';
import { AgentWorkers } from './agents/agent-workers.js';
import { PublishedAgents } from './agents/published-agents.js';
import { AlertEvaluator } from './alerts/alert-evaluator.js';
import { AlertSender } from './alerts/alert-sender.js';
import { StoredAsyncRequests } from './async-requests.js';
import { AsyncRunner } from './async-runner.js';
import { StoredBatches } from './batches/batch-requests.js';
import { BatchRunner } from './batches/batch-runner.js';
import { type BatchDetails, describeBatch, nameBatch } from './batches/describe-batch.js';
import { BegunAnswers, type NotingStores, noteOnDiskFirst } from './begun-answers.js';
import { EvalWorkers } from './evals/eval-workers.js';
import { RecordExporter } from './exports/record-exporter.js';
import { type KnowledgeWorkers, startKnowledgeWorkers } from './knowledge/knowledge-workers.js';
import { McpConnections } from './mcp-connections/mcp-connections.js';
import { ProviderChecks } from './provider-checks/provider-checks.js';
import { TenantCode } from './tenant-code/tenant-code.js';
import { WebhookSender } from './webhooks/webhook-sender.js';
import type { WorkerServices } from './worker-services.js';
import { WorkflowWorkers } from './workflows/workflow-workers.js';

export interface BackgroundOptions {
  readonly config: SettingsAtStart;
  /** Settings of gateway.yaml in effect. */
  readonly settings: () => GatewayConfig;
  readonly database: DatabaseWithSecrets;
  /** The organization of gateway.yaml, once it is known. */
  readonly ownOrganizationId: () => string | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tasks: BackgroundTasks;
}

const HOUR_MS = 3_600_000;
const MIB = 1024 * 1024;
/** Deliveries of webhooks at once in one process, and of those to half of the receivers of one owner. */
const DELIVERIES = 24;
const DELIVERIES_OF_GROUP = 4;
const CLEAN_EVERY_MS = 60_000;
/** The window of a batch is over for so long before somebody looks whether its job is gone. */
const STALE_MS = 10 * 60_000;
const COUNT_EVERY_MS = 15_000;
const ALERTS_EVERY_MS = 10_000;
const SCHEDULES_EVERY_MS = 5_000;
/** Well below the time after which a silent worker is taken for dead. */
const SETTLE_EVERY_MS = 10_000;

/** The background jobs of a gateway with a database: their queues, the workers on them, and what is cleaned up at intervals. */
export class Background implements BackgroundJobs {
  readonly queues: JobQueues;
  readonly webhooks: WebhookSender;
  readonly requests: StoredAsyncRequests;
  readonly batches: StoredBatches;
  readonly tenantCode: TenantCode;
  readonly agents: PublishedAgents | undefined;
  readonly agentTasks: AgentTasks | undefined;
  private readonly store: DatabaseWithSecrets['asyncJobs'];
  private readonly begun: BegunAnswers;
  /** Stores of the database, which note the beginnings of answers on the disk first. */
  private readonly noted: NotingStores;
  private readonly stops: (() => void)[] = [];
  private runner: AsyncRunner | undefined = undefined;
  private providerChecks: ProviderChecks | undefined = undefined;
  private batchRunner: BatchRunner | undefined = undefined;
  private knowledge: KnowledgeWorkers | undefined = undefined;
  private workflows: WorkflowWorkers | undefined = undefined;
  private agentWorkers: AgentWorkers | undefined = undefined;
  private evals: EvalWorkers | undefined = undefined;
  private alerts: AlertSender | undefined = undefined;
  private exporter: RecordExporter | undefined = undefined;

  constructor(private readonly options: BackgroundOptions) {
    const { config, database, logger, metrics, settings, tasks } = options;
    const { listen_url: listenUrl, url } = config.database;
    this.store = database.asyncJobs;
    this.begun = new BegunAnswers({ folder: join(config.audit.spool_dir, 'answers'), database, tasks });
    this.noted = noteOnDiskFirst(database, this.begun);
    this.queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: listenUrl ?? url },
      onProblem: (error) => tasks.failed('job_queues', error),
      listening: tasks.reportOf('job_listener'),
      onPoisoned: (kind, job) => {
        metrics.contained.recordPoisoned(kind);
        logger.error({ kind, job }, 'a job was given up: the process that worked on it ended twice');
      },
    });
    this.webhooks = new WebhookSender({
      settings,
      store: database.webhookDeliveries,
      queues: this.queues,
      newId,
      logger,
      metrics,
    });
    const { memory_mb: memoryMb, processes } = config.server.tenant_code;
    this.tenantCode = new TenantCode({ memoryMb, processes });
    metrics.contained.setWaitingSource(() => this.tenantCode.waiting);
    this.requests = new StoredAsyncRequests({
      ...options,
      queues: this.queues,
      webhooks: this.webhooks,
      onCancel: (id) => this.runner?.lose(id),
    });
    this.agents = database.agentRuns.isReady ? new PublishedAgents({ database, queues: this.queues }) : undefined;
    this.agentTasks = this.agents?.tasks;
    this.batches = new StoredBatches({
      settings,
      database,
      queues: this.queues,
      webhooks: this.webhooks,
      tasks,
      metrics,
    });
  }

  /** Runs jobs from now on, `workers` at once; sends webhooks where that is not 0. */
  startWorking(services: WorkerServices, workers: number): void {
    const { config, database, logger, metrics, settings } = this.options;
    const { begun, noted } = this;
    const runner = new AsyncRunner({
      store: noted.asyncJobs,
      queues: this.queues,
      services,
      expiresAt: () => this.requests.expiry(),
      maxResultBytes: () => settings().async.max_result_mb * MIB,
      onEnd: (sql, ended) => this.requests.announce(sql, ended),
      afterEnd: () => this.webhooks.wake(),
    });
    this.runner = runner;
    this.every('async_job_counts', COUNT_EVERY_MS, async () => metrics.setAsyncJobs(await this.store.count()));
    this.every('answer_beginnings', SETTLE_EVERY_MS, () => begun.settle());
    if (workers === 0) return;
    const ofRequests = {
      concurrency: workers,
      onPoisoned: ({ job_id: id }: JobData<'async.run'>) => runner.poison(id),
    };
    this.queues.work('async.run', ofRequests, (job) => runner.run(job));
    const ofWebhooks = {
      concurrency: DELIVERIES,
      perGroup: DELIVERIES_OF_GROUP,
      onPoisoned: ({ delivery_id: id }: JobData<'webhook.deliver'>) => this.webhooks.poison(id),
    };
    this.queues.work('webhook.deliver', ofWebhooks, (job) => this.webhooks.deliver(job));
    this.every('async_job_expiry', CLEAN_EVERY_MS, () => this.store.removeExpired());
    this.every('webhook_expiry', CLEAN_EVERY_MS, () => database.webhookDeliveries.removeExpired());
    const findNetwork = () => settings().network;
    const findProviderNetwork = () => networkOfProviders(settings().network);
    this.providerChecks = new ProviderChecks({ database, findNetwork: findProviderNetwork, logger });
    this.providerChecks.startWorking(this.queues);
    const findSnapshot = () => services.snapshots.current;
    const connections = new McpConnections({ database, findSnapshot, findNetwork, logger });
    connections.startWorking(this.queues);
    this.every('mcp_connections', CLEAN_EVERY_MS, () => connections.lookAfter());
    if (services.storedFiles !== undefined) this.startBatches(services, services.storedFiles);
    this.knowledge = startKnowledgeWorkers(services, { config, findNetwork, database, queues: this.queues });
    this.every('knowledge_upkeep', CLEAN_EVERY_MS, async () => this.knowledge?.lookAfter());
    const { queues, tenantCode } = this;
    const checker = new ArgumentChecker((tenant, question) => tenantCode.findProblem(tenant, question));
    if (database.workflowWork.isReady) {
      this.workflows = new WorkflowWorkers({
        findNetwork,
        database,
        queues,
        services,
        tenantCode,
        concurrency: workers,
      });
      this.workflows.startWorking();
    }
    if (database.agentRuns.isReady) {
      const agents = new AgentWorkers({ findNetwork, database, queues, services, checker });
      this.agentWorkers = agents;
      agents.startWorking();
      this.every('agent_runs', CLEAN_EVERY_MS, () => agents.lookAfter());
    }
    if (database.evalWork.isReady) {
      const evals = new EvalWorkers({ database, queues, services, checker, tenantCode, webhooks: this.webhooks });
      this.evals = evals;
      evals.startWorking();
      this.every('eval_schedules', SCHEDULES_EVERY_MS, () => evals.startDue());
      this.every('eval_counts', COUNT_EVERY_MS, () => evals.count());
      this.every('eval_runs', CLEAN_EVERY_MS, () => evals.lookAfter());
    }
    if (database.alertWork.isReady) this.startAlerts();
    const { exportTurns: turns, exportWork: store } = database;
    const { tasks } = this.options;
    const { retention_days: retentionDays } = config.audit;
    this.exporter = new RecordExporter({
      settings,
      store,
      turns,
      payloads: database.auditPayloads,
      tasks,
      metrics,
      logger,
      retentionDays,
    });
    this.exporter.start();
    logger.info({ workers }, 'jobs are run');
  }

  /** Rules are evaluated by one process at a time, and messages are jobs as others. */
  private startAlerts(): void {
    const { database, logger, metrics, ownOrganizationId, settings } = this.options;
    const { queues } = this;
    const alerts = new AlertSender({ settings, store: database.alertWork, queues, metrics });
    this.alerts = alerts;
    alerts.startWorking();
    const evaluator = new AlertEvaluator({ settings, ownOrganizationId, database, queues, logger });
    this.every('alert_rules', ALERTS_EVERY_MS, () => evaluator.evaluateInTurn());
    this.every('alert_deliveries', CLEAN_EVERY_MS, () => evaluator.lookAfter());
  }

  private startBatches(services: WorkerServices, files: StoredFiles): void {
    const { config, database, metrics, settings } = this.options;
    const { queues } = this;
    this.every('batch_counts', COUNT_EVERY_MS, async () => metrics.setBatches(await database.batches.countOpen()));
    const { workers } = config.batches;
    if (workers === 0) return;
    const runner = new BatchRunner({
      settings: () => settings().batches,
      database: { batches: database.batches, batchLines: this.noted.batchLines, storedFiles: database.storedFiles },
      files,
      services,
      queues,
      onEnd: (sql, ended) => this.announceBatch(sql, ended),
      afterEnd: () => this.webhooks.wake(),
    });
    this.batchRunner = runner;
    // One owner's batches may be half of those that run at once.
    const rules = {
      concurrency: workers,
      perGroup: Math.ceil(workers / 2),
      onPoisoned: ({ batch_id: id }: JobData<'batch.run'>) => runner.poison(id),
      readProgress: ({ batch_id: id }: JobData<'batch.run'>) => runner.readProgress(id),
    };
    queues.work('batch.run', rules, (job) => runner.run(job));
    this.every('batch_expiry', CLEAN_EVERY_MS, async () => {
      await database.storedFiles.removeExpired();
      // Their jobs may have been given up, such as after a day without a provider.
      const stale = await database.batches.findStale(new Date(Date.now() - STALE_MS));
      await queues.enqueueLost(
        'batch.run',
        stale.map((id) => ({ data: { batch_id: id } })),
      );
      await database.batches.removeEnded(new Date(Date.now() - settings().batches.file_ttl_days * 24 * HOUR_MS));
    });
  }

  /** Takes no more jobs, and lets those that run end for so long. */
  async drain(limitMs: number): Promise<void> {
    await this.queues.stopWork();
    await Promise.all([
      this.runner?.drain(limitMs),
      this.batchRunner?.drain(limitMs),
      this.knowledge?.drain(limitMs),
      this.workflows?.drain(limitMs),
      this.agentWorkers?.drain(limitMs),
      this.evals?.drain(limitMs),
      this.exporter?.stop(),
    ]);
  }

  async close(): Promise<void> {
    for (const stop of this.stops) stop();
    await this.exporter?.stop();
    await this.queues.close();
    await this.knowledge?.close();
    await this.workflows?.close();
    await this.agentWorkers?.close();
    this.evals?.close();
    await this.tenantCode.close();
    await this.providerChecks?.close();
    await this.webhooks.close();
    await this.alerts?.close();
  }

  /** The webhook of a batch that ended, in the transaction of its end. */
  private async announceBatch(sql: Sql, ended: BatchRecord): Promise<void> {
    const { webhookUrl: url } = parseBoundedJson(ended.details) as BatchDetails;
    if (url === undefined) return;
    const { id, organizationId, owner, status } = ended;
    await this.webhooks.send(sql, {
      owner,
      organizationId,
      subjectId: nameBatch(id),
      type: `batch.${status}`,
      data: JSON.stringify(describeBatch(ended, nameStoredFile)),
      url,
    });
  }

  private every(task: BackgroundTask, milliseconds: number, work: () => Promise<unknown>): void {
    this.stops.push(this.options.tasks.every(task, milliseconds, work));
  }
}
