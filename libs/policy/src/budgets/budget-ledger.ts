import type { AccountOptions } from './account-options.js';
import { IDLE_MS, KEEP_MS } from './account-times.js';
import { BudgetAccount } from './budget-account.js';
import type { EarlierPeriods, LeaseRequest, SliceAnswer } from './budget-lease.js';
import { type PeriodBounds, periodAt, type ResetPeriod } from './budget-period.js';
import type { BudgetWindow } from './budget-window.js';
import type { LearnedCosts } from './learned-costs.js';

/** Budget that a request spends. */
export interface Budget {
  /** Distinguishes owners of one kind, or of a group, within this process. */
  readonly owner: string;
  /** Owners that are distinguished among themselves, such as the customers of a rule; left out: of no group. */
  readonly group?: string | undefined;
  readonly period: ResetPeriod | BudgetWindow;
  /** In its unit: US dollars, tokens or requests. */
  readonly limit: number;
  /** Learned costs that several owners share; by default each has its own. */
  readonly costs?: LearnedCosts;
  /** Amount whose unspent rest in a period is added to the next; undefined: none is. */
  readonly carriesOf?: number | undefined;
}

export interface LedgerOptions {
  /** No other process spends these budgets, because there is no database that they could share. */
  readonly isAlone: boolean;
  /** A new UUID. */
  readonly newLease: () => string;
  /** Called where the database must be asked at once. */
  readonly onUrgent: () => void;
}

interface Current extends PeriodBounds {
  readonly period: ResetPeriod | BudgetWindow;
  readonly account: BudgetAccount;
}

interface Known extends Pick<Budget, 'group' | 'owner'> {
  readonly account: BudgetAccount;
  readonly endsAt: number;
}

/** A request to the database, with the account that gets the result. */
export interface LedgerRequest {
  readonly account: BudgetAccount;
  readonly ask: LeaseRequest;
}

/** Accounts that nobody used for so long are forgotten, in milliseconds; what is known of them is in the database. */
const FORGET_MS = 600_000;

/** About so many idle accounts keep a part of their slices, the last used: each is renewed every two seconds. */
const MOST_KEPT = 300;

/** With more accounts than this, those with few requests take small slices and keep nothing: most customers come once in a while. */
const MOST_UNCROWDED = 1_000;

/** With more accounts than this, as of a rule for each customer, idle ones are forgotten soon. */
const MOST_AT_EASE = 20_000;

/** So soon, in milliseconds: after their slices are returned. */
const FORGET_SOON_MS = 10_000;

/** Accounts that are kept where only this process knows them: the oldest beyond that are forgotten. */
const MOST_ALONE = 200_000;

/** Accounts of a period that ended so long ago are forgotten where only this process knows them, in milliseconds. */
const ENDED_MS = 35 * 86_400_000;

/** The budgets that this process spends, by owner, each in its period. Owners of one kind have a ledger of their own. */
export class BudgetLedger {
  private readonly current = new Map<string, Current>();
  /** Those of groups, whose owners have short names: no account is looked up by its whole name for each request. */
  private readonly groups = new Map<string, Map<string, Current>>();
  /** Those of other periods too, as long as requests that began in them are running. */
  private readonly accounts = new Map<string, Known>();
  /** Those that may have something to ask or to return. The others rest, so that a look costs nothing for customers that are gone. */
  private readonly active = new Set<BudgetAccount>();

  /** Time for which an idle account keeps a part of its slice, in milliseconds. */
  private keepMs = KEEP_MS;

  constructor(private readonly options: LedgerOptions) {}

  /**
   * The account that a budget is spent from now.
   *
   * @param nameOf The account's name in the database
   * @param now Of a clock that only goes forward, in milliseconds
   * @param epochMs The time of day, in milliseconds since the epoch, which periods go by
   */
  find(budget: Budget, nameOf: () => string, now: number, epochMs: number): BudgetAccount {
    const { group, owner } = budget;
    const owners = group === undefined ? this.current : this.groups.get(group);
    const known = owners?.get(owner);
    if (known?.period === budget.period && epochMs < known.endsAt && epochMs >= known.startsAt) return known.account;
    const { period } = budget;
    const bounds = boundsOf(period, epochMs);
    const account = this.open(nameOf(), bounds, budget, now);
    const { startsAt, endsAt } = bounds;
    if (known !== undefined && known.account !== account) known.account.retire(now);
    (owners ?? this.openGroup(group ?? '')).set(owner, { startsAt, endsAt, period, account });
    return account;
  }

  private openGroup(group: string): Map<string, Current> {
    const owners = new Map<string, Current>();
    this.groups.set(group, owners);
    return owners;
  }

  /** Accounts that this process knows of. */
  get size(): number {
    return this.accounts.size;
  }

  /** Those of them that each look goes through: accounts that were used in the last seconds, or hold something. */
  get activeSize(): number {
    return this.active.size;
  }

