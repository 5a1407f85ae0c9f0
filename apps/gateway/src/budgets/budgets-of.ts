import type { Caller, CredentialLimits } from '@multilane/auth';
import { BudgetHold, type BudgetShare, credentialAccount, declaredKeyAccount } from '@multilane/policy';
import { teamOf } from '../snapshot/find-policy.js';
import type { Snapshot, TokenBudget } from '../snapshot/snapshot.js';
import type { BudgetLeaseRenewer } from './budget-lease-renewer.js';
import { type BudgetSubject, findRuleBudgets } from './rule-budgets.js';

/** The account that a credential spends from now. */
export function credentialBudget(
  keeper: BudgetLeaseRenewer,
  caller: Caller,
  { budgetPeriod: period, budgetUsd: limit }: CredentialLimits,
  now: number,
): BudgetShare {
  const { credentialId, keyName, organizationName = '', teamName = '' } = caller;
  // Keys of gateway.yaml have no id. Names may hold anything but control characters, which no id holds either.
  const owner = credentialId ?? `${teamName}\n${keyName}`;
  const nameOf = (): string =>
    credentialId === undefined
      ? declaredKeyAccount(organizationName, teamName, keyName, period)
      : credentialAccount(credentialId, period);
  return { account: keeper.credentials.find({ owner, period, limit }, nameOf, now, keeper.epochMs(now)), limit };
}

/** The account that a team spends from now. */
function teamBudget(keeper: BudgetLeaseRenewer, { account, tokens: limit }: TokenBudget, now: number): BudgetShare {
  const budget = { owner: account, period: 'monthly', limit } as const;
  return { account: keeper.teams.find(budget, () => account, now, keeper.epochMs(now)), limit };
}

/**
 * A hold on the budgets that the caller spends at this moment; undefined if there are none. Nothing is reserved yet.
 *
 * @param subject The request; `isFree` of one that no budget in dollars concerns
 */
export function findHold(
  keeper: BudgetLeaseRenewer,
  { caller, snapshot }: { readonly caller: Caller; readonly snapshot: Snapshot },
  subject: BudgetSubject,
): BudgetHold | undefined {
  const limits = caller.limits?.budgetUsd && !subject.isFree && !subject.isMedia ? caller.limits : undefined;
  const tokens = snapshot.hasTokenBudgets && !subject.isMedia ? teamOf(snapshot, caller)?.tokenBudget : undefined;
  const rules = snapshot.budgets?.find(snapshot, caller);
  if (limits === undefined && tokens === undefined && rules === undefined) return undefined;
  const now = performance.now();
  const ofRules = rules && findRuleBudgets(keeper, rules, subject, now);
  if (limits === undefined && tokens === undefined && ofRules === undefined) return undefined;
  const key = limits && credentialBudget(keeper, caller, limits, now);
  const team = tokens && teamBudget(keeper, tokens, now);
  return new BudgetHold(key, team, keeper.isLeased, ofRules);
}
