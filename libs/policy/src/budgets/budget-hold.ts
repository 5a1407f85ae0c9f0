import type { BudgetCharge, BudgetScope, BudgetUnit } from '@multilane/contracts';
import type { BudgetAccount, BudgetVerdict } from './budget-account.js';
import type { BudgetShare, CountedBudget, RuleBudgets } from './budget-share.js';
import { type ExpectedCost, HeldBudget, toStoredAmount } from './held-budget.js';

const NO_RULES: RuleBudgets = { shares: [], counted: [] };

const ONE_REQUEST: ExpectedCost = { known: 1, guess: 0 };

/** The verdict of all budgets, each of which must allow a request. It names the budget that is spent. */
export type HoldVerdict = Exclude<BudgetVerdict, 'exceeded'> | 'key exceeded' | 'team exceeded' | 'rule exceeded';

type Spent = Exclude<HoldVerdict, 'allowed' | 'unknown'>;

/**
 * The reservations and charges of one request: the budget of its key in US dollars, that of its team in tokens, and those of
 * rules.
 */
export class BudgetHold {
  private readonly held: HeldBudget[] = [];
  private readonly counted: readonly CountedBudget[];
  /** True if one of the budgets counts US dollars. */
  readonly countsUsd: boolean;
  private isReserved = false;
  private blockedBy: BudgetAccount | undefined = undefined;
  private spentBy: HeldBudget | undefined = undefined;

  constructor(
    key: BudgetShare | undefined,
    team: BudgetShare | undefined,
    private readonly isLeased: boolean,
    { shares, counted }: RuleBudgets = NO_RULES,
  ) {
    if (key) this.held.push(new HeldBudget(key.account, key.limit, 'usd', 'key exceeded'));
    if (team) this.held.push(new HeldBudget(team.account, team.limit, 'tokens', 'team exceeded'));
    for (const share of shares) {
      this.held.push(new HeldBudget(share.account, share.limit, share.unit, 'rule exceeded', share));
    }
    this.counted = counted;
    this.countsUsd = this.held.some(({ unit }) => unit === 'usd');
  }

  /** Scope of the rule that rejects, after a verdict of `rule exceeded`. */
  get spentScope(): BudgetScope | undefined {
    return this.spentBy?.rule?.scope;
  }

  /** Name of the model that requests continue on, if the rule that is spent rejects none. */
  get downgradeTo(): string | undefined {
    return this.spentBy?.rule?.downgradeTo;
  }

  /** The budget that is spent, as far as this process knows. Reserves nothing. */
  findSpent(now: number): Spent | undefined {
    for (const held of this.held) {
      if (held.account.isSpent(held.limit, now)) return this.spend(held);
    }
    return undefined;
  }

  /** True if one of the budgets should ask the database for more, so that the next request need not wait. */
  isUrgent(now: number): boolean {
    for (const { account } of this.held) if (account.isUrgent(now)) return true;
    return false;
  }

  /** Sets the likely cost of the request. Call it before `tryReserve`. */
  expect(model: string, usd: ExpectedCost, tokens: ExpectedCost): void {
    for (const held of this.held) {
      if (held.unit === 'usd') held.expect(model, usd);
      else if (held.unit === 'tokens') held.expect(model, tokens);
      else held.expectExactly(ONE_REQUEST);
    }
  }

  /**
   * Reserves the likely cost in every budget, or in none.
   *
   * @param turnOf The account whose queue has this request first
   */
  tryReserve(now: number, turnOf?: BudgetAccount): HoldVerdict {
    this.blockedBy = undefined;
    for (const held of this.held) {
      const { account, limit } = held;
      const verdict = account.check(held.wanted, limit, now, account === turnOf);
      if (verdict === 'exceeded') return this.spend(held);
      if (verdict === 'unknown') this.blockedBy ??= account;
    }
    if (this.blockedBy !== undefined) return 'unknown';
    this.isReserved = true;
    for (const held of this.held) held.reserve(held.wanted);
    return 'allowed';
  }

  /** Has what is used charged, whatever is left: for what is paid for already, and cannot be rejected any more. */
  reserveNothing(): void {
    if (this.isReserved) return;
    this.isReserved = true;
    for (const held of this.held) held.reserve(0);
  }

  /** The budget that must say more before the request can begin: after a verdict of `unknown`. */
  get blocker(): BudgetAccount | undefined {
    return this.blockedBy;
  }

  /** Amount that the request is likely to use of one of its budgets, by the present knowledge. */
  amountOf(account: BudgetAccount): number {
    for (const held of this.held) if (held.account === account) return held.wanted;
    return 0;
  }

  /**
   * Puts what the request used in place of what it had reserved, whatever became of it, and answers what it is to be
   * charged: nothing if it reserved nothing. A second call does nothing.
   *
   * @param costUsd Undefined for a request that used something which nobody could count: it is charged what it reserved
   * @param tokens Likewise
   * @param servedBy The model that served it: budgets of other models are not charged. Undefined: all are
   * @param requests Requests that it counts as; by default one, if it used anything
   */
  settle(
    costUsd: number | undefined,
    tokens: number | undefined,
    servedBy?: unknown,
    requests = countRequests(costUsd, tokens),
  ): BudgetCharge[] {
    const charges: BudgetCharge[] = [];
    if (!this.isReserved) return charges;
    this.isReserved = false;
    // Before those who wait are woken: what they need depends on it. Failures cost nothing and say nothing.
    for (const held of this.held) held.learn(held.unit === 'usd' ? costUsd : tokens);
    for (const held of this.held) {
      const used = isCounted(held.rule?.targets, servedBy) ? amountIn(held.unit, costUsd, tokens, requests) : 0;
      this.charge(charges, held, used);
    }
    for (const { account, periodStart, targets, unit } of this.counted) {
      const used = isCounted(targets, servedBy) ? amountIn(unit, costUsd, tokens, requests) : 0;
      const amount = toStoredAmount(used ?? 0);
      if (amount > 0) charges.push({ account, period_start: periodStart, amount, lease: null });
    }
    return charges;
  }

  private spend(held: HeldBudget): Spent {
    this.spentBy = held;
    return held.refusal;
  }

  private charge(charges: BudgetCharge[], held: HeldBudget, used: number | undefined): void {
    const amount = held.settle(used);
    if (amount === 0) return;
    const { account } = held;
    charges.push({
      account: account.account,
      period_start: account.periodStart,
      amount,
      lease: this.isLeased ? account.lease : null,
    });
  }
}

function isCounted(targets: ReadonlySet<unknown> | undefined, servedBy: unknown): boolean {
  return targets === undefined || servedBy === undefined || targets.has(servedBy);
}

/** A request that used nothing, such as one that a provider rejected, does not count. */
function countRequests(costUsd: number | undefined, tokens: number | undefined): number | undefined {
  if (costUsd === undefined && tokens === undefined) return undefined;
  return (costUsd ?? 0) > 0 || (tokens ?? 0) > 0 ? 1 : 0;
}

function amountIn(
  unit: BudgetUnit,
  costUsd: number | undefined,
  tokens: number | undefined,
  requests: number | undefined,
): number | undefined {
  if (unit === 'usd') return costUsd;
  return unit === 'tokens' ? tokens : requests;
}
