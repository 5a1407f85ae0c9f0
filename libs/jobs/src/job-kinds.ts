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
  /** What its handler resolves to, for kinds whose asker waits (`JobQueues.ask`). It is stored for about a minute. */
  readonly result?: z.ZodType<object>;
  readonly rules: QueueRules;
}

const RULES: QueueRules = { heartbeatSeconds: 30, retryLimit: 20, retryDelay: 1, retryDelayMax: 300 };
/** For what somebody waits for: begun again, it would end after they have left. */
const ONCE: QueueRules = { ...RULES, retryLimit: 0 };

const latency = z.number().min(0);
const message = z.string();

/** What came of checking a provider. It holds no secret, and no text of the provider but the names of its models. */
const providerCheckResult = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('answered'),
    /** Milliseconds. */
    latency_ms: latency,
    /** Only where models were asked for. */
    models: z.array(z.strictObject({ id: z.string(), chat: z.boolean() })).optional(),
    /** Whether the provider has more models than these. */
    truncated: z.boolean().optional(),
  }),
  z.strictObject({
    outcome: z.literal('failed'),
    latency_ms: latency,
    failure: z.strictObject({ code: z.string(), message }),
  }),
  z.strictObject({
    outcome: z.literal('refused'),
    code: z.enum(['conflict', 'invalid_value', 'not_found', 'unsupported_provider']),
    message,
    param: z.string().optional(),
  }),
]);

/**
 * Every kind of job. A job holds ids and never content: what it works on is a row of its own, which stays when the job is
 * done. To add a kind, add a line here (docs/recipes/background-job.md).
 */
export const JOB_KINDS = {
  /** Runs one request of /v1/async. */
  'async.run': { data: z.strictObject({ job_id: z.uuid() }), rules: RULES },
  /** Validates a batch, runs its lines, or asks its provider how far it is. */
  'batch.run': { data: z.strictObject({ batch_id: z.uuid() }), rules: RULES },
  /** Tests the connection to a provider that people registered, or asks it for its models. */
  'provider.check': {
    data: z.strictObject({ organization_id: z.uuid(), provider_id: z.uuid(), check: z.enum(['connection', 'models']) }),
    result: providerCheckResult,
    rules: ONCE,
  },
  /** Sends one webhook once. */
  'webhook.deliver': { data: z.strictObject({ delivery_id: z.uuid() }), rules: RULES },
} as const satisfies Record<string, JobKindDefinition>;

export type JobKind = keyof typeof JOB_KINDS;
/** The kinds whose result somebody waits for. */
export type AskedKind = {
  [Kind in JobKind]: (typeof JOB_KINDS)[Kind] extends { readonly result: z.ZodType } ? Kind : never;
}[JobKind];
export type JobResult<Kind extends JobKind> = (typeof JOB_KINDS)[Kind] extends { readonly result: infer Result }
  ? z.output<Result>
  : // biome-ignore lint/suspicious/noConfusingVoidType: what the promise of a handler without a result resolves to
    void;
export type JobData<Kind extends JobKind> = z.output<(typeof JOB_KINDS)[Kind]['data']>;

export const JOB_KIND_NAMES = Object.keys(JOB_KINDS) as JobKind[];
