/** What becomes of a request: `unknown` is one that may be within its budget, which nobody can say at this moment. */
export type Verdict = 'allowed' | 'exceeded' | 'unknown';

/** What an account asks the database for. */
export interface SliceAsk {
  readonly lease: string;
  readonly limit: number;
  /** All that was ever taken from the lease: settled, or reserved by running requests. */
  readonly committed: number;
  /** What it would like to hold beyond that. */
  readonly wanted: number;
  readonly needed: number;
}

export interface SliceAnswer {
  /** All that was ever granted to the lease. */
  readonly granted: number;
  /** What is left for anybody. */
  readonly free: number;
}

/** How a budget is spent while the database has not answered, and when it is far away. */
export const CREDIT_SHARE = 0.02;

/** The share of a budget that a process in use holds as long as most of the budget is left. */
export const SLICE_SHARE = 0.05;

/** And the share of what is left, once that is less. */
const SHARE_OF_THE_REST = 0.2;

/** A process holds what it spends in so long: it can go on for so long without the database. Milliseconds. */
export const HORIZON_MS = 60_000;

/** Without a request for so long, what a process holds goes back. Milliseconds. */
export const IDLE_MS = 10_000;

/**
 * That a budget is used up is remembered for so long without a request, in milliseconds. The database keeps the lease for longer
 * than that: without it, what was charged of it would be counted twice.
 */
const REMEMBER_MS = 86_400_000;

/** A refusal asks the database again, at most so often, in milliseconds. */
const ASK_AGAIN_MS = 1_000;

/** Less than this share of a budget is little. */
const SCARCE_SHARE = 0.25;

/** And so many requests may always begin at once, as far as there is so much. */
const REQUESTS_AT_ONCE = 10;

/** A slice that is running out asks for more at most so often, in milliseconds. */
const URGENT_AGAIN_MS = 50;

/** How fast the measured spending follows the real one: over this many milliseconds. */
const RATE_WINDOW_MS = 10_000;

/** How much a request says about the next ones. */
const AVERAGE_WEIGHT = 0.2;

/**
 * One budget in one of its periods, as one process spends it: from a slice that it holds. Times are milliseconds of a clock
 * that only goes forward; amounts are in the budget's unit.
 */
export class BudgetAccount {
  private settled = 0;
  private reserved = 0;
  /** Requests that hold what is reserved. */
  private running = 0;
  private granted = 0;
  /** What was left for anybody at the last answer; undefined before the first. */
  private free: number | undefined = undefined;
  /** What the largest request needs that was turned away since the last ask, and what all of them do. */
  private needed = 0;
  private missing = 0;
  private usedAt: number;
  private askedAt = Number.NEGATIVE_INFINITY;
  private renewedAt = Number.NEGATIVE_INFINITY;
  private isChanged = true;
  private isAway = false;
  /** Spending per millisecond, decayed. */
  private rate = 0;
  private measuredAt: number;
  private measuredCommitted = 0;
  /** What requests spent, decayed. */
  private average = 0;
  /** What requests were expected to spend, decayed. */
  private typical = 0;

  /**
   * @param lease Names the slice
   * @param isAlone No other process spends this budget: the slice is all of it
   */
  constructor(
    readonly account: string,
    readonly periodStart: string,
    readonly lease: string,
    private limit: number,
    private readonly isAlone: boolean,
    now: number,
  ) {
    this.usedAt = now;
    this.measuredAt = now;
  }

  /** Settled, and reserved by running requests. */
  get committed(): number {
    return this.settled + this.reserved;
  }

  /** What a request is likely to spend: what is known of it, but no less than others did before it. */
  expect(amount: number): number {
    return Math.max(amount, this.average);
  }

  /** Whether `amount` may be spent now. Nothing is taken. */
  check(amount: number, limit: number, now: number): Verdict {
    if (limit !== this.limit) this.changeLimit(limit);
    this.usedAt = now;
    this.typical += (amount - this.typical) * (this.typical === 0 ? 1 : AVERAGE_WEIGHT);
    // A budget that is smaller than one request can be spent all the same.
    const after = this.committed + Math.min(amount, limit);
    if (this.isAlone) return after <= limit && this.committed < limit ? 'allowed' : 'exceeded';
    if (after <= this.granted && this.committed < this.granted) return 'allowed';
    const verdict = this.checkBeyondSlice(after);
    if (verdict !== 'allowed') {
      this.needed = Math.max(this.needed, Math.min(amount, limit));
      this.missing += amount;
    }
    return verdict;
  }

  /** Takes what a request is expected to spend. */
  reserve(amount: number): void {
    this.running += 1;
    this.reserved += amount;
  }

  /** Puts what a request spent in place of what it reserved. */
  settle(reserved: number, spent: number): void {
    this.running -= 1;
    // Sums of dollars are not exact: what rounding leaves would keep the lease for ever.
    this.reserved = this.running === 0 ? 0 : Math.max(0, this.reserved - reserved);
    this.settled += spent;
    if (spent > 0) this.average += (spent - this.average) * (this.average === 0 ? 1 : AVERAGE_WEIGHT);
  }

