/** One budget in one of its periods. */
export interface AccountPeriod {
  /** Names the budget: whose it is and what it counts. */
  readonly account: string;
  /** Start of the period, RFC 3339 in UTC. */
  readonly period_start: string;
}

/** Demand of a process on a budget. */
export interface LeaseRequest extends AccountPeriod {
  readonly lease: string;
  /** Amount of the budget in the period. */
  readonly limit: number;
  /** All that was ever spent from this lease. */
  readonly settled: number;
  /** All that was ever drawn from this lease: what is settled, and what running requests have reserved. */
  readonly committed: number;
  /**
   * Amount that the process holds beyond that and continues spending; at most the amount granted to the lease. The rest
   * goes back.
   */
  readonly keep: number;
  /** Amount beyond `committed` that the process wants. */
  readonly wanted: number;
  /** Amount that the first of the waiting requests needs; 0 if none waits. */
  readonly needed: number;
  /** Earlier periods of the account that count in this one; undefined: it counts alone. */
  readonly earlier?: EarlierPeriodsRecord | undefined;
}

/** Earlier periods of an account that count in the one that is leased. */
export interface EarlierPeriodsRecord {
  /** Start of the first of them, RFC 3339 in UTC. */
  readonly from: string;
  /** There is one, and what it left unspent of this amount is added to this period. Undefined: all that was spent in them counts here too. */
  readonly carriesOf?: number | undefined;
}

/** State of a budget in the database at a request for a lease, in the budget's unit. */
export interface LeaseFacts {
  /** Amount that is neither spent nor held by any lease; below 0 if more was spent than there was. */
  readonly free: number;
  /** Leases of other processes that are in effect. */
  readonly others: number;
}

/** The state of a lease after a request for it. */
export interface LeaseAnswer {
  readonly lease: string;
  /** All that was ever granted to it, which includes all that it committed. */
  readonly granted: number;
  /** Rest of the budget for others, beside the amounts that other leases hold. */
  readonly free: number;
  /** Recorded spending of all processes. */
  readonly spent: number;
  /** Spending of all processes, with the unrecorded amounts that they have reported. */
  readonly settled: number;
  /** Recorded spending of this lease. */
  readonly used: number;
}

export interface LeaseAnswers {
  readonly leases: readonly LeaseAnswer[];
  /** The database's clock, in milliseconds since the epoch. */
  readonly now: number;
}

/** A budget rule whose accounts are listed. */
export interface RuleAccountsRequest {
  /** Account of the rule; those of its parts begin with it. */
  readonly account: string;
  /** Start of the first period that counts, and of the current one, RFC 3339 in UTC. */
  readonly from: string;
  readonly period_start: string;
}

/** Spending of an account of a rule. */
export interface RuleAccountRecord {
  /** Place of the request that it is of. */
  readonly place: number;
  readonly account: string;
  readonly spent: number;
}

/** Spending of a budget in one period. */
export interface BudgetAccountRecord {
  readonly account: string;
  readonly periodStart: Date;
  readonly spent: number;
  /** Unspent amount that processes hold. */
  readonly leased: number;
}
