import type { Ceiling } from './ceiling.js';

/** What is known of a prompt before a tokenizer has counted it: bounds that hold, and a guess between them. Tokens. */
export interface TokenDemand {
  /** What is charged at once; the answer's usage corrects it. */
  readonly charge: number;
  readonly atLeast: number;
  readonly atMost: number;
}

/**
 * The ceiling that refuses, or undefined: admitted. `uncertain`: the bounds of the prompt do not tell, it must be
 * counted. Anyone who is not admitted has not been counted anywhere.
 */
export type LimitVerdict = Ceiling | 'uncertain' | undefined;

/** Where counters are. Times are milliseconds of a clock that never goes back; a store may have a clock of its own. */
export interface LimitStore {
  /** True while every admission is a round trip, so that it pays to ask for everything at once. */
  readonly isShared: boolean;
  /**
   * Counts one request, and its tokens, under every ceiling or under none. The first ceiling that does not let it pass
   * decides. `tokens` is needed where a ceiling counts tokens.
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

/** What is used may be above a ceiling by rounding alone, by so much. */
export const ROUNDING = 1e-6;

/** What must fit under a ceiling at least. A ceiling that is reached lets nothing pass, not even an empty prompt. */
export function leastNeed(unit: Ceiling['unit'], tokens: TokenDemand | undefined): number {
  return unit === 'requests' ? 1 : Math.max(1, tokens?.atLeast ?? 0);
}

export function greatestNeed(unit: Ceiling['unit'], tokens: TokenDemand | undefined): number {
  return unit === 'requests' ? 1 : Math.max(1, tokens?.atMost ?? 0);
}

export function chargeOf(unit: Ceiling['unit'], tokens: TokenDemand | undefined): number {
  return unit === 'requests' ? 1 : (tokens?.charge ?? 0);
}
