import type { BadgeState } from '../../ui/state-badge.js';

const STATES: Readonly<Record<string, BadgeState>> = {
  completed: 'ok',
  failed: 'error',
  expired: 'off',
  cancelled: 'off',
};

/** How the status of a batch or of a job is marked. What is not at its end yet is pending. */
export function markOf(status: string): BadgeState {
  return STATES[status] ?? 'pending';
}

/** Whether a batch or a job has not ended. */
export function isRunning(status: string): boolean {
  return markOf(status) === 'pending';
}
