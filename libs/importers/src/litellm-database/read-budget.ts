import { type DatabaseRow, numberOf, type PlannedKey, textOf, timeOf } from './database-rows.js';

type Period = PlannedKey['budgetResetPeriod'];

export interface Budget {
  /** US dollars per period. */
  readonly usd: number;
  readonly period: Period;
  /** True if nothing may be spent now. */
  readonly isSpent: boolean;
  readonly message: string;
}

const DAY_S = 86_400;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: DAY_S, w: 7 * DAY_S, mo: 31 * DAY_S };

/** From short to long. */
const PERIODS: readonly (readonly [number, Period])[] = [
  [DAY_S, 'daily'],
  [7 * DAY_S, 'weekly'],
  [31 * DAY_S, 'monthly'],
];
const LENGTHS: Readonly<Record<Period, number>> = { daily: 0, weekly: 1, monthly: 2, never: 3 };

/**
 * The budget of one row: its own columns, else those of the budget that it names. Undefined if it has none. The period that
 * it becomes is never shorter than LiteLLM's.
 *
 * @param spender has `spend`
 */
export function readBudget(spender: DatabaseRow, shared: DatabaseRow | undefined, now: Date): Budget | undefined {
  const limit = numberOf(spender, 'max_budget') ?? (shared && numberOf(shared, 'max_budget'));
  if (limit === undefined) return undefined;
  const duration = textOf(spender, 'budget_duration') ?? (shared && textOf(shared, 'budget_duration'));
  const spend = numberOf(spender, 'spend') ?? 0;
  const seconds = duration === undefined ? undefined : toSeconds(duration);
  const period = seconds === undefined ? undefined : PERIODS.find(([longest]) => seconds <= longest)?.[1];
  if (period === undefined) {
    // The rest is left: the spend of LiteLLM is not in the records here.
    const left = Math.max(0, limit - spend);
    const message =
      duration === undefined
        ? 'Became the rest of the budget.'
        : 'There is no period as long as this: the key has the rest of the budget, which is not reset.';
    return { usd: left, period: 'never', isSpent: left <= 0, message };
  }
  const reset = timeOf(spender, 'budget_reset_at') ?? (shared && timeOf(shared, 'budget_reset_at'));
  const isOver = spend >= limit && !(reset instanceof Date && reset <= now);
  return {
    usd: limit,
    period,
    isSpent: limit <= 0 || isOver,
    message: isOver
      ? 'The budget of this period is spent: the key is disabled. Enable it when the period ends.'
      : 'The period is a calendar day, week or month, and begins with nothing spent.',
  };
}

/** Seconds of a period such as `30d`; undefined for one that cannot be read. */
export function toSeconds(duration: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})(mo|[smhdw])$/.exec(duration.trim()) ?? [];
  const seconds = Number(count) * (SECONDS[unit ?? ''] ?? Number.NaN);
  return Number.isNaN(seconds) ? undefined : seconds;
}

/** A budget that several keys share, in equal parts: together they spend no more than it. */
export function shareBudget(budget: Budget, keys: number): Budget {
  return { ...budget, usd: budget.usd / Math.max(1, keys) };
}

/** One budget that keeps both: the smaller amount in the longer period. */
export function joinBudgets(one: Budget | undefined, other: Budget | undefined): Budget | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    usd: Math.min(one.usd, other.usd),
    period: LENGTHS[one.period] >= LENGTHS[other.period] ? one.period : other.period,
    isSpent: one.isSpent || other.isSpent,
    message: one.message,
  };
}