  /** Requests to send to the database now: first those that requests wait for, however many others are only renewed. */
  collectAsks(now: number, lifeMs: number): LedgerRequest[] {
    const [awaited, others]: [LedgerRequest[], LedgerRequest[]] = [[], []];
    let kept = 0;
    const isCrowded = this.accounts.size > MOST_UNCROWDED;
    for (const account of this.active) {
      const ask = account.ask(now, lifeMs, this.keepMs, isCrowded);
      if (account.isKeeping) kept += 1;
      if (ask) (account.waitingCount > 0 ? awaited : others).push({ account, ask });
      else if (account.tryRest(now)) this.active.delete(account);
    }
    this.adaptKeeping(kept);
    return [...awaited, ...others];
  }

  private adaptKeeping(kept: number): void {
    if (kept > MOST_KEPT) this.keepMs = Math.max(IDLE_MS, this.keepMs / 2);
    else if (kept < MOST_KEPT / 4) this.keepMs = Math.min(KEEP_MS, this.keepMs * 2);
  }

  /** Reports to the database when the process ends: everything unspent is returned. */
  collectReturns(): LedgerRequest[] {
    const returns: LedgerRequest[] = [];
    for (const account of this.active) {
      const ask = account.giveBack();
      if (ask) returns.push({ account, ask });
    }
    return returns;
  }

  /** Forgets what is known elsewhere, or over. */
  forget(now: number, epochMs: number): void {
    const forgetMs = this.accounts.size > MOST_AT_EASE ? FORGET_SOON_MS : FORGET_MS;
    for (const [key, known] of this.accounts) {
      const isOver = known.account.isSettled && epochMs - known.endsAt > (this.options.isAlone ? ENDED_MS : FORGET_MS);
      if (isOver || known.account.isForgettable(now, forgetMs)) this.remove(key, known);
    }
    this.forgetSurplus();
  }

  /** Without a database nothing else bounds the number of accounts. */
  private forgetSurplus(): void {
    let surplus = this.options.isAlone ? this.accounts.size - MOST_ALONE : 0;
    for (const [key, known] of this.accounts) {
      if (surplus <= 0) return;
      if (!known.account.isSettled) continue;
      this.remove(key, known);
      surplus -= 1;
    }
  }

  private remove(key: string, { account, group, owner }: Known): void {
    account.isForgotten = true;
    this.accounts.delete(key);
    this.active.delete(account);
    const owners = group === undefined ? this.current : this.groups.get(group);
    if (owners?.get(owner)?.account === account) owners.delete(owner);
    if (group !== undefined && owners?.size === 0) this.groups.delete(group);
  }

  private open(name: string, { startsAt, endsAt }: PeriodBounds, budget: Budget, now: number): BudgetAccount {
    const periodStart = new Date(startsAt).toISOString();
    const key = keyOf(name, periodStart);
    const known = this.accounts.get(key);
    if (known) {
      known.account.changeEarlier(findEarlier(budget, startsAt));
      return known.account;
    }
    const { isAlone, newLease, onUrgent } = this.options;
    const options = this.optionsOf(name, budget, startsAt);
    const account = new BudgetAccount(name, periodStart, newLease(), budget.limit, isAlone, onUrgent, now, options);
    this.accounts.set(key, { account, group: budget.group, owner: budget.owner, endsAt });
    if (!isAlone) this.active.add(account);
    return account;
  }

  private optionsOf(name: string, budget: Budget, startsAt: number): AccountOptions {
    const { costs } = budget;
    const { active } = this;
    const earlier = findEarlier(budget, startsAt);
    if (earlier === undefined) return { active, costs };
    if (!this.options.isAlone) return { active, costs, earlier };
    return { active, costs, earlier, before: this.findBefore(name, budget.period, Date.parse(earlier.from), startsAt) };
  }

  /** By the name of each period: looking through all accounts would take the longer, the more customers there are. */
  private findBefore(name: string, period: Budget['period'], from: number, until: number): BudgetAccount[] {
    const found: BudgetAccount[] = [];
    for (let startsAt = from; startsAt < until; startsAt = boundsOf(period, startsAt).endsAt) {
      const known = this.accounts.get(keyOf(name, new Date(startsAt).toISOString()));
      if (known !== undefined) found.push(known.account);
    }
    return found;
  }
}

function boundsOf(period: Budget['period'], epochMs: number): PeriodBounds {
  return typeof period === 'string' ? periodAt(period, epochMs) : period.boundsAt(epochMs);
}

/** Earlier periods that count in one that starts at a moment; undefined if it counts alone. */
function findEarlier({ carriesOf, period }: Budget, startsAt: number): EarlierPeriods | undefined {
  if (typeof period === 'string') return undefined;
  if (period.earlierMs > 0) return { from: new Date(startsAt - period.earlierMs).toISOString() };
  const before = carriesOf === undefined ? undefined : period.boundsBefore(startsAt);
  return before && { from: new Date(before.startsAt).toISOString(), carriesOf };
}

function keyOf(account: string, periodStart: string): string {
  return `${account}\n${periodStart}`;
}

/** Passes the results of the database to the accounts, in the order of the requests. */
export function takeAnswers(asks: readonly LedgerRequest[], answers: readonly SliceAnswer[], now: number): void {
  for (const [index, { account }] of asks.entries()) {
    const answer = answers[index];
    if (answer) account.take(answer, now);
    else account.miss();
  }
}
