/** Ways to sign deliveries to a workflow's hook. */
export const HOOK_SCHEMES = ['standard', 'github', 'stripe'] as const;
export type HookScheme = (typeof HOOK_SCHEMES)[number];

/** A workflow with its draft. The definitions are JSON, as their authors wrote them. */
export interface WorkflowRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** Unique in the workspace. */
  readonly name: string;
  readonly description: string | null;
  readonly draft: string;
  /** Grows with each change of the draft. */
  readonly revision: number;
  /** Null: it was never published. */
  readonly publishedVersion: number | null;
  /** True if schedules and hooks start it. */
  readonly enabled: boolean;
  readonly cron: string | null;
  readonly timezone: string | null;
  readonly nextRunAt: Date | null;
  /** Null: it has no hook. */
  readonly hookScheme: HookScheme | null;
  /** The last characters of each secret of the hook; the first is the newest. */
  readonly hookHints: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface WorkflowVersionRecord {
  readonly version: number;
  readonly definition: string;
  readonly publishedBy: string | null;
  readonly publishedAt: Date;
}

export const RUN_STATUSES = ['pending', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
export const RUN_TRIGGERS = ['manual', 'schedule', 'hook', 'subworkflow', 'rerun'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

export interface WorkflowRunRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  /** Null: the draft, in a dry run. */
  readonly version: number | null;
  readonly trigger: RunTrigger;
  readonly startedBy: string | null;
  readonly dryRun: boolean;
  readonly depth: number;
  readonly parentStepId: string | null;
  readonly rerunOf: string | null;
  readonly rerunFrom: string | null;
  readonly status: RunStatus;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** Reason why a run or a step failed. It names no secret. */
export interface WorkflowFailure {
  readonly code: string;
  readonly message: string;
}

export interface WorkflowRunDetails extends WorkflowRunRecord {
  readonly definition: string;
  /** Reference to the person or credential whose rights the run has. */
  readonly identity: unknown;
  /** True if models may answer from the response cache. */
  readonly usesCache: boolean;
  readonly input: unknown;
  readonly output: unknown;
  readonly error: WorkflowFailure | null;
}

export interface NewWorkflowRun
  extends Pick<
    WorkflowRunDetails,
    | 'organizationId'
    | 'workspaceId'
    | 'workflowId'
    | 'version'
    | 'definition'
    | 'trigger'
    | 'identity'
    | 'startedBy'
    | 'input'
  > {
  /** Undefined: a new one. */
  readonly id?: string | undefined;
  /** No other run of the workflow has it: a schedule fires once, and a message of a hook starts one run. */
  readonly triggerKey?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly depth?: number | undefined;
  readonly parentStepId?: string | undefined;
  readonly rerunOf?: string | undefined;
  readonly rerunFrom?: string | undefined;
  /** Default: true. */
  readonly usesCache?: boolean | undefined;
}

/** A step of a run, or an item of a `map` step (`iteration` from 0). */
export interface WorkflowStepRecord {
  readonly id: string;
  readonly runId: string;
  readonly nodeId: string;
  /** -1: the step itself. */
  readonly iteration: number;
  readonly status: 'pending' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'skipped' | 'cancelled';
  readonly branch: string | null;
  readonly attempts: number;
  readonly decision: 'approved' | 'rejected' | null;
  readonly decidedBy: string | null;
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

export interface WorkflowStepDetails extends WorkflowStepRecord {
  readonly input: unknown;
  readonly output: unknown;
  readonly error: WorkflowFailure | null;
}

/** A step in the hands of a worker. Its later writes name the fence, and change nothing once another worker has taken the step. */
export interface TakenStep extends WorkflowStepRecord {
  readonly fence: number;
  /** Item of a `map` step. */
  readonly input: unknown;
  /** It waited, and is taken again. */
  readonly hasWaited: boolean;
}

/** Outcome of a step that is taken. */
export interface StepOutcome {
  readonly status: 'pending' | 'waiting' | 'succeeded' | 'failed';
  readonly branch?: string | null | undefined;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: WorkflowFailure | undefined;
  /** Time of the next look, for a step that waits or is tried again. */
  readonly dueAt?: Date | undefined;
  /** Said to whoever follows the run, of a step that goes on waiting. */
  readonly waitsFor?: 'agent_approval' | undefined;
  /** The attempt does not count: the process ended. */
  readonly isUncounted?: boolean | undefined;
}

/** Open runs of a workspace at most; those within others do not count. */
export const MOST_OPEN_RUNS = 2_000;
