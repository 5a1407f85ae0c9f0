import { type DatabaseRow, numberOf, type PlannedBudget, textOf, timeOf } from './database-rows.js';
import { toSeconds } from './read-budget.js';

type Window = PlannedBudget['window'];

/** A budget of one row as a budget rule has it. */
export interface RuleBudget {
  /** US dollars of each window; of `total`, the rest. */
  readonly amount: number;
  readonly window: Window;
  /** US dollars above which LiteLLM warns, counted as `amount` is; undefined without one. */
  readonly warning: number | undefined;
  /** True if nothing may be spent now. */
  readonly isSpent: boolean;
  /** US dollars that were spent in the running period. */
  readonly spend: number;
  /** Period of LiteLLM, as it is written; undefined: it is never reset. */
  readonly duration: string | undefined;
}

const DAY_S = 86_400;

/** From short to long: a window is never shorter than LiteLLM's period. Three months have 93 days at LiteLLM. */
const WINDOWS: readonly (readonly [seconds: number, window: Window])[] = [
  [3_600, 'hour'],
  [DAY_S, 'day'],
  [7 * DAY_S, 'week'],
  [31 * DAY_S, 'month'],
  [93 * DAY_S, 'quarter'],
  [372 * DAY_S, 'year'],
];

/**
 * The budget of a row: its own columns, else those of the budget that it names. Undefined if it has none.
 *
 * @param spender has `spend`
 */
export function readRuleBudget(
  spender: DatabaseRow,
  shared: DatabaseRow | undefined,
  now: Date,
): RuleBudget | undefined {
  const limit = numberIn('max_budget', spender, shared);
  const soft = numberIn('soft_budget', spender, shared);
  if (limit === undefined && soft === undefined) return undefined;
  const duration = textOf(spender, 'budget_duration') ?? (shared && textOf(shared, 'budget_duration'));
  const window = windowOf(duration);
  const spend = numberOf(spender, 'spend') ?? 0;
  // The spend of LiteLLM is not in the records here.
  const offset = window === 'total' ? spend : 0;
  const reset = timeOf(spender, 'budget_reset_at') ?? (shared && timeOf(shared, 'budget_reset_at'));
  const isNew = window !== 'total' && reset instanceof Date && reset <= now;
  const amount = limit === undefined ? Number.POSITIVE_INFINITY : Math.max(0, limit - offset);
  return {
    amount,
    window,
    warning: soft === undefined || soft <= offset ? undefined : soft - offset,
    isSpent: limit !== undefined && (amount <= 0 || (spend >= limit && !isNew)),
    spend,
    duration,
  };
}

/** Window of a period such as `30d`; `total` without one, for one that is longer than a year, and for one that cannot be read. */
export function windowOf(duration: string | undefined): Window {
  const seconds = duration === undefined ? undefined : toSeconds(duration);
  if (seconds === undefined) return 'total';
  return WINDOWS.find(([longest]) => seconds <= longest)?.[1] ?? 'total';
}

function numberIn(column: string, spender: DatabaseRow, shared: DatabaseRow | undefined): number | undefined {
  return numberOf(spender, column) ?? (shared && numberOf(shared, column));
}
