import { setTimeout as sleep } from 'node:timers/promises';
import { PARSED_AT_ONCE, parseBoundedJson } from '@multilane/contracts';
import { GatewayError, toErrorEnvelope } from '@multilane/errors';
import { FencedWorker, type JobQueues, onStop, type StopReason, type TakenJob } from '@multilane/jobs';
import type { AsyncJobEnd, AsyncJobToRun, Database, Sql } from '@multilane/persistence';
import { toGatewayError } from '@multilane/providers';
import type { EndpointDescriptor } from '../endpoints/descriptor.js';
import { ENDPOINTS } from '../endpoints/endpoints.js';
import { runPipeline } from '../pipeline/run-pipeline.js';
import type { IncomingRequest, JobOfRequest } from '../recording/request-parts.js';
import { type LapsedJob, recordLapsedJob } from '../recording/settle-request.js';
import { CollectingSink } from './collecting-sink.js';
import { findCaller, type JobIdentity } from './job-identity.js';
import type { WorkerServices } from './worker-services.js';
import { type RunOfRequest, writeBeginning, writeEnd } from './write-again.js';

/** Stored request, sealed. */
export interface StoredRequest {
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
  readonly clientAddress: string | null;
  readonly isLarge: boolean;
  readonly webhookUrl: string | undefined;
}

export interface EndedJob {
  readonly job: AsyncJobToRun;
  readonly status: 'completed' | 'failed';
  readonly answer: string;
  readonly webhookUrl: string | undefined;
}

export interface AsyncRunnerOptions {
  readonly store: Database['asyncJobs'];
  readonly queues: Pick<JobQueues, 'enqueue' | 'wake'>;
  readonly services: WorkerServices;
  readonly expiresAt: () => Date;
  readonly maxResultBytes: () => number;
  /** Does what belongs to the end of a job, in the same transaction: its webhook. */
  readonly onEnd: (sql: Sql, ended: EndedJob) => Promise<void>;
  /** Runs once that is committed. */
  readonly afterEnd: () => void;
}

/** Writes of a worker that was thought dead may be under way: they are waited for, in milliseconds. */
const GRACE_MS = 3_000;
/** Interval between comparisons of running jobs with their rows, in milliseconds: a cancellation takes as long. */
const LOOK_EVERY_MS = 1_000;

/**
 * Runs the requests of jobs (docs/contract/async.md#runs). A job is marked as running, with a fence, before a provider is asked; from
 * the moment in which one begins to answer the job is never run again.
 */
export class AsyncRunner {
  private readonly worker: FencedWorker;

  constructor(private readonly options: AsyncRunnerOptions) {
    const { services, store } = options;
    this.worker = new FencedWorker({
      graceMs: GRACE_MS,
      watch: {
        findLost: (fences) => store.findLost(fences),
        every: (look) => services.tasks.every('async_job_watch', LOOK_EVERY_MS, look, 'later'),
      },
    });
  }

  /** Runs the job of the queue. Rejects where it must be begun again. */
  async run({ data, signal }: TakenJob<'async.run'>): Promise<void> {
    const { queues, store } = this.options;
    let job = await store.findToRun(data.job_id);
    if (job?.status === 'running') {
      await sleep(GRACE_MS);
      job = await store.findToRun(data.job_id);
    }
    if (job === undefined || (job.status !== 'pending' && job.status !== 'running')) return;
    if (job.answeredAt !== null) return this.fail(job, job.fence, new GatewayError('async_job_interrupted'));
    const fence = await store.take(job.id, job.fence);
    if (fence === undefined) return;
    const run = new Run(job, fence, this.options);
    await this.worker.hold({ id: job.id, fence }, signal, (stop) => {
      onStop(stop, (why) => run.stop(why));
      return this.serve(run);
    });
    if (run.stopped === 'shutdown') queues.wake('async.run');
  }

  /** Ends a job that ends the processes which work on it. */
  async poison(id: string): Promise<void> {
    const { store } = this.options;
    const job = await store.findToRun(id);
    if (job === undefined || (job.status !== 'pending' && job.status !== 'running')) return;
    const code = job.answeredAt === null ? 'poisoned' : 'async_job_interrupted';
    await this.fail(job, job.fence, new GatewayError(code));
  }

  /** Ends what runs in this process at once, such as a job that was cancelled here. */
  lose(id: string): void {
    this.worker.lose(id);
  }

  /** Lets running jobs end for so long, then puts back those that no provider began to answer. */
  drain(limitMs: number): Promise<void> {
    return this.worker.drain(limitMs);
  }

  private async serve(run: Run): Promise<void> {
    const { job, sink } = run;
    const { services } = this.options;
    try {
      await this.ask(run);
    } catch (error) {
      const failure = toGatewayError(error);
      // The database is away, or the gateway has no configuration yet: nobody was asked, and the job is begun again.
      if (failure.status >= 500) throw error;
      sink.sendError(failure);
    }
    if (run.stopped === 'lost') return;
    if (sink.status === undefined || (run.stopped === 'shutdown' && sink.body === undefined)) return this.putBack(run);
    // It has waited for a slot. Others run meanwhile, and it is looked up anew what its caller may do.
    if (sink.error?.code === 'concurrency_exceeded' && !run.hasAnswer) return this.putBack(run);
    if (sink.error !== undefined) return this.fail(job, run.fence, sink.error, run.request.webhookUrl);
    const answer = sink.body ?? 'null';
    if (Buffer.byteLength(answer) > this.options.maxResultBytes()) {
      return this.fail(job, run.fence, new GatewayError('async_result_too_large'), run.request.webhookUrl);
    }
    services.metrics.recordAsyncJob(job.endpoint, 'completed');
    await this.end(job, run.fence, { status: 'completed', answer, answerStatus: 200 }, run.request.webhookUrl);
  }

