import type { BudgetCharge } from '@multilane/contracts';
import type { BudgetAccount, BudgetVerdict } from './budget-account.js';
import type { LearnedCost } from './learned-costs.js';

/** One budget that a request spends from. */
export interface BudgetShare {
  readonly account: BudgetAccount;
  /** Limit of the budget, in its unit. */
  readonly limit: number;
}

/** The likely cost of a request, in the unit of a budget. */
export interface ExpectedCost {
  /** The approximate cost of its prompt. */
  readonly known: number;
  /** The guessed additional cost, used until a request to the model has finished. */
  readonly guess: number;
}

const NOTHING: ExpectedCost = { known: 0, guess: 0 };

/** The verdict of both budgets, which must both allow a request. It names the budget that is spent. */
export type HoldVerdict = Exclude<BudgetVerdict, 'exceeded'> | 'key exceeded' | 'team exceeded';

/** The reservations and charges of one request: the budget of its key in US dollars, and that of its team in tokens. */
export class BudgetHold {
  private keyCost = NOTHING;
  private teamCost = NOTHING;
  private keyLearned: LearnedCost | undefined = undefined;
  private teamLearned: LearnedCost | undefined = undefined;
  private keyAmount = 0;
  private teamAmount = 0;
  private isReserved = false;
  private blockedBy: BudgetAccount | undefined = undefined;

  constructor(
    readonly key: BudgetShare | undefined,
    readonly team: BudgetShare | undefined,
    private readonly isLeased: boolean,
  ) {}

  /** The budget that is spent, as far as this process knows. Reserves nothing. */
  findSpent(now: number): 'key exceeded' | 'team exceeded' | undefined {
    const { key, team } = this;
    if (key?.account.isSpent(key.limit, now)) return 'key exceeded';
    return team?.account.isSpent(team.limit, now) ? 'team exceeded' : undefined;
  }

  /** True if one of the budgets should ask the database for more, so that the next request need not wait. */
  isUrgent(now: number): boolean {
    return (this.key?.account.isUrgent(now) ?? false) || (this.team?.account.isUrgent(now) ?? false);
  }

  /** Sets the likely cost of the request. Call it before `tryReserve`. */
  expect(model: string, keyCost: ExpectedCost, teamCost: ExpectedCost): void {
    this.keyCost = keyCost;
    this.teamCost = teamCost;
    this.keyLearned = this.key?.account.costsOf(model);
    this.teamLearned = this.team?.account.costsOf(model);
  }

  /**
   * Reserves the likely cost in both budgets, or in neither.
   *
   * @param turnOf The account whose queue has this request first
   */
  tryReserve(now: number, turnOf?: BudgetAccount): HoldVerdict {
    const { key, team } = this;
    const usd = this.keyLearned?.expect(this.keyCost.known, this.keyCost.guess) ?? 0;
    const tokens = this.teamLearned?.expect(this.teamCost.known, this.teamCost.guess) ?? 0;
    const ofKey = key ? key.account.check(usd, key.limit, now, key.account === turnOf) : 'allowed';
    if (ofKey === 'exceeded') return 'key exceeded';
    const ofTeam = team ? team.account.check(tokens, team.limit, now, team.account === turnOf) : 'allowed';
    if (ofTeam === 'exceeded') return 'team exceeded';
    if (ofKey === 'unknown' || ofTeam === 'unknown') {
      this.blockedBy = ofKey === 'unknown' ? key?.account : team?.account;
      return 'unknown';
    }
    this.isReserved = true;
    this.keyAmount = usd;
    this.teamAmount = tokens;
    key?.account.reserve(usd);
    team?.account.reserve(tokens);
    return 'allowed';
  }

  /** Has what is used charged, whatever is left: for what is paid for already, and cannot be rejected any more. */
  reserveNothing(): void {
    if (this.isReserved) return;
    this.isReserved = true;
    this.key?.account.reserve(0);
    this.team?.account.reserve(0);
  }

  /** The budget that must say more before the request can begin: after a verdict of `unknown`. */
  get blocker(): BudgetAccount | undefined {
    return this.blockedBy;
  }

  /** Amount that the request is likely to use of one of its budgets, by the present knowledge. */
  amountOf(account: BudgetAccount): number {
    const isKey = account === this.key?.account;
    const { known, guess } = isKey ? this.keyCost : this.teamCost;
    return (isKey ? this.keyLearned : this.teamLearned)?.expect(known, guess) ?? 0;
  }

  /**
   * Puts what the request used in place of what it had reserved, whatever became of it, and answers what it is to be
   * charged: nothing if it reserved nothing. A second call does nothing.
   *
   * @param costUsd Undefined for a request that used something which nobody could count: it is charged what it reserved
   * @param tokens Likewise
   */
  settle(costUsd: number | undefined, tokens: number | undefined): BudgetCharge[] {
    const charges: BudgetCharge[] = [];
    if (!this.isReserved) return charges;
    this.isReserved = false;
    const { key, team } = this;
    // Before those who wait are woken: what they need depends on it. Failures cost nothing and say nothing.
    if (costUsd !== undefined && costUsd > 0) this.keyLearned?.learn(costUsd - this.keyCost.known);
    if (tokens !== undefined && tokens > 0) this.teamLearned?.learn(tokens - this.teamCost.known);
    if (key) this.charge(charges, key.account, this.keyAmount, costUsd);
    if (team) this.charge(charges, team.account, this.teamAmount, tokens);
    return charges;
  }

  private charge(charges: BudgetCharge[], account: BudgetAccount, reserved: number, used = reserved): void {
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

/** Rounds an amount as the database stores it: ten decimals. */
function toStoredAmount(amount: number): number {
  return Number.isInteger(amount) ? amount : Math.round(amount * 1e10) / 1e10;
}
