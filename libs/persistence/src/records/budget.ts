/** One budget in one of its periods. */
export interface AccountPeriod {
  /** Names the budget: whose it is and what it counts. */
  readonly account: string;
  /** When the period began, RFC 3339 in UTC. */
  readonly period_start: string;
}

/** What a process wants of a budget. */
export interface LeaseRequest extends AccountPeriod {
  readonly lease: string;
  /** What the budget has in the period. */
  readonly limit: number;
  /** All that was ever spent from this lease. */
  readonly settled: number;
  /** All that was ever drawn from this lease: what is settled, and what running requests have reserved. */
  readonly committed: number;
  /** What the process holds beyond that and continues spending; at most what the lease was granted. The rest goes back. */
  readonly keep: number;
  /** What the process wants to have beyond `committed`. */
  readonly wanted: number;
  /** What the first of the waiting requests needs; 0 if none waits. */
  readonly needed: number;
}

/** What the database knows of a budget when a lease is asked for, in the budget's unit. */
export interface LeaseFacts {
  /** What neither is spent nor held by any lease; below 0 if more was spent than there was. */
  readonly free: number;
  /** Leases of other processes that are in effect. */
  readonly others: number;
}

/** The state of a lease after a request for it. */
export interface LeaseAnswer {
  readonly lease: string;
  /** All that was ever granted to it, which includes all that it committed. */
  readonly granted: number;
  /** What is left for anybody else, beside what other leases hold. */
  readonly free: number;
  /** What all processes have spent, as far as it is recorded. */
  readonly spent: number;
  /** What all processes have spent, also what is not recorded yet, as far as they have reported it. */
  readonly settled: number;
  /** What was spent of this lease, as far as it is recorded. */
  readonly used: number;
}

export interface LeaseAnswers {
  readonly leases: readonly LeaseAnswer[];
  /** The database's clock, in milliseconds since the epoch. */
  readonly now: number;
}

/** What is spent of a budget in one period. */
export interface BudgetAccountRecord {
  readonly account: string;
  readonly periodStart: Date;
  readonly spent: number;
  /** What processes hold and have not spent. */
  readonly leased: number;
}
