import type { WorkspaceAddress } from '../background/knowledge-store.js';

/** A dataset of a workspace. */
export interface EvalDatasetRecord extends WorkspaceAddress {
  readonly id: string;
  /** Unique in the workspace. */
  readonly name: string;
  readonly description: string;
  /** The number of the newest version; 0 without one. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Source of the cases of a version. */
export type EvalDatasetSource = 'upload' | 'audit' | 'knowledge';

/** A version never changes. */
export interface EvalDatasetVersionRecord {
  readonly version: number;
  readonly caseCount: number;
  /** Length of the inputs of all cases, for estimates of cost. */
  readonly characters: number;
  readonly source: EvalDatasetSource;
  /** The name of whoever made it. */
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** A case as it is stored: libs/evals reads its content. */
export interface EvalCaseRecord {
  /** From 0. */
  readonly position: number;
  readonly key: string;
  /** JSON. */
  readonly content: string;
}

export interface EvalSuiteRecord extends WorkspaceAddress {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly datasetId: string;
  /** libs/evals reads it. */
  readonly definition: object;
  /** Schedule of the suite; null: none. */
  readonly cron: string | null;
  readonly timezone: string | null;
  /** Cost limit of the runs that the schedule begins. */
  readonly scheduleMaxCostUsd: number | null;
  readonly nextRunAt: Date | null;
  /** Reason why the last scheduled time was left out; null: it was not. */
  readonly scheduleProblem: string | null;
  /** Run that scheduled runs are compared with; null: the completed run before. */
  readonly baselineRunId: string | null;
  /** The origin of the address that regressions are sent to. */
  readonly webhookReceiver: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A suite that is due by its schedule. */
export interface DueEvalSuite extends WorkspaceAddress {
  readonly id: string;
  readonly definition: object;
  readonly cron: string;
  readonly timezone: string;
  readonly maxCostUsd: number | null;
  readonly dueAt: Date;
  /** Identity under which its runs run. */
  readonly runAs: object;
  readonly userId: string | null;
}

export const EVAL_RUN_TRIGGERS = ['manual', 'schedule'] as const;
export type EvalRunTrigger = (typeof EVAL_RUN_TRIGGERS)[number];

/** `incomplete`: a limit ended it. */
export const EVAL_RUN_STATUSES = ['queued', 'running', 'completed', 'incomplete', 'failed', 'cancelled'] as const;
export type EvalRunStatus = (typeof EVAL_RUN_STATUSES)[number];

export interface EvalRunRecord extends WorkspaceAddress {
  readonly id: string;
  readonly suiteId: string;
  readonly suiteName: string;
  readonly datasetId: string;
  readonly datasetVersion: number;
  /** Definition of the suite as it was at the start. */
  readonly definition: object;
  readonly caseCount: number;
  /** Answers of the whole run. */
  readonly total: number;
  /** Requests at once at most. */
  readonly concurrency: number;
  readonly maxCostUsd: number | null;
  readonly userId: string | null;
  readonly trigger: EvalRunTrigger;
  readonly status: EvalRunStatus;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** Answers that are stored. */
  readonly done: number;
  /** US dollars of answers and judges; null if nothing that was asked has a price. */
  readonly costUsd: number | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

export interface NewEvalRun extends WorkspaceAddress {
  readonly id: string;
  readonly suiteId: string;
  readonly datasetId: string;
  readonly datasetVersion: number;
  readonly definition: object;
  readonly caseCount: number;
  readonly total: number;
  readonly concurrency: number;
  readonly maxCostUsd: number | null;
  readonly userId: string | null;
  readonly identity: object;
  readonly clientAddress: string | null;
  /** Default: `manual`. */
  readonly trigger?: EvalRunTrigger | undefined;
  /** No other run of the suite has it: a time of a schedule begins one run. */
  readonly triggerKey?: string | undefined;
}

/** A run in the hands of a worker. */
export interface EvalRunToWork extends EvalRunRecord {
  readonly identity: object;
  readonly clientAddress: string | null;
  /** Fence of the worker that writes. */
  readonly fence: number;
}

export const EVAL_RESULT_STATUSES = ['passed', 'failed', 'error', 'grader_error'] as const;
export type EvalResultStatus = (typeof EVAL_RESULT_STATUSES)[number];

/** One answer of a run. */
export interface EvalResult {
  readonly target: number;
  readonly position: number;
  readonly repeat: number;
  readonly status: EvalResultStatus;
  /** Mean score of the graders; null without a grade. */
  readonly score: number | null;
  readonly latencyMs: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costUsd: number | null;
  readonly judgeCostUsd: number | null;
  readonly errorCode: string | null;
  readonly requestId: string;
  /** Decision of each grader of the suite, in their order. Null: the target gave no answer. */
  readonly gradeMarks: string | null;
  /** JSON: the answer, and what each grader said. */
  readonly content: string;
}

export interface EvalResultRecord extends Omit<EvalResult, 'gradeMarks'> {
  /** Key of the case. */
  readonly key: string;
}

/** Outcome of one case and one target. */
export interface EvalTallyRow {
  readonly target: number;
  readonly position: number;
  readonly key: string;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly graderErrors: number;
  /** Latency of all repeats together. */
  readonly latencyMs: number;
}

/** Cost and time of the answers of a target. */
export interface EvalTargetSums {
  readonly target: number;
  /** US dollars; null if none has a price. */
  readonly costUsd: number | null;
  /** Cost of judges. */
  readonly judgeCostUsd: number | null;
  /** Latency of answers that were given; null without one. */
  readonly latencyP50Ms: number | null;
  readonly latencyP95Ms: number | null;
}

/** Decisions of one grader about the answers of a target. */
/** Sums of a run's answers. */
export interface EvalRunSums {
  readonly passed: number;
  readonly failed: number;
  /** Null: no answer came. */
  readonly latencyP50Ms: number | null;
}

export interface EvalGraderTally {
  readonly target: number;
  /** Position of the grader in the suite, from 0. */
  readonly grader: number;
  readonly passed: number;
  readonly failed: number;
  /** It could not grade. */
  readonly errors: number;
}

/** Letters of `gradeMarks` for a grader's decision. */
export const GRADE_MARKS = { passed: 'p', failed: 'f', error: 'e' } as const;

export interface EvalRunEnd {
  readonly status: 'completed' | 'incomplete' | 'failed';
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}
