import { z } from 'zod';

/** How jobs of a kind are worked on. */
export interface QueueRules {
  /** A job whose process gave no sign of life for so long is given to another one. Seconds, 10 at least. */
  readonly heartbeatSeconds: number;
  /** How often a job is begun again after its handler failed or its process died. */
  readonly retryLimit: number;
  /** The first pause before a failed handler runs again; each next one is about twice as long. Seconds. */
  readonly retryDelay: number;
  /** The longest such pause. Seconds. */
  readonly retryDelayMax: number;
}

interface JobKindDefinition {
  /** Held when a job is enqueued and again when it is taken. */
  readonly data: z.ZodType<object>;
  readonly rules: QueueRules;
}

const RULES: QueueRules = { heartbeatSeconds: 30, retryLimit: 20, retryDelay: 1, retryDelayMax: 300 };

/**
 * Every kind of job. A job holds ids and never content: what it works on is a row of its own, which stays when the job is
 * done. To add a kind, add a line here (docs/recipes/background-job.md).
 */
export const JOB_KINDS = {
  /** Runs one request of /v1/async. */
  'async.run': { data: z.strictObject({ job_id: z.uuid() }), rules: RULES },
  /** Validates a batch, runs its lines, or asks its provider how far it is. */
  'batch.run': { data: z.strictObject({ batch_id: z.uuid() }), rules: RULES },
  /** Sends one webhook once. */
  'webhook.deliver': { data: z.strictObject({ delivery_id: z.uuid() }), rules: RULES },
} as const satisfies Record<string, JobKindDefinition>;

export type JobKind = keyof typeof JOB_KINDS;
export type JobData<Kind extends JobKind> = z.output<(typeof JOB_KINDS)[Kind]['data']>;

export const JOB_KIND_NAMES = Object.keys(JOB_KINDS) as JobKind[];
