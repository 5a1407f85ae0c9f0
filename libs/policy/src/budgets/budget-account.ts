import type { AccountOptions } from './account-options.js';
import {
  ASK_AGAIN_MS,
  FEW_REQUESTS,
  IDLE_MS,
  KEEP_MS,
  KEPT_RENEW_MS,
  OVERSIZE,
  RENEW_MS,
  RENEWALS,
  SCARCE_IDLE_MS,
  SCARCE_RENEW_MS,
  SCARCE_SHARE,
  TINY,
  URGENT_AGAIN_MS,
  URGENT_SHARE,
  WAITING_ASK_MS,
} from './account-times.js';
import type { EarlierPeriods, LeaseRequest, SliceAnswer } from './budget-lease.js';
import { sumWaiting, type Waiter } from './budget-waiter.js';
import { countEarlier, type EarlierAccount } from './count-earlier.js';
import { type LearnedCost, LearnedCosts } from './learned-costs.js';
import { type SliceSituation, sizeKept, sizeSlice } from './slices/size-slice.js';
import { SpendRate } from './spend-rate.js';

/** Verdict on the start of a request. `unknown`: it depends on the cost of running requests. */
export type BudgetVerdict = 'allowed' | 'exceeded' | 'unknown';

/** A request that waits for an account. */
export type BudgetWaiter = Waiter<BudgetAccount>;

const ALONE: AccountOptions = {};

/**
 * One budget in one of its periods, as one process spends it: from a slice that it holds. Times are milliseconds of a clock
 * that only goes forward; amounts are in the budget's unit.
 *
 * A request begins where the slice covers what it is likely to cost. One request at a time may also begin beyond the slice, as
 * long as the budget is not spent: otherwise a slice smaller than a request could never be used.
 */
export class BudgetAccount {
  private settled = 0;
  private reserved = 0;
  /** Requests that hold what is reserved. */
  private running = 0;
  /** Requests that have begun, those that run included. */
  private begun = 0;
  /** Few requests have begun on it, and it is one of many accounts: most of them have no more at a time. */
  private isNew = false;
  private granted = 0;
  /** Unheld rest of the budget at the last answer; undefined before the first. */
  private free: number | undefined = undefined;
  /**
   * Spending of other processes at the last answer. Below 0 after a reset: what this process had spent before it counts
   * no more.
   */
  private settledElsewhere = 0;
  /** Part of `settled` that is recorded in the database. */
  private used = 0;
  /** `settled` as the last request reported it. */
  private reportedSettled = 0;
  private usedAt: number;
  private refusedAt = Number.NEGATIVE_INFINITY;
  private askedAt = Number.NEGATIVE_INFINITY;
  private renewedAt = Number.NEGATIVE_INFINITY;
  /** Life of the lease. */
  private lifeMs = Number.POSITIVE_INFINITY;
  private isChanged = true;
  private isAway = false;
  /** True if its ledger no longer knows it: the next request needs another. */
  isForgotten = false;
  /** True if nothing is to be asked until the next request. */
  private isResting = false;
  /** Idle, with a part of the slice that stays for the next request. */
  private isKept = false;
  private readonly rate: SpendRate;
  /** Expected spending of a request, decayed; at once the learned cost, if that is far less than the guess. */
  private typical = 0;
  private readonly costs: LearnedCosts;
  private earlier: EarlierPeriods | undefined;
  private readonly before: readonly EarlierAccount[] | undefined;
  private readonly active: AccountOptions['active'];
  /** Less than this left of the slice is little; worked out with each answer. */
  private urgentBelow = 0;
  /** In the order in which they came; undefined as long as none ever waited. */
  private waiting: Set<BudgetWaiter> | undefined = undefined;

  /**
   * @param lease Names the slice
   * @param isAlone No other process spends this budget: the slice is all of it
   * @param onUrgent Called where the database must be asked at once
   */
  constructor(
    readonly account: string,
    readonly periodStart: string,
    readonly lease: string,
    private limit: number,
    private readonly isAlone: boolean,
    private readonly onUrgent: () => void,
    now: number,
    { active, before, costs, earlier }: AccountOptions = ALONE,
  ) {
    this.usedAt = now;
    this.rate = new SpendRate(now);
    this.costs = costs ?? new LearnedCosts();
    this.earlier = earlier;
    this.before = before;
    this.active = active;
    if (isAlone) this.grantAll();
  }

