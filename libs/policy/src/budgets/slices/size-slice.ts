/** Facts that decide how much of a budget a process holds in advance; amounts in the budget's unit. */
export interface SliceSituation {
  readonly limit: number;
  /**
   * Amount that is neither spent nor held by any process, at the last answer of the database; undefined before the
   * first.
   */
  readonly free: number | undefined;
  /** That, and what this process holds beyond what is committed. */
  readonly rest: number;
  /** Expected cost of a request. */
  readonly typical: number;
  /** Spending of the process per millisecond. */
  readonly rate: number;
  /** True if it is one of many accounts, and the process has begun few requests on it. */
  readonly isNew: boolean;
}

/** The share of a budget that a process in use holds as long as most of the budget is left. */
export const SLICE_SHARE = 0.05;

/** And the share of what is left, once that is less. */
const SHARE_OF_THE_REST = 0.2;

/** A process holds what it spends in so long: it can continue for so long without the database. Milliseconds. */
const HORIZON_MS = 60_000;

/** And so many requests may always begin at once, as far as that is not too much. */
const REQUESTS_AT_ONCE = 10;

/** At most this share of what is left: before a budget has learned what requests cost, it expects far too much of them. */
const MOST_OF_THE_REST = 0.25;

/** An idle process keeps this share of a budget, or what so many requests cost, whichever is more. Of a new account it holds no more either. */
const KEPT_SHARE = 0.01;
const KEPT_REQUESTS = 10;

/** It keeps that only where so many requests are left: other processes do without it until they ask. */
const KEPT_BEFORE_REQUESTS = 20;

/** With less left than so many requests cost, a process holds nothing in advance. */
const LAST_REQUESTS = 4;

/**
 * Sizes the amount that a process should hold beyond its committed one. Smaller towards the end, so that other
 * processes find something too.
 */
export function sizeSlice({ free, isNew, limit, rate, rest, typical }: SliceSituation): number {
  const most = rest * MOST_OF_THE_REST;
  const wanted = limit * (isNew ? KEPT_SHARE : SLICE_SHARE);
  // The requests that wait are asked for beside it. What further ones will cost is a guess, of which most would have to go back.
  if (free === undefined && isNew) return Math.min(wanted, most);
  if (free === undefined) return Math.min(Math.max(wanted, typical * REQUESTS_AT_ONCE), most);
  if (free <= 0 || rest < typical * LAST_REQUESTS) return 0;
  const share = Math.min(wanted, rest * SHARE_OF_THE_REST);
  return Math.min(Math.max(share, rate * HORIZON_MS, typical * REQUESTS_AT_ONCE), most);
}

/**
 * Sizes the amount that an idle process should hold, so that its next requests can be served while the database is
 * away.
 */
export function sizeKept({ free, limit, rest, typical }: SliceSituation): number {
  if (free === undefined || free <= 0 || rest < typical * KEPT_BEFORE_REQUESTS) return 0;
  return Math.max(limit * KEPT_SHARE, typical * KEPT_REQUESTS);
}
