import { GatewayError } from '@multilane/errors';
import { ClientGone } from '@multilane/http';
import { BudgetHold, computeTokenCost, type HoldVerdict, type ModelPrice } from '@multilane/policy';
import { findHold } from '../../budgets/budgets-of.js';
import { type ExpectedUsage, expectUsage } from '../expect-usage.js';
import type { RequestContext } from '../request-context.js';

/**
 * Refuses a request whose key (in US dollars) or team (in tokens) has spent its budget
 * (docs/contract/budgets.md#budgets). Nothing is reserved yet: what the cache answers costs nothing.
 */
export function checkBudgets(context: RequestContext): void {
  const { plan } = context.planned;
  // What the gateway answers by itself costs nothing, and counting tokens uses none.
  if (plan === undefined || plan.format.billing !== 'tokens') return;
  holdBudgets(context);
}

/** The same for whatever the request is about to use. */
export function holdBudgets(context: RequestContext): void {
  findBudgets(context);
  const spent = context.planned.budgets?.findSpent(performance.now());
  if (spent !== undefined) refuseOverBudget(context, spent);
}

/** Has the request charged to its budgets, whatever is left of them. */
export function chargeBudgets(context: RequestContext): void {
  findBudgets(context);
  context.planned.budgets?.reserveNothing();
}

function findBudgets({ asked, planned, services }: RequestContext): void {
  if (!asked.caller.limits?.budgetUsd && !asked.snapshot.hasTokenBudgets) return;
  const hold = findHold(services.budgets, asked);
  if (hold !== undefined) planned.budgets = hold;
}

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
  if (hold.isUrgent(now)) context.services.budgets.requestRenewal();
  if (verdict === 'unknown') return waitForTurn(context, hold);
  conclude(context, verdict);
}

const NOTHING = { known: 0, guess: 0 };

function costOf({ prompt, extraPrompt, completion }: ExpectedUsage, price: ModelPrice | undefined): typeof NOTHING {
  if (price === undefined) return NOTHING;
  const known = computeTokenCost(prompt, 0, price);
  return { known, guess: computeTokenCost(prompt + extraPrompt, completion, price) - known };
}

/** Reserves what a call costs whose price is known, in US dollars. Budgets of tokens do not concern it. */
export function reserveCost(context: RequestContext, name: string, usd: number): void | Promise<void> {
  const { budgets: hold } = context.planned;
  if (hold === undefined) return;
  const now = performance.now();
  hold.expect(name, { known: usd, guess: 0 }, NOTHING);
  const verdict = hold.tryReserve(now);
  if (hold.isUrgent(now)) context.services.budgets.requestRenewal();
  if (verdict === 'unknown') return waitForTurn(context, hold);
  conclude(context, verdict);
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

const CODES = {
  'key exceeded': 'key_budget_exceeded',
  'team exceeded': 'budget_exhausted',
  unknown: 'overloaded',
} as const;

/**
 * Refuses a request for its budgets. Trying again is in vain until the period ends, except where running requests, or the
 * database, have yet to say whether anything is left.
 */
export function refuseOverBudget({ services }: RequestContext, verdict: Exclude<HoldVerdict, 'allowed'>): never {
  const code = CODES[verdict];
  services.metrics.recordPolicyDecision('refused', 'budget', code);
  if (code !== 'overloaded') throw new GatewayError(code, { headers: { 'x-should-retry': 'false' } });
  throw new GatewayError(code, {
    headers: { 'retry-after': '1' },
    message: 'The budget is nearly used up, and running requests may use the rest of it. Try again in a second.',
  });
}
