export const ASYNC_JOB_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled', 'expired'] as const;

/** `expired`: what came of it is not stored any more. */
export type AsyncJobStatus = (typeof ASYNC_JOB_STATUSES)[number];

/** A request that is answered later, without what it asks and what came of it. */
export interface AsyncJobRecord {
  readonly id: string;
  /** Callers who may see it. */
  readonly owner: string;
  readonly organizationId: string | null;
  readonly status: AsyncJobStatus;
  /** Endpoint that it was sent to, such as `/v1/chat/completions`. */
  readonly endpoint: string;
  readonly model: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** The same with what came of it, as text of JSON: a result, or an error where `status` is `failed`. */
export interface AnsweredAsyncJob extends AsyncJobRecord {
  readonly answer: string | null;
}

export interface NewAsyncJob {
  readonly id: string;
  readonly owner: string;
  readonly organizationId: string | null;
  readonly endpoint: string;
  readonly model: string | null;
  /** Caller to look up when it runs; no secret. */
  readonly identity: object;
  /** Sealed before it is stored. */
  readonly request: string;
}

/** A job as a worker finds it. */
export interface AsyncJobToRun extends AsyncJobRecord {
  readonly fence: number;
  /** Time when a provider began to answer: from then on the job must not be run again. */
  readonly answeredAt: Date | null;
  readonly identity: object;
  /** Undefined once the job has ended. */
  readonly request: string | undefined;
}

export interface AsyncJobEnd {
  readonly status: 'completed' | 'failed';
  /** JSON, sealed before it is stored. */
  readonly answer: string;
  readonly answerStatus: number;
  readonly expiresAt: Date;
}

export interface AsyncJobCount {
  readonly status: 'pending' | 'running';
  readonly endpoint: string;
  readonly jobs: number;
  /** Age of the oldest job. */
  readonly ageSeconds: number;
}

export interface WebhookDeliveryRecord {
  readonly id: string;
  readonly owner: string;
  readonly organizationId: string | null;
  /** The job or batch that it is about. */
  readonly subjectId: string;
  /** The same for every delivery of one event. */
  readonly eventId: string;
  readonly eventType: string;
  /** The origin of the address: its path may hold secrets. */
  readonly receiver: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly attemptedAt: Date | null;
  readonly nextAttemptAt: Date | null;
}

export interface NewWebhookDelivery {
  readonly id: string;
  readonly owner: string;
  readonly organizationId: string | null;
  readonly subjectId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly url: string;
  readonly payload: string;
  readonly expiresAt: Date;
}

export interface WebhookDeliveryToSend extends WebhookDeliveryRecord {
  readonly url: string;
  readonly payload: string;
}

export interface WebhookAttempt {
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly responseStatus: number | null;
  readonly failure: string | null;
  readonly nextAttemptAt: Date | null;
}