  /** The process has all of the budget that earlier periods leave, or add. */
  private grantAll(): void {
    const { committed, settled } = countEarlier(this.before ?? [], this.earlier);
    this.settledElsewhere = settled;
    this.granted = this.limit - committed;
  }

  /** Settled, and reserved by running requests. */
  get committed(): number {
    return this.settled + this.reserved;
  }

  /** Counts earlier periods by the settings that the rule has now. */
  changeEarlier(earlier: EarlierPeriods | undefined): void {
    const more = (earlier?.carriesOf ?? 0) - (this.earlier?.carriesOf ?? 0);
    if (more === 0) return;
    // A larger amount may carry a larger rest over: the next answer says how much.
    this.settledElsewhere -= Math.max(0, more);
    this.earlier = earlier;
    this.isChanged = true;
    if (this.isResting) this.endRest();
  }

  /** Spending that this process has settled. */
  get settledHere(): number {
    return this.settled;
  }

  /** Learned cost of requests to a model. */
  costsOf(model: string): LearnedCost {
    return this.costs.of(model);
  }

  /** True if the settled amount has reached the limit, as far as this process knows. */
  isSpent(limit: number, now: number): boolean {
    if (this.isResting) this.endRest();
    if (limit !== this.limit) this.changeLimit(limit);
    if (this.before !== undefined && this.isAlone) this.grantAll();
    if (this.settled + this.settledElsewhere < this.limit - TINY) return false;
    this.usedAt = now;
    this.refusedAt = now;
    return true;
  }

  /**
   * Decides about the start of a request that is likely to cost `amount`. Reserves nothing.
   *
   * @param isFirst It is the turn of this request: those that wait do not come before it
   */
  check(amount: number, limit: number, now: number, isFirst: boolean): BudgetVerdict {
    if (this.isSpent(limit, now)) return 'exceeded';
    this.usedAt = now;
    // A model without a price costs nothing.
    if (amount === 0) return 'allowed';
    this.typical = amount < this.typical / 4 || this.typical === 0 ? amount : (this.typical + amount) / 2;
    if (!isFirst && this.waiting !== undefined && this.waiting.size > 0) return 'unknown';
    if (now - this.renewedAt > this.lifeMs && !this.isAway) this.loseSlice();
    if (this.committed + amount <= this.granted) return 'allowed';
    return this.running === 0 && this.mayGoBeyondSlice ? 'allowed' : 'unknown';
  }

  /** Takes what a request is expected to spend. */
  reserve(amount: number): void {
    if (this.isResting) this.endRest();
    this.begun += 1;
    this.running += 1;
    this.reserved += amount;
  }

  /** Puts what a request spent in place of what it reserved. */
  settle(reserved: number, spent: number): void {
    this.running -= 1;
    // Sums of dollars are not exact: what rounding leaves would keep the lease for ever.
    this.reserved = this.running === 0 ? 0 : Math.max(0, this.reserved - reserved);
    this.settled += spent;
    if (spent > 0 && spent < this.typical / 4) this.typical = spent;
    if (this.waiting !== undefined && this.waiting.size > 0) this.wake(this.usedAt);
    if (this.mustReport) this.onUrgent();
  }

  /** Lets a request wait for its turn. */
  enqueue(waiter: BudgetWaiter): void {
    if (this.isResting) this.endRest();
    this.waiting ??= new Set();
    this.waiting.add(waiter);
    if (!this.isAlone) this.onUrgent();
  }

  /** For a request that does not wait any longer; those behind it may have their turn. */
  dequeue(waiter: BudgetWaiter): void {
    if (this.waiting?.delete(waiter)) this.wake(this.usedAt);
  }

  get waitingCount(): number {
    return this.waiting?.size ?? 0;
  }

  /** Nothing that this process waits for can come before the database answers, and it does not. */
  get isCutOff(): boolean {
    return this.isAway && this.running === 0;
  }

  /** The database did not answer the last ask: what this process holds is all that it knows of. */
  get isDatabaseAway(): boolean {
    return this.isAway;
  }

