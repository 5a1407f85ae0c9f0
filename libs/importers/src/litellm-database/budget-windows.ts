import { isRecord } from '@multilane/contracts';
import { windowOf } from './read-rule-budget.js';

/** A budget beside others of a key (`budget_limits`). */
interface WindowOfKey {
  readonly amount: number;
  readonly duration: string;
}

/** Budgets of several windows that a key has; none unless each can be read. */
export function listWindows(value: unknown): readonly WindowOfKey[] {
  if (!Array.isArray(value)) return [];
  const read = value.filter(isRecord).flatMap(({ budget_duration: duration, max_budget: amount }) => {
    const isRead = typeof duration === 'string' && typeof amount === 'number' && Number.isFinite(amount) && amount > 0;
    return isRead && windowOf(duration) !== 'total' ? [{ amount, duration }] : [];
  });
  return read.length === value.length ? read : [];
}
