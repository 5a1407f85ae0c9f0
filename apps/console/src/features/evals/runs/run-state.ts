import type { components } from '../../../api/schema.js';

type RunStatus = components['schemas']['EvalRunSummaryView']['status'];
type ResultStatus = components['schemas']['EvalResultView']['status'];
type GradeStatus = components['schemas']['EvalGradeView']['status'];
type Change = components['schemas']['EvalChangedCaseView']['change'];
type Verdict = components['schemas']['EvalComparisonView']['verdict'];

export const RUN_STATUSES = [
  'queued',
  'running',
  'completed',
  'incomplete',
  'failed',
  'cancelled',
] as const satisfies readonly RunStatus[];

export const RUN_BADGES = {
  queued: 'pending',
  running: 'info',
  completed: 'ok',
  incomplete: 'warning',
  failed: 'error',
  cancelled: 'off',
} as const satisfies Record<RunStatus, string>;

export function hasEnded(status: RunStatus): boolean {
  return status !== 'queued' && status !== 'running';
}

export const RESULT_STATUSES = ['passed', 'failed', 'error', 'grader_error'] as const satisfies readonly ResultStatus[];

/** Badges of results. A missing answer or grade is no failure of the answer. */
export const RESULT_BADGES = {
  passed: 'ok',
  failed: 'error',
  error: 'warning',
  grader_error: 'warning',
} as const satisfies Record<ResultStatus | GradeStatus, string>;

export const CHANGES = ['broken', 'fixed', 'missing'] as const satisfies readonly Change[];

export const CHANGE_BADGES = { broken: 'error', fixed: 'ok', missing: 'off' } as const satisfies Record<Change, string>;

export const VERDICT_BADGES = {
  better: 'ok',
  worse: 'error',
  no_detectable_change: 'info',
  not_comparable: 'off',
} as const satisfies Record<Verdict, string>;

const POLL_MS = 1_000;
const SLOW_POLL_MS = 5_000;
/** A run with more answers than that is counted less often. */
const MANY = 2_000;

/** Interval at which a run is read again; false once it has ended. */
export function pollOf(run: { readonly status: RunStatus; readonly total: number } | undefined): number | false {
  if (run === undefined || hasEnded(run.status)) return false;
  return run.total > MANY ? SLOW_POLL_MS : POLL_MS;
}

/** Finished part of a run, from 0 to 100. */
export function percentOf({ done, total }: { readonly done: number; readonly total: number }): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));
}
