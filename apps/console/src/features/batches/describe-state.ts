import type { BadgeState } from '../../ui/state-badge.js';

const STATES: Readonly<Record<string, BadgeState>> = {
  completed: 'ok',
  failed: 'error',
  expired: 'off',
  cancelled: 'off',
};

/** Returns the badge for the status of a batch or of a job. A status before the end is pending. */
export function markOf(status: string): BadgeState {
  return STATES[status] ?? 'pending';
}

/** True if a batch or a job has not ended. */
export function isRunning(status: string): boolean {
  return markOf(status) === 'pending';
}
