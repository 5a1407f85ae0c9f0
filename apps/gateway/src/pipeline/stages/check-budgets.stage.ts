import type { CredentialLimits } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { type BudgetAccount, BudgetHold, type BudgetVerdict, computeTokenCost } from '@multilane/policy';
import { credentialBudget, teamBudget } from '../../budgets/budgets-of.js';
import { teamOf } from '../../snapshot/find-policy.js';
import type { TokenBudget } from '../../snapshot/snapshot.js';
import { expectUsage } from '../expect-usage.js';
import type { RequestContext, ServingPlan } from '../request-context.js';

/**
 * The budgets of the credential, in US dollars, and of its team, in tokens (specification section 8): both must allow the
 * request, which then reserves of both what it is likely to use. A refusal takes nothing.
 */
export function checkBudgets(context: RequestContext): void {
  const { caller, plan, snapshot } = context;
  const limits = caller.limits?.budgetUsd ? caller.limits : undefined;
  if (limits === undefined && !snapshot.hasTokenBudgets) return;
  // What the gateway answers by itself costs nothing, and counting tokens uses none.
  if (plan === undefined || plan.endpoint === 'countTokens') return;
  const tokens = snapshot.hasTokenBudgets ? teamOf(snapshot, caller)?.tokenBudget : undefined;
  if (limits || tokens) reserve(context, plan, limits, tokens);
}

function reserve(
  context: RequestContext,
  plan: ServingPlan,
  limits: CredentialLimits | undefined,
  tokens: TokenBudget | undefined,
): void {
  const { budgets, metrics } = context.services;
  const now = performance.now();
  const key = limits && credentialBudget(budgets, context.caller, limits, now);
  const team = tokens && teamBudget(budgets, tokens, now);
  const expected = expectUsage(plan);
  const price = plan.model.price.current;
  const usd = key && price ? key.expect(computeTokenCost(expected.prompt, expected.completion, price)) : 0;
  const total = team ? team.expect(expected.prompt + expected.completion) : 0;
  const ofKey = key?.check(usd, limits?.budgetUsd ?? 0, now) ?? 'allowed';
  const ofTeam = team?.check(total, tokens?.tokens ?? 0, now) ?? 'allowed';
  const isAllowed = ofKey === 'allowed' && ofTeam === 'allowed';
  if (isAllowed) context.budgets = new BudgetHold(key, usd, team, total, budgets.isLeased);
  if (isUrgent(key, now) || isUrgent(team, now)) budgets.kick();
  if (!isAllowed) refuse(context, ofKey, ofTeam);
  metrics.recordPolicyDecision('allowed', 'budget');
}

function isUrgent(account: BudgetAccount | undefined, now: number): boolean {
  return account?.isUrgent(now) ?? false;
}

/** Trying again is in vain until the period ends, except where the budget could not be looked up in time. */
function refuse({ services }: RequestContext, ofKey: BudgetVerdict, ofTeam: BudgetVerdict): never {
  const code = ofKey === 'exceeded' ? 'key_budget_exceeded' : ofTeam === 'exceeded' ? 'budget_exhausted' : 'overloaded';
  services.metrics.recordPolicyDecision('refused', 'budget', code);
  if (code !== 'overloaded') throw new GatewayError(code, { headers: { 'x-should-retry': 'false' } });
  throw new GatewayError(code, {
    headers: { 'retry-after': '1' },
    message: 'The budget cannot be looked up at this moment. Try again in a second.',
  });
}
