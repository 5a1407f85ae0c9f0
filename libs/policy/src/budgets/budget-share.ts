import type { BudgetScope, BudgetUnit } from '@multilane/contracts';
import type { BudgetAccount } from './budget-account.js';

/** One budget that a request spends from. */
export interface BudgetShare {
  readonly account: BudgetAccount;
  /** Limit of the budget, in its unit. */
  readonly limit: number;
}

/** The share of a request in a budget of a rule. */
export interface RuleShare extends BudgetShare {
  readonly unit: BudgetUnit;
  /** Scope that a refusal names. */
  readonly scope: BudgetScope;
  /** Name of the model that a request continues on which finds it spent; undefined: the request is rejected. */
  readonly downgradeTo?: string | undefined;
  /** The models that it counts, of those that may serve the request; undefined: any. */
  readonly targets?: ReadonlySet<unknown> | undefined;
}

/** A budget that counts what a request uses, and never rejects it. */
export interface CountedBudget {
  readonly account: string;
  readonly periodStart: string;
  readonly unit: BudgetUnit;
  /** As of a share. */
  readonly targets?: ReadonlySet<unknown> | undefined;
}

/** Shares of a request in the budgets of rules. */
export interface RuleBudgets {
  readonly shares: readonly RuleShare[];
  readonly counted: readonly CountedBudget[];
}