  /** True if the slice must be renewed at once: it is running out, and there is more. */
  isUrgent(now: number): boolean {
    if (this.isAlone || this.isAway) return false;
    if (this.free === undefined) return this.askedAt === Number.NEGATIVE_INFINITY;
    return this.spare < this.urgentBelow && this.free > TINY && now - this.askedAt >= URGENT_AGAIN_MS;
  }

  /**
   * Request to send to the database now; undefined if there is none.
   *
   * @param lifeMs Of a lease
   * @param keepMs How long a part of the slice is kept without a request
   * @param isCrowded One of many: with few requests it takes a small slice, and keeps nothing of it
   */
  ask(now: number, lifeMs: number, keepMs = KEEP_MS, isCrowded = false): LeaseRequest | undefined {
    if (this.isAlone) return undefined;
    this.rate.measure(this.settled, now);
    this.isNew = isCrowded && this.begun <= FEW_REQUESTS;
    const isIdle = now - this.usedAt > (this.isScarce ? SCARCE_IDLE_MS : IDLE_MS);
    this.isKept = isIdle && now - this.usedAt <= keepMs && !this.isScarce && !this.isNew;
    const target = isIdle ? this.idleTarget() : this.target();
    if (!this.hasReasonToAsk(target, now, lifeMs)) return undefined;
    this.askedAt = now;
    this.lifeMs = lifeMs;
    this.isChanged = false;
    return this.describeAsk(target);
  }

  /** Lets the account rest if it is idle and has nothing to tell or to return. Returns whether it rests. */
  tryRest(now: number): boolean {
    const isIdle = this.free !== undefined && now - this.usedAt > IDLE_MS && !this.isKept && this.isSettled;
    this.isResting = isIdle && !this.isChanged && !this.isAway && !this.isHeld && this.refusedAt <= this.askedAt;
    return this.isResting;
  }

  private endRest(): void {
    this.isResting = false;
    this.active?.add(this);
  }

  /** Takes over the database's answer to the last request. */
  take({ granted, free, settled, used }: SliceAnswer, now: number): void {
    this.granted = granted;
    this.free = free;
    this.used = used;
    this.settledElsewhere = settled - this.reportedSettled;
    this.isAway = false;
    this.renewedAt = now;
    this.urgentBelow = this.target() * URGENT_SHARE;
    this.wake(this.usedAt);
    // Others may wait for what is held here in advance.
    if (free <= TINY && this.spare > TINY) this.onUrgent();
  }

  /** The database did not answer the last ask. */
  miss(): void {
    this.isAway = true;
    this.isChanged = true;
    this.wake(this.usedAt);
  }

  /** Asks for nothing, and returns what is left of the slice. */
  giveBack(): LeaseRequest | undefined {
    if (this.isAlone || this.askedAt === Number.NEGATIVE_INFINITY) return undefined;
    const { committed, earlier, lease, limit, settled } = this;
    return { lease, limit, settled, committed, keep: 0, wanted: 0, needed: 0, earlier };
  }

  /** Its period is over: the rest of the slice goes back at the next look. */
  retire(now: number): void {
    this.usedAt = Math.min(this.usedAt, now - KEEP_MS - 1);
  }

  /** True if the account can be evicted without losing state. */
  isForgettable(now: number, afterMs: number): boolean {
    if (this.isAlone || !this.isSettled || now - this.usedAt < afterMs) return false;
    // Nothing is known of it but that somebody asked: while the database is away, it would stay.
    if (this.free === undefined) return this.settled === 0;
    return !this.isAway && !this.isUnwritten && this.spare <= TINY;
  }

  /** True if it is idle and keeps a part of its slice. */
  get isKeeping(): boolean {
    return this.isKept && this.spare > TINY;
  }

  /** True if no request that was admitted on it runs or waits. */
  get isSettled(): boolean {
    return this.running === 0 && this.waitingCount === 0;
  }

  /** Those whose turn it is, in their order, until one must continue waiting. */
  private wake(now: number): void {
    if (this.waiting === undefined) return;
    for (const waiter of this.waiting) {
      if (!waiter.retry(this, now)) return;
      this.waiting.delete(waiter);
    }
  }

