import type { components } from '../../api/schema.js';

type Status = components['schemas']['AgentRunSummaryView']['status'];
type Step = Pick<components['schemas']['AgentStepView'], 'status' | 'is_error' | 'started_at'>;

export const RUN_STATUSES = [
  'queued',
  'running',
  'awaiting_approval',
  'completed',
  'incomplete',
  'failed',
  'cancelled',
] as const satisfies readonly Status[];

export const RUN_BADGES = {
  queued: 'pending',
  running: 'info',
  awaiting_approval: 'warning',
  completed: 'ok',
  incomplete: 'warning',
  failed: 'error',
  cancelled: 'off',
} as const satisfies Record<Status, string>;

export function hasEnded(status: Status): boolean {
  return ['completed', 'incomplete', 'failed', 'cancelled'].includes(status);
}

/** The state of a step as a badge: which one, and the key of its words. */
export function describeStep({ is_error, started_at, status }: Step): {
  readonly state: 'ok' | 'error' | 'pending' | 'warning' | 'off' | 'info';
  readonly word: string;
} {
  if (status === 'awaiting_approval') return { state: 'warning', word: 'awaiting_approval' };
  if (status === 'skipped') return { state: 'off', word: 'skipped' };
  if (status === 'due')
    return started_at === null ? { state: 'pending', word: 'due' } : { state: 'info', word: 'running' };
  return is_error ? { state: 'error', word: 'failed' } : { state: 'ok', word: 'finished' };
}
