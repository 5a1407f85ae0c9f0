/** Demand of a process on a budget, in the budget's unit. */
export interface SliceRequest {
  readonly limit: number;
  /** Amount that the process would like to hold beyond its committed one. */
  readonly wanted: number;
  /** Amount that the first of the waiting requests needs; 0 if none waits. */
  readonly needed: number;
}

export interface SliceFacts {
  /** Amount that is neither spent nor held by anybody. */
  readonly free: number;
  /** Other processes that hold a slice. */
  readonly others: number;
}

/** The last thousandth of a budget is not divided any further. */
const GRAIN = 1 / 1000;

/**
 * Sizes the grant for a process. Half of an even share of what is free, so that slices shrink as a budget runs out and
 * others find something too; but what a waiting request needs, as long as that leaves as much for others.
 */
export function grantSlice({ limit, wanted, needed }: SliceRequest, { free, others }: SliceFacts): number {
  if (free <= 0) return 0;
  if (free <= limit * GRAIN) return Math.min(wanted, free);
  const share = Math.min(wanted, free / (2 * (others + 1)));
  return needed <= free / 2 ? Math.max(share, needed) : share;
}
