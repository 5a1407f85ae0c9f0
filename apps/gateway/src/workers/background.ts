import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import { GatewayError } from '@multilane/errors';
import { type JobQueues, openJobQueues } from '@multilane/jobs';
import {
  type AnsweredAsyncJob,
  ASYNC_JOB_STATUSES,
  type AsyncJobRecord,
  type AsyncJobStatus,
  type BatchRecord,
  type Database,
  newId,
  type Sql,
  TooManyJobs,
} from '@multilane/persistence';
import type { Logger, Metrics } from '@multilane/telemetry';
import type { BackgroundJobs, JobPage, RequestToRunLater } from '../background-jobs.js';
import { nameStoredFile, type StoredFiles } from '../database/stored-files.js';
import type { GatewayServices } from '../gateway-services.js';
import { AsyncRunner, type EndedJob, type StoredRequest } from './async-runner.js';
import { StoredBatches } from './batches/batch-requests.js';
import { BatchRunner } from './batches/batch-runner.js';
import { type BatchDetails, describeBatch, nameBatch } from './batches/describe-batch.js';
import { identityOf, ownerOf } from './job-identity.js';
import { ProviderChecks } from './provider-checks/provider-checks.js';
import { describeDelivery, WebhookSender } from './webhooks/webhook-sender.js';

export interface BackgroundOptions {
  readonly config: Pick<GatewayConfig, 'async' | 'batches' | 'network' | 'database'>;
  readonly database: Database;
  /** The organization of gateway.yaml, once it is known. */
  readonly ownOrganizationId: () => string | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const HOUR_MS = 3_600_000;
const MIB = 1024 * 1024;
/** Deliveries of webhooks at once in one process, and of those to one receiver. */
const DELIVERIES = 16;
const DELIVERIES_TO_ONE = 4;
const LOOK_EVERY_MS = 500;
const LONGEST_WAIT_SECONDS = 60;
/** Requests that wait for a job at once; those beyond are answered with what there is. */
const MOST_WAITING = 200;
/** A webhook with a larger result has none: it is fetched. */
const MOST_OF_WEBHOOK_BYTES = 512 * 1024;
const CLEAN_EVERY_MS = 60_000;
/** The window of a batch is over for so long before somebody looks whether its job is gone. */
const STALE_MS = 10 * 60_000;
const COUNT_EVERY_MS = 15_000;
const MOST_RESENT = 20;

/** Of a client's headers, those that steer what is asked of a provider. */
const KEPT_HEADERS = ['x-service-config', 'x-session-id', 'anthropic-version', 'anthropic-beta'];

/** Requests that run later, in PostgreSQL: accepts, shows and runs them, and sends their webhooks. */
export class Background implements BackgroundJobs {
  readonly queues: JobQueues;
  readonly webhooks: WebhookSender;
  readonly batches: StoredBatches;
  private readonly store: Database['asyncJobs'];
  private readonly timers: NodeJS.Timeout[] = [];
  private runner: AsyncRunner | undefined = undefined;
  private providerChecks: ProviderChecks | undefined = undefined;
  private batchRunner: BatchRunner | undefined = undefined;
  private waiting = 0;

