import { z } from 'zod';

/** Limits of a workflow (docs/contract/workflows.md#bounds). */
export const WORKFLOW_BOUNDS = {
  nodes: 100,
  edges: 300,
  /** Items of a `map` step. */
  items: 1_000,
  /** Characters of the JSON of a definition. */
  definition: 256 * 1024,
  /** Characters of the JSON of a run's input. */
  input: 256 * 1024,
  /** Characters of the JSON of what a step puts out. */
  output: 512 * 1024,
  /** The same of a `map` step, for all items together. */
  mapOutput: 4 * 1024 * 1024,
  /** Levels of sub-workflows within each other. */
  depth: 5,
  /** Days that a `wait` or an `approval` lasts. */
  waitDays: 90,
} as const;

/** The form of a step's id: part of expressions, as `steps.<id>`. */
export const NODE_ID = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const WAIT_SECONDS = WORKFLOW_BOUNDS.waitDays * 24 * 3_600;

const text = (max: number) => z.string().min(1).max(max);
/** JSON in which strings are templates. */
const json = z.json();

const TASKS = {
  model: {
    kind: z.literal('model'),
    model: text(256),
    messages: z
      .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: text(100_000) }))
      .min(1)
      .max(50),
    temperature: z.number().min(0).max(2).optional(),
    max_tokens: z.int().min(1).max(1_000_000).optional(),
    /** `json`: the answer is parsed, and what it says is `output.json`. */
    response: z.enum(['text', 'json']).default('text'),
  },
  agent: {
    kind: z.literal('agent'),
    agent_id: z.uuid(),
    /** Default: the newest when the step begins. */
    version: z.int().min(1).max(2_147_483_647).optional(),
    input: json,
  },
  retrieve: {
    kind: z.literal('retrieve'),
    kb_ids: z.array(z.uuid()).min(1).max(20),
    query: text(10_000),
    top_k: z.int().min(1).max(100).optional(),
    mode: z.enum(['hybrid', 'vector', 'lexical']).optional(),
  },
  http: {
    kind: z.literal('http'),
    method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
    url: text(2_048),
    headers: z
      .record(
        z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/),
        z.union([z.string().max(4_096), z.strictObject({ secret: z.string() })]),
      )
      .default({}),
    body: json.optional(),
    /** Other statuses fail the step. Default: 200 to 299. */
    accept_status: z.array(z.int().min(100).max(599)).max(20).optional(),
  },
  transform: { kind: z.literal('transform'), expression: text(10_000) },
  subworkflow: { kind: z.literal('subworkflow'), workflow_id: z.uuid(), input: json.optional() },
} as const;

const TASK = z.discriminatedUnion('kind', [
  z.strictObject(TASKS.model),
  z.strictObject(TASKS.agent),
  z.strictObject(TASKS.retrieve),
  z.strictObject(TASKS.http),
  z.strictObject(TASKS.transform),
  z.strictObject(TASKS.subworkflow),
]);

const STEP = {
  id: z.string().regex(NODE_ID),
  name: text(200).optional(),
  /** Position at which an editor draws the step. */
  position: z.strictObject({ x: z.number(), y: z.number() }).optional(),
  /** Effect of a failure of the last attempt: it ends the run, goes on, or takes the edges of the branch `error`. */
  on_error: z.enum(['fail', 'continue', 'branch']).default('fail'),
  retry: z
    .strictObject({
      max_attempts: z.int().min(1).max(10),
      delay_seconds: z.number().min(0).max(3_600).default(1),
      max_delay_seconds: z.number().min(1).max(3_600).default(300),
    })
    .optional(),
  /** For each attempt. */
  timeout_seconds: z.number().min(1).max(600).optional(),
};

const NODE = z.discriminatedUnion('kind', [
  z.strictObject({ ...STEP, ...TASKS.model }),
  z.strictObject({ ...STEP, ...TASKS.agent }),
  z.strictObject({ ...STEP, ...TASKS.retrieve }),
  z.strictObject({ ...STEP, ...TASKS.http }),
  z.strictObject({ ...STEP, ...TASKS.transform }),
  z.strictObject({ ...STEP, ...TASKS.subworkflow }),
  z.strictObject({ ...STEP, kind: z.literal('condition'), expression: text(2_000) }),
  z.strictObject({
    ...STEP,
    kind: z.literal('map'),
    /** CEL: a list. */
    items: text(2_000),
    step: TASK,
    concurrency: z.int().min(1).max(20).default(5),
    /** `continue`: a failed item is one in the output, and the others go on. */
    on_item_error: z.enum(['fail', 'continue']).default('fail'),
  }),
  z.strictObject({
    ...STEP,
    kind: z.literal('wait'),
    seconds: z.number().min(0).max(WAIT_SECONDS).optional(),
    /** A template of an RFC 3339 time. */
    until: text(1_000).optional(),
  }),
  z.strictObject({
    ...STEP,
    kind: z.literal('approval'),
    message: text(10_000),
    /** Then it counts as rejected. */
    timeout_seconds: z.number().min(1).max(WAIT_SECONDS).optional(),
  }),
]);

/** A graph of steps, as people write it. */
export const WORKFLOW_DEFINITION = z.strictObject({
  nodes: z.array(NODE).min(1).max(WORKFLOW_BOUNDS.nodes),
  edges: z
    .array(
      z.strictObject({
        from: z.string(),
        to: z.string(),
        /** `true`, `false` of a condition; `approved`, `rejected` of an approval; `error` of a step with `on_error: branch`. */
        branch: z.enum(['true', 'false', 'approved', 'rejected', 'error']).optional(),
      }),
    )
    .max(WORKFLOW_BOUNDS.edges)
    .default([]),
  /** A template of what the run puts out. Default: the outputs of the steps that no other follows, by their ids. */
  output: json.optional(),
});

export type WorkflowDefinition = z.output<typeof WORKFLOW_DEFINITION>;
export type WorkflowNode = WorkflowDefinition['nodes'][number];
export type WorkflowEdge = WorkflowDefinition['edges'][number];
export type WorkflowTask = z.output<typeof TASK>;
export type Branch = NonNullable<WorkflowEdge['branch']>;
export type StepKind = WorkflowNode['kind'];
export type NodeOf<Kind extends StepKind> = Extract<WorkflowNode, { readonly kind: Kind }>;
export type TaskOf<Kind extends WorkflowTask['kind']> = Extract<WorkflowTask, { readonly kind: Kind }>;
