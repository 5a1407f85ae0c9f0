/** Items that a provider bills beside tokens, or that change what those cost. */
export interface Billed {
  /** The tier that served the answer, where it is not the standard one. */
  readonly tier?: string;
  /** Times the price of all tokens, as for an answer that was bound to a region. */
  readonly factor?: number;
  /** Searches that the provider made. */
  readonly searches?: number;
}

/** The member of a usage that has it: a symbol, because no format of an answer has a place for it and it is never sent. */
export const BILLED: unique symbol = Symbol('billed');

/** The same usage with what is billed beside it; itself where there is nothing. */
export function withBilled<Counts extends object | undefined>(usage: Counts, billed: Billed | undefined): Counts {
  return usage === undefined || billed === undefined ? usage : { ...usage, [BILLED]: billed };
}
