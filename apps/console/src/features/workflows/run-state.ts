import type { components } from '../../api/schema.js';

type RunStatus = components['schemas']['WorkflowRunSummaryView']['status'];
type StepStatus = components['schemas']['WorkflowStepView']['status'];

export const RUN_STATUSES = [
  'pending',
  'running',
  'succeeded',
  'failed',
  'cancelled',
] as const satisfies readonly RunStatus[];

export const BADGES = {
  pending: 'pending',
  running: 'info',
  waiting: 'warning',
  succeeded: 'ok',
  failed: 'error',
  skipped: 'off',
  cancelled: 'off',
} as const satisfies Record<RunStatus | StepStatus, string>;

export function hasEnded(status: RunStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/** The state of each step of a graph. Items of a map step are not steps of the graph. */
export function statesOf(
  steps: readonly { readonly node: string; readonly iteration: number | null; readonly status: StepStatus }[],
): ReadonlyMap<string, StepStatus> {
  return new Map(steps.filter(({ iteration }) => iteration === null).map(({ node, status }) => [node, status]));
}
