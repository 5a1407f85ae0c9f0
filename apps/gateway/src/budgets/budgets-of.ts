import type { Caller, CredentialLimits } from '@multilane/auth';
import { type BudgetAccount, credentialAccount, declaredKeyAccount } from '@multilane/policy';
import type { Team, TokenBudget } from '../snapshot/snapshot.js';
import type { BudgetKeeper } from './budget-keeper.js';

/** The account that a credential spends from now. */
export function credentialBudget(
  keeper: BudgetKeeper,
  caller: Caller,
  { budgetPeriod: period, budgetUsd: limit }: CredentialLimits,
  now: number,
): BudgetAccount {
  const { credentialId, keyName, organizationName = '', teamName = '' } = caller;
  // Keys of gateway.yaml have no id. Names may hold anything but control characters, which no id holds either.
  const owner = credentialId ?? `${teamName}\n${keyName}`;
  const nameOf = (): string =>
    credentialId === undefined
      ? declaredKeyAccount(organizationName, teamName, keyName, period)
      : credentialAccount(credentialId, period);
  return keeper.credentials.find({ owner, period, limit }, nameOf, now, keeper.wall(now));
}

/** The account that a team spends from now. */
export function teamBudget(keeper: BudgetKeeper, { account, tokens }: TokenBudget, now: number): BudgetAccount {
  return keeper.teams.find({ owner: account, period: 'monthly', limit: tokens }, () => account, now, keeper.wall(now));
}

/** Whether any team of a snapshot has a budget, so that requests need not look where there is none. */
export function hasTokenBudgets(...teams: readonly ReadonlyMap<string, Team>[]): boolean {
  return teams.some((each) => [...each.values()].some(({ tokenBudget }) => tokenBudget !== undefined));
}
