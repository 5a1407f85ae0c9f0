import type { Caller } from '@multilane/auth';
import type { AnyRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';

/** A request that was checked and is to run later. */
export interface RequestToRunLater {
  readonly caller: Caller;
  readonly organizationId: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly clientAddress: string | null;
  readonly isLarge: boolean;
  /** Where it runs, such as `/v1/chat/completions`. */
  readonly path: string;
  readonly request: AnyRequest;
  /** As the request names it, not checked yet. */
  readonly webhookUrl: string | undefined;
}

/** A page of a list, as a request asks for it. */
export interface JobPage {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly status: string | undefined;
}

/** Requests that run later, and what becomes of them. `workers` implements it. */
export interface BackgroundJobs {
  /** Why there are none; undefined where there can be. */
  readonly problem: string | undefined;
  /**
   * Stores a request. Resolves to the job as its caller sees it.
   *
   * @throws GatewayError 429 `too_many_jobs`, 413 `payload_too_large`, 400 for a `webhook_url` that may not be called
   */
  accept(request: RequestToRunLater): Promise<object>;
  /** A job as JSON, after up to so many seconds in which it has not ended. Undefined where the caller has none such. */
  find(caller: Caller, id: string, waitSeconds: number): Promise<string | undefined>;
  list(caller: Caller, page: JobPage): Promise<object>;
  /** Cancels a job that has not ended; resolves as `find` does. */
  cancel(caller: Caller, id: string): Promise<string | undefined>;
  listDeliveries(caller: Caller, id: string): Promise<object | undefined>;
  /** Sends a webhook again, as a delivery of its own. Undefined where the caller has none such. */
  resend(caller: Caller, id: string, deliveryId: string): Promise<object | undefined>;
}

/** Where requests cannot run later. */
export class NoBackground implements BackgroundJobs {
  constructor(readonly problem: string) {}

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
  startWorking(): void {}
  drain(): Promise<void> {
    return Promise.resolve();
  }
  close(): Promise<void> {
    return Promise.resolve();
  }

  private refuse(): Promise<never> {
    return Promise.reject(new GatewayError('async_unavailable', { message: this.problem }));
  }
}