  constructor(private readonly options: BackgroundOptions) {
    const { config, database, logger, metrics } = options;
    const { listen_url: listenUrl, url } = config.database;
    this.store = database.asyncJobs;
    this.queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: listenUrl ?? url },
      onProblem: (error) => logger.warn({ err: error }, 'the job queues have a problem'),
    });
    this.webhooks = new WebhookSender({
      config,
      store: database.webhookDeliveries,
      queues: this.queues,
      newId,
      logger,
      metrics,
    });
    this.batches = new StoredBatches({
      config,
      database,
      queues: this.queues,
      webhooks: this.webhooks,
      logger,
      metrics,
    });
  }

  get problem(): string | undefined {
    if (this.store.isReady) return undefined;
    return 'Asynchronous requests need an encryption key: set `encryption.key` in gateway.yaml (or ENCRYPTION_KEY).';
  }

  /** Runs jobs from now on, `workers` at once; sends webhooks where that is not 0. */
  startWorking(services: GatewayServices, workers: number): void {
    const { config, database, logger, metrics } = this.options;
    const runner = new AsyncRunner({
      store: this.store,
      queues: this.queues,
      services,
      expiresAt: () => this.expiry(),
      maxResultBytes: config.async.max_result_mb * MIB,
      onEnd: (sql, ended) => this.announce(sql, ended),
      afterEnd: () => this.webhooks.wake(),
    });
    this.runner = runner;
    this.every(COUNT_EVERY_MS, async () => metrics.setAsyncJobs(await this.store.count()));
    if (workers === 0) return;
    this.queues.work('async.run', { concurrency: workers }, (job) => runner.run(job));
    this.queues.work('webhook.deliver', { concurrency: DELIVERIES, perGroup: DELIVERIES_TO_ONE }, (job) =>
      this.webhooks.deliver(job),
    );
    this.every(CLEAN_EVERY_MS, async () => {
      await this.store.removeExpired();
      await database.webhookDeliveries.removeExpired();
    });
    const findNetwork = () => services.snapshots.current?.network ?? config.network;
    this.providerChecks = new ProviderChecks({ database, findNetwork, logger });
    this.providerChecks.startWorking(this.queues);
    if (services.storedFiles !== undefined) this.startBatches(services, services.storedFiles);
    logger.info({ workers }, 'jobs are run');
  }

  private startBatches(services: GatewayServices, files: StoredFiles): void {
    const { database, metrics } = this.options;
    const { batches: config } = this.options.config;
    const { queues } = this;
    this.every(COUNT_EVERY_MS, async () => metrics.setBatches(await database.batches.countOpen()));
    if (config.workers === 0) return;
    const runner = new BatchRunner({
      config,
      database,
      files,
      services,
      queues,
      onEnd: (sql, ended) => this.announceBatch(sql, ended),
      afterEnd: () => this.webhooks.wake(),
    });
    this.batchRunner = runner;
    // Of several batches at once, one owner's may be half.
    const rules = { concurrency: config.workers, perGroup: Math.ceil(config.workers / 2) };
    queues.work('batch.run', rules, (job) => runner.run(job));
    this.every(CLEAN_EVERY_MS, async () => {
      await database.storedFiles.removeExpired();
      // Their jobs were given up, such as after a day without a provider.
      const stale = await database.batches.findStale(new Date(Date.now() - STALE_MS));
      for (const id of stale) await queues.enqueue('batch.run', { batch_id: id });
      await database.batches.removeEnded(new Date(Date.now() - config.file_ttl_days * 24 * HOUR_MS));
    });
  }

  async accept(asked: RequestToRunLater): Promise<object> {
    const { max_open_jobs: maxOpen, max_request_mb: maxRequest } = this.options.config.async;
    const { clientAddress, headers, isLarge, organizationId, path, request: body } = asked;
    const webhookUrl = this.webhooks.chooseUrl(asked.webhookUrl);
    const kept = Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
    );
    const stored: StoredRequest = { body, headers: kept, clientAddress, isLarge, webhookUrl };
    const request = JSON.stringify(stored);
    if (Buffer.byteLength(request) > maxRequest * MIB) {
      throw new GatewayError('payload_too_large', {
        message: `An asynchronous request may have at most ${maxRequest} MiB.`,
      });
    }
    const id = newId();
    const owner = ownerOf(asked);
    const model = body.model ?? null;
    const identity = identityOf(asked);
    try {
      await this.queues.whenReady();
      await this.store.create({ id, owner, organizationId, endpoint: path, model, identity, request }, maxOpen, (sql) =>
        this.queues.enqueue('async.run', { job_id: id }, { within: sql }),
      );
    } catch (error) {
      throw this.explain(error, maxOpen);
    }
    this.queues.wake('async.run');
    this.options.metrics.recordAsyncJob(path, 'accepted');
    return describeJob({
      id,
      owner,
      organizationId,
      status: 'pending',
      endpoint: path,
      model,
      createdAt: new Date(),
      startedAt: null,
      completedAt: null,
      expiresAt: null,
    });
  }

  async find(caller: Caller, id: string, waitSeconds: number): Promise<string | undefined> {
    const owner = this.ownerOf(caller);
    let job = await this.store.find(owner, id);
    if (job === undefined) return undefined;
    const deadline = performance.now() + Math.min(waitSeconds, LONGEST_WAIT_SECONDS) * 1000;
    if (this.waiting < MOST_WAITING) {
      this.waiting += 1;
      try {
        while (isOpen(job) && performance.now() < deadline) {
          await sleep(LOOK_EVERY_MS);
          job = (await this.store.find(owner, id)) ?? job;
        }
      } finally {
        this.waiting -= 1;
      }
    }
    return writeJob(job);
  }

  async list(caller: Caller, { cursor, limit, status }: JobPage): Promise<object> {
    const known = ASYNC_JOB_STATUSES.find((each) => each === status);
    if (status !== undefined && known === undefined) {
      throw new GatewayError('invalid_value', {
        param: 'status',
        message: `\`status\` must be one of ${ASYNC_JOB_STATUSES.join(', ')}.`,
      });
    }
    try {
      const page = await this.store.list(this.ownerOf(caller), { limit, cursor, status: known as AsyncJobStatus });
      return { object: 'list', data: page.data.map(describeJob), next_cursor: page.nextCursor };
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'InvalidCursorError') throw error;
      throw new GatewayError('invalid_value', { param: 'cursor', message: error.message });
    }
  }

  async cancel(caller: Caller, id: string): Promise<string | undefined> {
    const owner = this.ownerOf(caller);
    if (await this.store.cancel(owner, id, this.expiry())) {
      this.runner?.lose(id);
      const job = await this.store.find(owner, id);
      if (job !== undefined) this.options.metrics.recordAsyncJob(job.endpoint, 'cancelled');
    }
    const job = await this.store.find(owner, id);
    return job && writeJob(job);
  }

  async listDeliveries(caller: Caller, id: string): Promise<object | undefined> {
    const owner = this.ownerOf(caller);
    if ((await this.store.find(owner, id)) === undefined) return undefined;
    const deliveries = await this.options.database.webhookDeliveries.list(owner, id);
    return { object: 'list', data: deliveries.map(describeDelivery) };
  }

  async resend(caller: Caller, id: string, deliveryId: string): Promise<object | undefined> {
    const { database } = this.options;
    const owner = this.ownerOf(caller);
    const delivery = await database.webhookDeliveries.find(deliveryId);
    if (delivery === undefined || delivery.owner !== owner || delivery.subjectId !== id) return undefined;
    const deliveries = await database.webhookDeliveries.list(owner, id);
    if (deliveries.length >= MOST_RESENT) {
      throw new GatewayError('too_many_jobs', { message: `A job has at most ${MOST_RESENT} deliveries.` });
    }
    await this.queues.whenReady();
    const copy = await database.inTransaction((sql) => this.webhooks.resend(sql, delivery));
    this.webhooks.wake();
    const made = (await database.webhookDeliveries.list(owner, id)).find((each) => each.id === copy);
    return made && describeDelivery(made);
  }

  /** Takes no more jobs, and lets those that run end for so long. */
  async drain(limitMs: number): Promise<void> {
    await this.queues.stopWork();
    await Promise.all([this.runner?.drain(limitMs), this.batchRunner?.drain(limitMs)]);
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.queues.close();
    await this.providerChecks?.close();
    await this.webhooks.close();
  }

  private ownerOf(caller: Caller): string {
    const organizationId = caller.organizationId ?? this.options.ownOrganizationId() ?? null;
    return ownerOf({ caller, organizationId });
  }

  private expiry(): Date {
    return new Date(Date.now() + this.options.config.async.result_ttl_hours * HOUR_MS);
  }

  /** The webhook of a job that ended, in the transaction of its end. */
  private async announce(sql: Sql, { answer, job, status, webhookUrl }: EndedJob): Promise<void> {
    if (webhookUrl === undefined) return;
    const { id, organizationId, owner } = job;
    const isLeftOut = Buffer.byteLength(answer) > MOST_OF_WEBHOOK_BYTES;
    const ended: AnsweredAsyncJob = {
      ...job,
      status,
      startedAt: job.startedAt ?? new Date(),
      completedAt: new Date(),
      expiresAt: this.expiry(),
      answer: isLeftOut ? null : answer,
    };
    await this.webhooks.send(sql, {
      owner,
      organizationId,
      subjectId: id,
      type: `async.job.${status}`,
      data: writeJob(ended, isLeftOut),
      url: webhookUrl,
    });
  }

  /** The webhook of a batch that ended, in the transaction of its end. */
  private async announceBatch(sql: Sql, ended: BatchRecord): Promise<void> {
    const { webhookUrl: url } = JSON.parse(ended.details) as BatchDetails;
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

  private explain(error: unknown, maxOpen: number): unknown {
    if (error instanceof TooManyJobs) {
      return new GatewayError('too_many_jobs', {
        message: `Your team or workspace has ${maxOpen} asynchronous jobs that have not ended. Wait for some, or cancel them.`,
        headers: { 'retry-after': '10' },
      });
    }
    if (error instanceof GatewayError) return error;
    this.options.logger.warn({ err: error }, 'an asynchronous request could not be stored');
    return new GatewayError('async_unavailable', {
      message: 'The database that stores asynchronous requests is unavailable.',
      headers: { 'retry-after': '5' },
      cause: error,
    });
  }

  private every(milliseconds: number, work: () => Promise<void>): void {
    const run = (): void => void work().catch(() => undefined);
    run();
    const timer = setInterval(run, milliseconds);
    timer.unref();
    this.timers.push(timer);
  }
}

const isOpen = ({ status }: AsyncJobRecord): boolean => status === 'pending' || status === 'running';

function describeJob(job: AsyncJobRecord): object {
  return {
    job_id: job.id,
    object: 'async.job',
    status: job.status,
    endpoint: job.endpoint,
    model: job.model,
    created_at: job.createdAt,
    started_at: job.startedAt,
    completed_at: job.completedAt,
    expires_at: job.expiresAt,
  };
}

/** The job as JSON. What came of it is JSON already. */
function writeJob(job: AnsweredAsyncJob, isLeftOut = false): string {
  const answer = job.answer ?? 'null';
  const result = job.status === 'completed' ? answer : 'null';
  const error = job.status === 'failed' ? answer : 'null';
  const more = isLeftOut ? ',"result_omitted":true' : '';
  return `${JSON.stringify(describeJob(job)).slice(0, -1)},"result":${result},"error":${error}${more}}`;
}