  /** Whether the slice must be asked for at once: it is running out, and there is more. */
  isUrgent(now: number): boolean {
    if (this.isAlone || this.isAway) return false;
    if (this.free === undefined) return this.askedAt === Number.NEGATIVE_INFINITY;
    if (this.free <= 0) return false;
    return this.needed > 0 || (this.spare < this.target() / 4 && now - this.askedAt >= URGENT_AGAIN_MS);
  }

  /** What to ask the database for now; undefined where there is nothing to be asked. `lifeMs`: of a lease. */
  ask(now: number, lifeMs: number): SliceAsk | undefined {
    if (this.isAlone) return undefined;
    this.measure(now);
    const isIdle = now - this.usedAt > IDLE_MS;
    const wanted = isIdle ? 0 : this.target();
    if (!this.hasReasonToAsk(wanted, now, lifeMs)) return undefined;
    const ask = {
      lease: this.lease,
      limit: this.limit,
      committed: this.committed,
      wanted: wanted + this.missing,
      needed: this.needed,
    };
    this.askedAt = now;
    this.isChanged = false;
    this.needed = 0;
    this.missing = 0;
    return ask;
  }

  /** What the database said to the last ask. */
  take({ granted, free }: SliceAnswer, now: number): void {
    this.granted = granted;
    this.free = free;
    this.isAway = false;
    this.renewedAt = now;
  }

  /** The database did not answer the last ask. */
  miss(): void {
    this.isAway = true;
    this.isChanged = true;
  }

  /** Asks for nothing, and gives back what is left of the slice. */
  giveBack(): SliceAsk | undefined {
    if (this.isAlone || this.askedAt === Number.NEGATIVE_INFINITY) return undefined;
    return { lease: this.lease, limit: this.limit, committed: this.committed, wanted: 0, needed: 0 };
  }

  /** Whether nothing is known here that would not be known anew. What is used up is remembered for longer. */
  isForgettable(now: number, afterMs: number): boolean {
    if (this.isAlone || this.running > 0 || this.isAway || this.free === undefined) return false;
    return now - this.usedAt >= (this.free > 0 ? afterMs : REMEMBER_MS);
  }

  /** Whether no request that runs was admitted on it. */
  get isSettled(): boolean {
    return this.running === 0;
  }

  /** What of the slice is left. */
  private get spare(): number {
    return this.granted - this.committed;
  }

  /** What may be committed beyond the slice until the database has answered. */
  private get credit(): number {
    return CREDIT_SHARE * this.limit;
  }

  /** `after`: what would be committed. */
  private checkBeyondSlice(after: number): Verdict {
    const { free = Number.POSITIVE_INFINITY, granted } = this;
    if (after > granted + free || free <= 0) return 'exceeded';
    return after <= granted + this.credit || this.committed <= granted ? 'allowed' : 'unknown';
  }

  /** Renewals in the life of a lease. More often towards the end, so that others get what is held here too much. */
  private get renewals(): number {
    return (this.free ?? 0) < this.limit * SCARCE_SHARE ? 12 : 3;
  }

  private changeLimit(limit: number): void {
    if (this.free !== undefined) this.free += limit - this.limit;
    if (limit < this.limit) this.granted = Math.min(this.granted, Math.max(this.committed, 0));
    this.limit = limit;
    this.isChanged = true;
  }

  private target(): number {
    const { free = this.limit, limit } = this;
    const share = Math.min(limit * SLICE_SHARE, Math.max(free, 0) * SHARE_OF_THE_REST);
    return Math.max(share, this.rate * HORIZON_MS, this.typical * REQUESTS_AT_ONCE);
  }

  private measure(now: number): void {
    const passed = now - this.measuredAt;
    if (passed <= 0) return;
    const rate = Math.max(0, this.committed - this.measuredCommitted) / passed;
    const weight = Math.min(1, passed / RATE_WINDOW_MS);
    this.rate += (rate - this.rate) * weight;
    this.measuredAt = now;
    this.measuredCommitted = this.committed;
  }

  private hasReasonToAsk(wanted: number, now: number, lifeMs: number): boolean {
    if (this.isChanged || this.committed > this.granted) return true;
    if (this.needed > 0 && now - this.askedAt >= ASK_AGAIN_MS) return true;
    if (this.needed > 0 && (this.free ?? 0) > 0) return true;
    const isHeld = this.spare > 0 || this.running > 0;
    if (isHeld && now - this.renewedAt >= lifeMs / this.renewals) return true;
    if (this.spare < wanted / 2) return (this.free ?? 0) > 0 || now - this.askedAt >= ASK_AGAIN_MS;
    return this.spare > 2 * wanted && this.spare > 0;
  }
}
