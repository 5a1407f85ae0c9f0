import type { BudgetAccount } from './budget-account.js';

/** What a request takes from a budget in the end. */
export interface Charge {
  readonly account: string;
  readonly period_start: string;
  readonly amount: number;
  readonly lease: string | null;
}

/** What a running request has reserved of its key's budget, in US dollars, and of its team's, in tokens. */
export class BudgetHold {
  private isSettled = false;

  constructor(
    private readonly key: BudgetAccount | undefined,
    private readonly keyAmount: number,
    private readonly team: BudgetAccount | undefined,
    private readonly teamAmount: number,
    private readonly isLeased: boolean,
  ) {
    key?.reserve(keyAmount);
    team?.reserve(teamAmount);
  }

  /**
   * Puts what the request used in place of what it had reserved, whatever became of it, and answers what it is to be
   * charged. A second call does nothing.
   *
   * @param costUsd Undefined for a request that used something which nobody could count: it is charged what it reserved
   * @param tokens Likewise
   */
  settle(costUsd: number | undefined, tokens: number | undefined): Charge[] {
    const charges: Charge[] = [];
    if (this.isSettled) return charges;
    this.isSettled = true;
    this.charge(charges, this.key, this.keyAmount, costUsd);
    this.charge(charges, this.team, this.teamAmount, tokens);
    return charges;
  }

  private charge(charges: Charge[], account: BudgetAccount | undefined, reserved: number, used = reserved): void {
    if (account === undefined) return;
    const amount = toStoredAmount(used);
    account.settle(reserved, amount);
    if (amount === 0) return;
    charges.push({
      account: account.account,
      period_start: account.periodStart,
      amount,
      lease: this.isLeased ? account.lease : null,
    });
  }
}

/** As the database keeps it: ten decimals. */
function toStoredAmount(amount: number): number {
  return Number.isInteger(amount) ? amount : Math.round(amount * 1e10) / 1e10;
}