  private async ask(run: Run): Promise<void> {
    const { job, request, sink } = run;
    const { services } = this.options;
    const snapshot = services.snapshots.current;
    if (snapshot === undefined) throw new GatewayError('overloaded');
    const endpoint = findEndpoint(job.endpoint);
    const { body, clientAddress, headers, isLarge } = request;
    const summary = {
      requestId: job.id,
      method: 'POST',
      path: job.endpoint,
      endpoint: endpoint.name,
      clientAddress,
      admission: null,
    };
    const caller = await findCaller(job.identity as JobIdentity, snapshot, services.database?.identities).catch(
      (error: unknown) => {
        const refusal = toGatewayError(error);
        if (refusal.status < 500) recordLapsedJob(services, summary, describeLapsed(job), refusal);
        throw refusal;
      },
    );
    const admission = { caller, snapshot };
    const incoming: IncomingRequest = { ...summary, admission, headers, isLarge, job: run };
    await runPipeline(endpoint, { admission, body, request: incoming, services, sink });
  }

  /** Nothing came of it, so that another process may run it; where something did, nobody may. */
  private async putBack({ job, fence, hasAnswer, request }: Run): Promise<void> {
    const { queues, store } = this.options;
    const enqueue = (within: Sql) => queues.enqueue('async.run', { job_id: job.id }, { within });
    if (!hasAnswer && (await store.putBack(job.id, fence, enqueue))) return;
    await this.fail(job, fence, new GatewayError('async_job_interrupted'), request.webhookUrl);
  }

  private async fail(job: AsyncJobToRun, fence: number, error: GatewayError, webhookUrl?: string): Promise<void> {
    const url = webhookUrl ?? readRequest(job)?.webhookUrl;
    this.options.services.metrics.recordAsyncJob(job.endpoint, 'failed');
    const answer = JSON.stringify(toErrorEnvelope(error).error);
    await this.end(job, fence, { status: 'failed', answer, answerStatus: error.status }, url);
  }

  /** Writes the end down, once, however long the database is away. */
  private async end(
    job: AsyncJobToRun,
    fence: number,
    end: Omit<AsyncJobEnd, 'expiresAt'>,
    webhookUrl: string | undefined,
  ): Promise<void> {
    const { afterEnd, expiresAt, onEnd, services, store } = this.options;
    const { answer, status } = end;
    const write = () =>
      store.finish(job.id, fence, { ...end, expiresAt: expiresAt() }, (sql) =>
        onEnd(sql, { job, status, answer, webhookUrl }),
      );
    const isStored = await writeEnd(write, () => this.worker.isStopping, services.tasks.reportOf('job_results'));
    if (isStored) afterEnd();
  }
}

/** One job while it runs in this process. */
class Run implements JobOfRequest, RunOfRequest {
  readonly sink = new CollectingSink();
  readonly request: StoredRequest;
  readonly wasCounted = true;
  hasAnswer = false;
  stopped: StopReason | undefined = undefined;

  constructor(
    readonly job: AsyncJobToRun,
    readonly fence: number,
    private readonly options: AsyncRunnerOptions,
  ) {
    const request = readRequest(job);
    if (request === undefined) throw new Error('a job that has not ended has no request');
    this.request = request;
  }

  get id(): string {
    return this.job.id;
  }

  noteAnswer(): void {
    if (this.hasAnswer) return;
    this.hasAnswer = true;
    const note = () => this.options.store.noteAnswer(this.job.id, this.fence);
    void writeBeginning(this, note, this.options.services.tasks.reportOf('answer_beginnings'));
  }

  get isLost(): boolean {
    return this.stopped === 'lost';
  }

  lose(): void {
    this.stop('lost');
  }

  stop(why: StopReason): void {
    if (this.stopped !== undefined) return;
    this.stopped = why;
    this.sink.leave();
  }
}

function describeLapsed({ identity, model, organizationId }: AsyncJobToRun): LapsedJob {
  const known = identity as JobIdentity;
  return { organizationId, model, credentialId: known.by === 'credential' ? known.id : null };
}

/** Bounds of a stored request. An accepted request was within the usual ones; written again with its texts it may be longer. */
const STORED_REQUEST = { ...PARSED_AT_ONCE, characters: Number.POSITIVE_INFINITY };

function readRequest({ request }: AsyncJobToRun): StoredRequest | undefined {
  return request === undefined ? undefined : (parseBoundedJson(request, STORED_REQUEST) as StoredRequest);
}

/** The endpoint that requests of a path run at. */
function findEndpoint(path: string): EndpointDescriptor {
  const found = ENDPOINTS.find(({ runsLaterAt }) => runsLaterAt?.route.path === path)?.runsLaterAt;
  if (found === undefined) throw new GatewayError('unsupported_endpoint');
  return found;
}
