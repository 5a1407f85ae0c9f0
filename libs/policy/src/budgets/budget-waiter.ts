/** A request that waits until others have settled, or until the slice has grown. */
export interface Waiter<Account> {
  /** The amount that it needs of this budget. */
  readonly amountOf: (account: Account) => number;
  /** Tries again to reserve. Returns whether it no longer waits for this account. */
  readonly retry: (account: Account, now: number) => boolean;
}

/** Amounts that requests need which wait for an account: that of the first, and of all together. */
export function sumWaiting<Account>(
  account: Account,
  waiting: Iterable<Waiter<Account>> = [],
): { readonly needed: number; readonly missing: number } {
  let [needed, missing] = [0, 0];
  for (const waiter of waiting) {
    const amount = waiter.amountOf(account);
    if (missing === 0) needed = amount;
    missing += amount;
  }
  return { needed, missing };
}
