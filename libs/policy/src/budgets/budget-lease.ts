/** Earlier periods of the same account that count in the one that is leased. */
export interface EarlierPeriods {
  /** Start of the first of them, RFC 3339 in UTC. */
  readonly from: string;
  /**
   * There is one, and what it left unspent of this amount is added to this period: a temporary raise is not carried over. Undefined if all
   * that was spent in them counts here too.
   */
  readonly carriesOf?: number | undefined;
}

/** A request to the database for a lease. Amounts are in the budget's unit. */
export interface LeaseRequest {
  readonly lease: string;
  readonly limit: number;
  /** Total ever spent from the lease. */
  readonly settled: number;
  /** Total ever committed from the lease: settled, and reserved by running requests as far as the slice covers it. */
  readonly committed: number;
  /** The amount beyond `committed` that the process keeps. It returns the rest. */
  readonly keep: number;
  /** The amount that the process wants beyond `committed`. */
  readonly wanted: number;
  /** The amount that the first waiting request needs. 0 if none waits. */
  readonly needed: number;
  /** Undefined: the period counts alone. */
  readonly earlier?: EarlierPeriods | undefined;
}

export interface SliceAnswer {
  /** Total ever granted to the lease. */
  readonly granted: number;
  /** The amount that is neither spent nor leased. */
  readonly free: number;
  /** The amount that all processes have spent, including this one. */
  readonly settled: number;
  /** The amount spent from this lease, as far as the database has recorded it. */
  readonly used: number;
}
