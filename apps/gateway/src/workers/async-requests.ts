import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, identityOf } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import { GatewayError, needsEncryptionKey } from '@multilane/errors';
import type { JobQueues } from '@multilane/jobs';
import {
  type AnsweredAsyncJob,
  ASYNC_JOB_STATUSES,
  type AsyncJobRecord,
  type AsyncJobStatus,
  type Database,
  newId,
  type Sql,
  TooManyDeliveries,
  TooManyJobs,
} from '@multilane/persistence';
import type { BackgroundTasks, Metrics } from '@multilane/telemetry';
import { ATTRIBUTION_HEADERS } from '../recording/attribution.js';
import type { AsyncRequests, JobPage, RequestToRunLater } from '../services/background-jobs.js';
import type { EndedJob, StoredRequest } from './async-runner.js';
import { ownerOf } from './job-identity.js';
import { describeDelivery, type WebhookSender } from './webhooks/webhook-sender.js';

export interface AsyncRequestOptions {
  readonly settings: () => Pick<GatewayConfig, 'async'>;
  readonly database: Database;
  readonly queues: JobQueues;
  readonly webhooks: WebhookSender;
  /** The organization of gateway.yaml, once it is known. */
  readonly ownOrganizationId: () => string | undefined;
  /** Called with the id of a job that was cancelled. */
  readonly onCancel: (id: string) => void;
  readonly tasks: BackgroundTasks;
  readonly metrics: Metrics;
}

const HOUR_MS = 3_600_000;
const MIB = 1024 * 1024;
const LOOK_EVERY_MS = 500;
const LONGEST_WAIT_SECONDS = 60;
/** Requests that wait for a job at once; those beyond are answered with what there is. */
const MOST_WAITING = 200;
/** A webhook with a larger result has none: it is fetched. */
const MOST_OF_WEBHOOK_BYTES = 512 * 1024;
const MOST_RESENT = 20;

/** Client headers that steer the request to a provider, or say who caused it. */
const STORED_HEADERS = [
  'x-service-config',
  'x-service-prompt',
  'anthropic-version',
  'anthropic-beta',
  ...ATTRIBUTION_HEADERS,
];

/** Requests of /v1/async in PostgreSQL: accepts, shows and cancels them, and announces their end. */
export class StoredAsyncRequests implements AsyncRequests {
  private readonly store: Database['asyncJobs'];
  private waiting = 0;

  constructor(private readonly options: AsyncRequestOptions) {
    this.store = options.database.asyncJobs;
  }

  get problem(): string | undefined {
    if (this.store.isReady) return undefined;
    return needsEncryptionKey('Asynchronous requests');
  }

  async accept(asked: RequestToRunLater): Promise<object> {
    const { max_open_jobs: maxOpen, max_request_mb: maxRequest } = this.options.settings().async;
    const { clientAddress, headers, isLarge, organizationId, path, request: body } = asked;
    const webhookUrl = this.options.webhooks.chooseUrl(asked.webhookUrl);
    const allowed = Object.fromEntries(
      STORED_HEADERS.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
    );
    const stored: StoredRequest = { body, headers: allowed, clientAddress, isLarge, webhookUrl };
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
      await this.options.queues.whenReady();
      await this.store.create({ id, owner, organizationId, endpoint: path, model, identity, request }, maxOpen, (sql) =>
        this.options.queues.enqueue('async.run', { job_id: id }, { within: sql }),
      );
    } catch (error) {
      throw this.explain(error, maxOpen);
    }
    this.options.queues.wake('async.run');
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
      this.options.onCancel(id);
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
    await this.options.queues.whenReady();
    const copy = await database
      .inTransaction((sql) => this.options.webhooks.resend(sql, delivery, MOST_RESENT))
      .catch((error: unknown) => {
        if (!(error instanceof TooManyDeliveries)) throw error;
        throw new GatewayError('too_many_jobs', { message: `A job has at most ${MOST_RESENT} deliveries.` });
      });
    this.options.webhooks.wake();
    const made = (await database.webhookDeliveries.list(owner, id)).find((each) => each.id === copy);
    return made && describeDelivery(made);
  }

  /** Time at which the result of a job that ends now is removed. */
  expiry(): Date {
    return new Date(Date.now() + this.options.settings().async.result_ttl_hours * HOUR_MS);
  }

  /** The webhook of a job that ended, in the transaction of its end. */
  async announce(sql: Sql, { answer, job, status, webhookUrl }: EndedJob): Promise<void> {
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
    await this.options.webhooks.send(sql, {
      owner,
      organizationId,
      subjectId: id,
      type: `async.job.${status}`,
      data: writeJob(ended, isLeftOut),
      url: webhookUrl,
    });
  }

  private ownerOf(caller: Caller): string {
    const organizationId = caller.organizationId ?? this.options.ownOrganizationId() ?? null;
    return ownerOf({ caller, organizationId });
  }

  private explain(error: unknown, maxOpen: number): unknown {
    if (error instanceof TooManyJobs) {
      return new GatewayError('too_many_jobs', {
        message: `Your team or workspace has ${maxOpen} asynchronous jobs that have not ended. Wait for some, or cancel them.`,
        headers: { 'retry-after': '10' },
      });
    }
    if (error instanceof GatewayError) return error;
    this.options.tasks.failed('async_requests', error);
    return new GatewayError('async_unavailable', {
      message: 'The database that stores asynchronous requests is unavailable.',
      headers: { 'retry-after': '5' },
      cause: error,
    });
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

/** The job as JSON. Its result is JSON already. */
function writeJob(job: AnsweredAsyncJob, isLeftOut = false): string {
  const answer = job.answer ?? 'null';
  const result = job.status === 'completed' ? answer : 'null';
  const error = job.status === 'failed' ? answer : 'null';
  const more = isLeftOut ? ',"result_omitted":true' : '';
  return `${JSON.stringify(describeJob(job)).slice(0, -1)},"result":${result},"error":${error}${more}}`;
}
