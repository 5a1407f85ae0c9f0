import type { EarlierPeriods } from './budget-lease.js';
import type { EarlierAccount } from './count-earlier.js';
import type { LearnedCosts } from './learned-costs.js';

/** Parts of an account that those of one rule share. */
export interface AccountOptions {
  /** Learned costs of requests; by default each account learns them by itself. */
  readonly costs?: LearnedCosts;
  /** Undefined: the period counts alone. */
  readonly earlier?: EarlierPeriods | undefined;
  /** Accounts of those periods, where no other process spends the budget. */
  readonly before?: readonly EarlierAccount[];
  /** Accounts that are looked at: one that rests adds itself with its next request. */
  readonly active?: Pick<Set<unknown>, 'add'>;
}
