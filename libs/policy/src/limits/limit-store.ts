import type { Ceiling } from './ceiling.js';

/** Bounds of a prompt's token count, and an estimate, before a tokenizer has counted it. In tokens. */
export interface TokenDemand {
  /** The estimate, which is charged at admission. The usage of the answer corrects it. */
  readonly charge: number;
  readonly atLeast: number;
  readonly atMost: number;
}

/**
 * The result of an admission: the limit that rejects the request, or undefined if it is admitted. `uncertain`: the bounds of the
 * prompt do not decide, so its tokens must be counted. A request that is not admitted has not been counted under any limit.
 */
export type LimitVerdict = Ceiling | 'uncertain' | undefined;

/** Stores the counters of rate limits. Times are milliseconds of a monotonic clock. A store may use another clock. */
export interface LimitStore {
  /** True while every admission is a network round trip, so that one call should ask for everything. */
  readonly isShared: boolean;
  /**
   * Counts one request and its tokens under all limits, or under none. The first limit that is exceeded rejects it. `tokens` is
   * required if a limit counts tokens.
   */
  admit(
    ceilings: readonly Ceiling[],
    tokens: TokenDemand | undefined,
    now: number,
  ): LimitVerdict | Promise<LimitVerdict>;
  /** Adds what was not known at admission; a negative amount gives back. Never throws, and is never waited for. */
  settle(ceilings: readonly Ceiling[], amount: number, now: number): void;
  /** Resolves when all that was settled is counted. Never rejects. */
  flush(): Promise<void>;
}

/** Tolerance for rounding errors when usage is compared with a limit. */
export const ROUNDING = 1e-6;

/** The least that a request needs of a limit. At least 1, so that a limit that is reached rejects even an empty prompt. */
export function leastNeed(unit: Ceiling['unit'], tokens: TokenDemand | undefined): number {
  return unit === 'requests' ? 1 : Math.max(1, tokens?.atLeast ?? 0);
}

export function greatestNeed(unit: Ceiling['unit'], tokens: TokenDemand | undefined): number {
  return unit === 'requests' ? 1 : Math.max(1, tokens?.atMost ?? 0);
}

export function chargeOf(unit: Ceiling['unit'], tokens: TokenDemand | undefined): number {
  return unit === 'requests' ? 1 : (tokens?.charge ?? 0);
}
