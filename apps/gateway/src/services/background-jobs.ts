import type { Caller } from '@multilane/auth';
import type { AnyRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ObjectOwner } from '@multilane/persistence';
import type { AgentService } from './agent-service.js';
import type { AgentTaskService } from './agent-task-service.js';

/** A request that was checked and is to run later. */
export interface RequestToRunLater {
  readonly caller: Caller;
  readonly organizationId: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly clientAddress: string | null;
  readonly isLarge: boolean;
  /** Path at which it runs, such as `/v1/chat/completions`. */
  readonly path: string;
  readonly request: AnyRequest;
  /** Address that the request names, not checked yet. */
  readonly webhookUrl: string | undefined;
}

/** A page of a list, as a request asks for it. */
export interface JobPage {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly status: string | undefined;
}

/** A batch as a request asks for it. */
export interface NewBatchRequest {
  readonly input_file_id: string;
  readonly endpoint: string;
  readonly completion_window: '24h';
  readonly metadata?: Readonly<Record<string, string>> | null;
  readonly webhook_url?: string | null;
  readonly output_expires_after?: Readonly<Record<'anchor' | 'seconds', unknown>> | null;
}

/** A batch that was asked for, by whom. */
export interface BatchToAccept extends Pick<RequestToRunLater, 'caller' | 'headers' | 'clientAddress'> {
  readonly asked: NewBatchRequest;
  /** Names of its headers that tag policies read for each line. */
  readonly tagHeaders: readonly string[];
}

/** Batches of requests. `workers` implements it. */
export interface BatchRequests {
  /** Reason for which there are none; undefined if there can be. */
  readonly problem: string | undefined;
  /**
   * Stores a batch whose input file is the owner's. Resolves to it as its owner sees it.
   *
   * @throws GatewayError 429 `too_many_batches`, 400 for a `webhook_url` that may not be called
   */
  accept(owner: ObjectOwner, batch: BatchToAccept): Promise<object>;
  /** Undefined if the owner has none such. */
  find(owner: ObjectOwner, id: string): Promise<object | undefined>;
  list(owner: ObjectOwner, page: { readonly after: string | undefined; readonly limit: number }): Promise<object>;
  /** Cancels a batch that has not ended; resolves as `find` does. */
  cancel(owner: ObjectOwner, id: string): Promise<object | undefined>;
}

/** Requests of /v1/async, and what becomes of them. `workers` implements it. */
export interface AsyncRequests {
  /** Reason for which there are none; undefined if there can be. */
  readonly problem: string | undefined;
  /**
   * Stores a request. Resolves to the job as its caller sees it.
   *
   * @throws GatewayError 429 `too_many_jobs`, 413 `payload_too_large`, 400 for a `webhook_url` that may not be called
   */
  accept(request: RequestToRunLater): Promise<object>;
  /** A job as JSON, after up to so many seconds in which it has not ended. Undefined if the caller has none such. */
  find(caller: Caller, id: string, waitSeconds: number): Promise<string | undefined>;
  list(caller: Caller, page: JobPage): Promise<object>;
  /** Cancels a job that has not ended; resolves as `find` does. */
  cancel(caller: Caller, id: string): Promise<string | undefined>;
  listDeliveries(caller: Caller, id: string): Promise<object | undefined>;
  /** Sends a webhook again, as a delivery of its own. Undefined if the caller has none such. */
  resend(caller: Caller, id: string, deliveryId: string): Promise<object | undefined>;
}

/** Work that runs later. */
export interface BackgroundJobs {
  /** Undefined if there are none: without a database or an encryption key. */
  readonly agents: AgentService | undefined;
  /** Questions that clients of A2A ask. Undefined where `agents` is. */
  readonly agentTasks: AgentTaskService | undefined;
  readonly requests: AsyncRequests;
  readonly batches: BatchRequests;
}

/** Stands in if nothing can run later. */
export class NoBackground implements BackgroundJobs {
  readonly agents = undefined;
  readonly agentTasks = undefined;
  readonly requests: AsyncRequests;
  readonly batches: BatchRequests;

  /**
   * @param problem why there are no asynchronous requests
   * @param batchProblem why there are no batches
   */
  constructor(problem: string, batchProblem: string) {
    this.requests = new NoRequests('async_unavailable', problem);
    this.batches = new NoRequests('batches_unavailable', batchProblem);
  }

  startWorking(): void {}
  drain(): Promise<void> {
    return Promise.resolve();
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Stands in if there are no asynchronous requests, or no batches. */
class NoRequests implements AsyncRequests, BatchRequests {
  constructor(
    private readonly code: 'async_unavailable' | 'batches_unavailable',
    readonly problem: string,
  ) {}

  accept(): Promise<never> {
    return this.refuse();
  }
  find(): Promise<never> {
    return this.refuse();
  }
  list(): Promise<never> {
    return this.refuse();
  }
  cancel(): Promise<never> {
    return this.refuse();
  }
  listDeliveries(): Promise<never> {
    return this.refuse();
  }
  resend(): Promise<never> {
    return this.refuse();
  }

  private refuse(): Promise<never> {
    return Promise.reject(new GatewayError(this.code, { message: this.problem }));
  }
}
