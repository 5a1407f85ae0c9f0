import type { FindingStatus } from '../import-result.js';
import { type DatabaseRow, numberOf, type PlannedKey, textOf } from './database-rows.js';

type Budget = Pick<PlannedKey, 'budgetUsd' | 'budgetResetPeriod'> & {
  /** Whether nothing may be spent. */
  readonly isSpent: boolean;
  readonly finding?: readonly [FindingStatus, string];
};

const PERIODS: Readonly<Record<string, PlannedKey['budgetResetPeriod']>> = {
  '24h': 'daily',
  '1d': 'daily',
  '7d': 'weekly',
  '30d': 'monthly',
  '31d': 'monthly',
  '1mo': 'monthly',
};

const NO_BUDGET: Budget = { budgetUsd: 0, budgetResetPeriod: 'monthly', isSpent: false };

/** The budget of a key: its own columns, else those of the budget that it names. */
export function readBudget(key: DatabaseRow, shared: DatabaseRow | undefined): Budget {
  const limit = numberOf(key, 'max_budget') ?? (shared && numberOf(shared, 'max_budget'));
  if (limit === undefined) return NO_BUDGET;
  const duration = textOf(key, 'budget_duration') ?? (shared && textOf(shared, 'budget_duration'));
  const spend = numberOf(key, 'spend') ?? 0;
  if (duration === undefined) {
    // What is left: the spend of LiteLLM is not in the records here.
    const left = Math.max(0, limit - spend);
    return {
      budgetUsd: left,
      budgetResetPeriod: 'never',
      isSpent: left <= 0,
      finding: ['exact', 'Became the rest of the budget.'],
    };
  }
  const period = PERIODS[duration];
  return {
    budgetUsd: limit,
    budgetResetPeriod: period ?? 'monthly',
    isSpent: limit <= 0,
    finding: [
      'approximate',
      period === undefined
        ? 'There is no such period: the budget is per calendar month.'
        : 'The period is a calendar day, week or month, and begins with nothing spent.',
    ],
  };
}
