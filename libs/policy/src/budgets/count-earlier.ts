import type { EarlierPeriods } from './budget-lease.js';

/** An account of an earlier period, in the same process. */
export interface EarlierAccount {
  /** Spending that is settled. */
  readonly settledHere: number;
  /** That, and what running requests have reserved. */
  readonly committed: number;
}

/** Adds up earlier periods: spending that counts in this one too, or below 0 a rest that is carried over. */
export function countEarlier(
  accounts: readonly EarlierAccount[],
  earlier: EarlierPeriods | undefined,
  limit: number,
): { readonly settled: number; readonly committed: number } {
  let [settled, committed] = [0, 0];
  for (const account of accounts) {
    settled += account.settledHere;
    committed += account.committed;
  }
  if (!earlier?.carries) return { settled, committed };
  return accounts.length === 0
    ? NOTHING
    : { settled: Math.min(0, settled - limit), committed: Math.min(0, committed - limit) };
}

const NOTHING = { settled: 0, committed: 0 };
