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
