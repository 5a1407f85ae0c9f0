import { z } from 'zod';

/** Rules by which jobs of a kind are worked on. */
export interface QueueRules {
  /** A job whose process gave no sign of life for so long is given to another one. Seconds, 10 at least. */
  readonly heartbeatSeconds: number;
  /** Times that a job is begun again after its handler failed or its process died. */
  readonly retryLimit: number;
  /** The first pause before a failed handler runs again; each next one is about twice as long. Seconds. */
  readonly retryDelay: number;
  /** The longest such pause. Seconds. */
  readonly retryDelayMax: number;
}

interface JobKindDefinition {
  /** Checked when a job is enqueued and again when it is fetched. */
  readonly data: z.ZodType<object>;
  /** Result of the handler, for kinds whose asker waits (`JobQueues.ask`). It is stored for about a minute. */
  readonly result?: z.ZodType<object>;
  readonly rules: QueueRules;
}

const RULES: QueueRules = { heartbeatSeconds: 30, retryLimit: 20, retryDelay: 1, retryDelayMax: 300 };
/** For what somebody waits for: begun again, it would end after they have left. */
const ONCE: QueueRules = { ...RULES, retryLimit: 0 };

/** Steps are short, and others wait for them: a dead worker is noticed soon. */
const STEPS: QueueRules = { ...RULES, heartbeatSeconds: 10 };

const latency = z.number().min(0);
const message = z.string();

/** Result of a check of a provider. It holds no secret, and no text of the provider but the names of its models. */
const providerCheckResult = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('answered'),
    /** Milliseconds. */
    latency_ms: latency,
    /** Only where models were asked for. */
    models: z.array(z.strictObject({ id: z.string(), chat: z.boolean() })).optional(),
    /** True if the provider has more models than these. */
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

/** Result of a step in which a person connects to an MCP server. It holds no token. */
const connectResult = z.discriminatedUnion('outcome', [
  /** Address that the browser opens. */
  z.strictObject({ outcome: z.literal('begun'), address: z.string() }),
  z.strictObject({ outcome: z.literal('connected') }),
  z.strictObject({
    outcome: z.literal('refused'),
    code: z.enum(['conflict', 'not_found', 'provider_error']),
    message,
  }),
]);

/**
 * Question of the workspace service to a worker about knowledge: the question and its answer are sealed for the job.
 */
const sealedQuestion = z.strictObject({
  workspace_id: z.uuid(),
  question_id: z.uuid(),
  sealed: z.string().max(200_000),
});
const sealedAnswer = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('answered'), sealed: z.string() }),
  z.strictObject({
    outcome: z.literal('refused'),
    code: z.string(),
    message,
    param: z.string().optional(),
  }),
]);

const DOCUMENT = z.strictObject({ document_id: z.uuid() });

/**
 * Every kind of job. A job holds ids and never content: what it works on is a row of its own, which stays when the job is
 * done. To add a kind, add a line here (docs/recipes/background-job.md).
 */
export const JOB_KINDS = {
  /** Works on a run of an agent until it ends, or waits for a person. */
  'agent.run': { data: z.strictObject({ run_id: z.uuid() }), rules: RULES },
  /** Sends one message of alerts to its channel once. */
  'alert.deliver': { data: z.strictObject({ delivery_id: z.uuid() }), rules: RULES },
  /** Runs one request of /v1/async. */
  'async.run': { data: z.strictObject({ job_id: z.uuid() }), rules: RULES },
  /** Validates a batch, runs its lines, or asks its provider how far it is. */
  'batch.run': { data: z.strictObject({ batch_id: z.uuid() }), rules: RULES },
  /** Works on an evaluation until it ends. */
  'eval.run': { data: z.strictObject({ run_id: z.uuid() }), rules: RULES },
  /**
   * Removes what a deleted document or knowledge base left in the vector store. With `fence`, what a cancelled document left, unless it
   * was taken again.
   */
  'knowledge.delete': {
    data: z.strictObject({
      workspace_id: z.uuid(),
      kb_id: z.uuid(),
      document_id: z.uuid().optional(),
      fence: z.int().optional(),
    }),
    rules: RULES,
  },
  /** Reads, chunks, embeds and stores a document. */
  'knowledge.ingest': { data: DOCUMENT, rules: RULES },
  /** Reads which pages a feed or a sitemap names, for the workspace service. */
  'knowledge.list_pages': { data: sealedQuestion, result: sealedAnswer, rules: ONCE },
  /** Asks knowledge bases, for the workspace service. */
  'knowledge.query': { data: sealedQuestion, result: sealedAnswer, rules: ONCE },
  /** Embeds the documents of a knowledge base with another model, beside the old embeddings, and then uses those. */
  'knowledge.reembed': { data: z.strictObject({ kb_id: z.uuid() }), rules: RULES },
  /** Fetches a document's address again. */
  'knowledge.refresh': { data: DOCUMENT, rules: RULES },
  /** Begins or finishes the connection of a person to an MCP server. */
  'mcp.connect': {
    data: z.strictObject({
      organization_id: z.uuid(),
      connection_id: z.uuid(),
      step: z.enum(['begin', 'finish']),
      /** Address to which the authorization server sends the browser back. */
      redirect_uri: z.string().max(2_048),
    }),
    result: connectResult,
    rules: ONCE,
  },
  /** Tests the connection to a provider that people registered, or asks it for its models. */
  'provider.check': {
    data: z.strictObject({ organization_id: z.uuid(), provider_id: z.uuid(), check: z.enum(['connection', 'models']) }),
    result: providerCheckResult,
    rules: ONCE,
  },
  /** Begins a run of a workflow, or looks what is next in it. */
  'workflow.run': { data: z.strictObject({ run_id: z.uuid() }), rules: STEPS },
  /** Does one step of a run, or goes on with one that waited. */
  'workflow.step': { data: z.strictObject({ step_id: z.uuid() }), rules: STEPS },
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