  /** Unspent part of the slice. */
  private get spare(): number {
    return this.granted - this.committed;
  }

  /** There is something left of the slice, or there was of the budget when all spending was last reported to the database. */
  private get mayGoBeyondSlice(): boolean {
    if (this.settled < this.granted - TINY) return true;
    return this.settled <= this.granted + TINY && this.free !== undefined && this.free > TINY;
  }

  /** Rest of the budget that other processes do not hold. */
  private get rest(): number {
    return (this.free ?? this.limit) + Math.max(0, this.spare);
  }

  private get isScarce(): boolean {
    return this.free !== undefined && this.rest < this.limit * SCARCE_SHARE;
  }

  /** The database does not know yet what is spent here. */
  private get isUnwritten(): boolean {
    return this.settled > this.used + TINY;
  }

  /** More was spent than was granted, so nothing else may begin; or far more is held than is needed, or what others lack. */
  private get mustReport(): boolean {
    if (this.isAlone || this.isAway || this.free === undefined) return false;
    if (this.settled > this.granted + TINY) return true;
    const target = this.target();
    if (target > 0) return this.spare > OVERSIZE * target;
    return this.running === 0 && this.spare > TINY && this.isScarce;
  }

  private changeLimit(limit: number): void {
    if (this.free !== undefined) this.free += limit - this.limit;
    if (!this.isAlone && limit < this.limit) this.granted = Math.min(this.granted, this.committed);
    this.limit = limit;
    if (this.isAlone) this.grantAll();
    this.isChanged = true;
  }

  /** The lease ended without a renewal, as after the machine was asleep: what was left of it may be another's by now. */
  private loseSlice(): void {
    this.granted = Math.min(this.granted, this.committed);
    this.isChanged = true;
  }

  private target(): number {
    return sizeSlice(this.situation);
  }

  private get situation(): SliceSituation {
    const { free, isNew, limit, rate, rest, typical } = this;
    return { free: free !== undefined && free <= TINY ? 0 : free, isNew, limit, rate: rate.perMs, rest, typical };
  }

  /** Amount that an idle process holds. Nobody could take what it returned while the database is away. */
  private idleTarget(): number {
    const target = this.isKept ? Math.min(sizeKept(this.situation), this.target()) : 0;
    return this.isAway ? Math.max(target, this.spare) : target;
  }

  private hasReasonToAsk(target: number, now: number, lifeMs: number): boolean {
    const sinceAsked = now - this.askedAt;
    if (this.isChanged || this.settled > this.granted + TINY) return true;
    if (this.waitingCount > 0 && sinceAsked >= WAITING_ASK_MS) return true;
    if (this.refusedAt > this.askedAt && sinceAsked >= ASK_AGAIN_MS) return true;
    if (this.isHeld && now - this.renewedAt >= this.renewAfter(lifeMs)) return true;
    if (target > 0 && this.spare < target / 2) return (this.free ?? 0) > 0 || sinceAsked >= ASK_AGAIN_MS;
    return this.spare > 2 * target && this.spare > TINY;
  }

  /** A lease must not end while its process may spend from it, nor while the database does not know what was spent. */
  private get isHeld(): boolean {
    return this.spare > TINY || this.running > 0 || this.isUnwritten;
  }

  private renewAfter(lifeMs: number): number {
    if (this.spare <= TINY) return lifeMs / RENEWALS;
    if (this.isKept) return KEPT_RENEW_MS;
    return Math.min(lifeMs / RENEWALS, this.isScarce ? SCARCE_RENEW_MS : RENEW_MS);
  }

  /** The surplus is returned at once, whether or not the answer arrives: nothing is spent from it any more. */
  private describeAsk(target: number): LeaseRequest {
    const { earlier, lease, limit, settled } = this;
    const committed = Math.max(settled, Math.min(this.committed, this.granted));
    const keep = Math.min(Math.max(0, this.spare), target);
    this.granted = Math.min(this.granted, committed + keep);
    this.reportedSettled = settled;
    const uncovered = Math.max(0, this.committed - committed);
    const { missing, needed } = sumWaiting(this, this.waiting);
    const wanted = Math.max(keep, target) + uncovered + missing;
    return { lease, limit, settled, committed, keep, wanted, needed, earlier };
  }
}
