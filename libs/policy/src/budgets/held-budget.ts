import type { BudgetUnit } from '@multilane/contracts';
import type { BudgetAccount } from './budget-account.js';
import type { RuleShare } from './budget-share.js';
import type { LearnedCost } from './learned-costs.js';

/** The likely cost of a request, in the unit of a budget. */
export interface ExpectedCost {
  /** The approximate cost of its prompt. */
  readonly known: number;
  /** The guessed additional cost, used until a request to the model has finished. */
  readonly guess: number;
}

const NOTHING: ExpectedCost = { known: 0, guess: 0 };

/** One budget of a request, and what the request has reserved of it. */
export class HeldBudget {
  private cost = NOTHING;
  private learned: LearnedCost | undefined = undefined;
  private reserved = 0;

  /** @param rule Undefined for the budgets of keys and teams */
  constructor(
    readonly account: BudgetAccount,
    readonly limit: number,
    readonly unit: BudgetUnit,
    readonly refusal: 'key exceeded' | 'team exceeded' | 'rule exceeded',
    readonly rule: RuleShare | undefined = undefined,
  ) {}

  /** Sets the likely cost of a request to a model. */
  expect(model: string, cost: ExpectedCost): void {
    this.cost = cost;
    this.learned = this.account.costsOf(model);
  }

  /** Sets a cost that nothing is learned about. */
  expectExactly(cost: ExpectedCost): void {
    this.cost = cost;
    this.learned = undefined;
  }

  /** Amount that the request is likely to use, by the present knowledge. */
  get wanted(): number {
    const { known, guess } = this.cost;
    return this.learned === undefined ? known + guess : this.learned.expect(known, guess);
  }

  reserve(amount: number): void {
    this.reserved = amount;
    this.account.reserve(amount);
  }

  /** @param used In the unit of the budget; undefined, or 0: it says nothing */
  learn(used: number | undefined): void {
    if (used !== undefined && used > 0) this.learned?.learn(used - this.cost.known);
  }

  /** @param used Undefined: what was reserved. @returns the amount that is charged */
  settle(used: number | undefined): number {
    const amount = toStoredAmount(used ?? this.reserved);
    this.account.settle(this.reserved, amount);
    return amount;
  }
}

/** Rounds an amount as the database stores it: ten decimals. */
export function toStoredAmount(amount: number): number {
  return Number.isInteger(amount) ? amount : Math.round(amount * 1e10) / 1e10;
}
