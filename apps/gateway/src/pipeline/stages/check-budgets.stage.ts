import { BudgetHold } from '@multilane/policy';
import { credentialBudget, teamBudget } from '../../budgets/budgets-of.js';
import { teamOf } from '../../snapshot/find-policy.js';
import { refuseOverBudget } from '../refuse-over-budget.js';
import type { RequestContext } from '../request-context.js';

/**
 * Refuses a request whose key (in US dollars) or team (in tokens) has spent its budget
 * (docs/contract/budgets.md#budgets). Nothing is reserved yet: what the cache answers costs nothing.
 */
export function checkBudgets(context: RequestContext): void {
  const { asked, planned, services } = context;
  const { caller, snapshot } = asked;
  const { plan } = planned;
  const limits = caller.limits?.budgetUsd ? caller.limits : undefined;
  if (limits === undefined && !snapshot.hasTokenBudgets) return;
  // What the gateway answers by itself costs nothing, and counting tokens uses none.
  if (plan === undefined || plan.format.billing === 'nothing') return;
  const tokens = snapshot.hasTokenBudgets ? teamOf(snapshot, caller)?.tokenBudget : undefined;
  if (limits === undefined && tokens === undefined) return;
  const { budgets } = services;
  const now = performance.now();
  const key = limits && credentialBudget(budgets, caller, limits, now);
  const team = tokens && teamBudget(budgets, tokens, now);
  planned.budgets = new BudgetHold(key, team, budgets.isLeased);
  const spent = planned.budgets.findSpent(now);
  if (spent !== undefined) refuseOverBudget(context, spent);
}
