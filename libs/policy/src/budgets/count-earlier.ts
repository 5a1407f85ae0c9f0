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
): { readonly settled: number; readonly committed: number } {
  if (earlier === undefined) return NOTHING;
  let [settled, committed] = [0, 0];
  for (const account of accounts) {
    settled += account.settledHere;
    committed += account.committed;
  }
  const { carriesOf } = earlier;
  if (carriesOf === undefined) return { settled, committed };
  return accounts.length === 0
    ? NOTHING
    : { settled: Math.min(0, settled - carriesOf), committed: Math.min(0, committed - carriesOf) };
}

const NOTHING = { settled: 0, committed: 0 };
