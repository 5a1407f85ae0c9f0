import { ClientGone } from '@multilane/http';
import { type BudgetHold, computeTokenCost, type HoldVerdict, type ModelPrice } from '@multilane/policy';
import { type ExpectedUsage, expectUsage } from '../expect-usage.js';
import { refuseOverBudget } from '../refuse-over-budget.js';
import type { RequestContext } from '../request-context.js';

/**
 * Reserves of the budgets what the request is likely to use, after the cache, whose answers cost nothing. Where running requests
 * may use what is left, it waits for them, for a short time.
 */
export function reserveBudgets(context: RequestContext): void | Promise<void> {
  const { budgets: hold, plan } = context.planned;
  if (hold === undefined || plan === undefined) return;
  const now = performance.now();
  const { model } = plan;
  const usage = expectUsage(plan);
  const tokens = { known: usage.prompt, guess: usage.extraPrompt + usage.completion };
  hold.expect(model.logicalName, hold.key ? costOf(usage, model.price.current) : NOTHING, tokens);
  const verdict = hold.tryReserve(now);
  if (isUrgent(hold, now)) context.services.budgets.kick();
  if (verdict === 'unknown') return waitForTurn(context, hold);
  conclude(context, verdict);
}

const NOTHING = { known: 0, guess: 0 };

function costOf({ prompt, extraPrompt, completion }: ExpectedUsage, price: ModelPrice | undefined): typeof NOTHING {
  if (price === undefined) return NOTHING;
  const known = computeTokenCost(prompt, 0, price);
  return { known, guess: computeTokenCost(prompt + extraPrompt, completion, price) - known };
}

function isUrgent({ key, team }: BudgetHold, now: number): boolean {
  return (key?.account.isUrgent(now) ?? false) || (team?.account.isUrgent(now) ?? false);
}

async function waitForTurn(context: RequestContext, hold: BudgetHold): Promise<void> {
  const { services, tried } = context;
  if (tried.cancelled) throw new ClientGone();
  const wait = services.budgets.waits.begin(hold);
  if (wait === undefined) refuseOverBudget(context, 'unknown');
  tried.abortable = wait;
  const verdict = await wait.verdict;
  tried.abortable = undefined;
  conclude(context, verdict);
}

function conclude(context: RequestContext, verdict: HoldVerdict): void {
  if (verdict !== 'allowed') refuseOverBudget(context, verdict);
  context.services.metrics.recordPolicyDecision('allowed', 'budget');
}
