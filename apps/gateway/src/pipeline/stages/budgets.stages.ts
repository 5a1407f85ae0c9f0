import { GatewayError } from '@multilane/errors';
import { ClientGone } from '@multilane/http';
import { type BudgetHold, computeTokenCost, type HoldVerdict, isFree, type ModelPrice } from '@multilane/policy';
import { findManifest } from '@multilane/providers/manifests';
import { findHold } from '../../budgets/budgets-of.js';
import type { PlannedRequest, ServingPlan } from '../../recording/request-parts.js';
import type { ServedModel } from '../../snapshot/snapshot.js';
import { type ExpectedUsage, expectUsage } from '../expect-usage.js';
import type { RequestContext } from '../request-context.js';
import { reroute } from './choose-model.stages.js';
import { checkCapabilities, planServing } from './plan.stages.js';

/**
 * Rejects a request whose key (in US dollars) or team (in tokens) has spent its budget
 * (docs/contract/budgets.md#budgets). Nothing is reserved yet: what the cache answers costs nothing.
 */
export function checkBudgets(context: RequestContext): void {
  const { plan } = context.planned;
  // Answers of the gateway itself cost nothing, and counting tokens uses none.
  if (plan === undefined || plan.format.billing !== 'tokens') return;
  holdBudgets(context);
}

/** The same for whatever the request is about to use. */
export function holdBudgets(context: RequestContext): void {
  findBudgets(context);
  refuseUnpriced(context);
  const { budgets } = context.planned;
  const spent = budgets?.findSpent(performance.now());
  if (spent === undefined) return;
  if (!downgrade(context, budgets?.downgradeTo)) refuseOverBudget(context, spent, budgets);
}

/** Continues on another model, which the budgets must allow too; false if the request cannot. */
function downgrade(context: RequestContext, name: string | undefined): boolean {
  const { planned } = context;
  // Sessions and calls of tools have no plan that could be another.
  if (name === undefined || planned.isDowngraded || planned.plan?.format.billing !== 'tokens') return false;
  if (!reroute(context, name)) return false;
  planned.isDowngraded = true;
  planned.budgets = undefined;
  planServing(context);
  checkCapabilities(context);
  holdBudgets(context);
  return true;
}

/** Throws for a model whose price nobody knows, where a budget in dollars has to count it. */
function refuseUnpriced({ asked, planned, services }: RequestContext): void {
  if (!asked.snapshot.refusesUnpriced || !planned.budgets?.countsUsd) return;
  const unpriced = modelsOf(planned).find(isUnpriced);
  if (unpriced === undefined) return;
  services.metrics.recordPolicyDecision('refused', 'budget', 'model_unpriced');
  throw new GatewayError('model_unpriced', {
    param: 'model',
    message: `A budget in dollars covers the request, and the model ${JSON.stringify(unpriced.logicalName)} has no price.`,
  });
}

/** Every model that may serve the request. */
function modelsOf({ plan, route }: PlannedRequest): readonly ServedModel[] {
  if (route !== undefined) return route.candidates.map(({ model }) => model);
  return plan === undefined ? [] : [plan.model];
}

/** Models without a price because they run in the process cost nothing, and those of media have prices of their own. */
function isUnpriced({ mediaPrices, price, target }: ServedModel): boolean {
  if (price.current !== undefined || price.isPending || mediaPrices !== undefined) return false;
  return !findManifest(target.provider.kind)?.inProcess;
}

/** True if every model that may serve the request is free: budgets in dollars do not apply to it. */
function costsNothing(planned: PlannedRequest): boolean {
  const models = modelsOf(planned);
  return models.length > 0 && models.every(isFreeModel);
}

/** By a declared price of 0, or because it runs in the process. */
export function isFreeModel({ mediaPrices, price, target }: ServedModel): boolean {
  if (mediaPrices !== undefined && Object.values(mediaPrices).some((usd) => (usd ?? 0) > 0)) return false;
  return price.current === undefined ? findManifest(target.provider.kind)?.inProcess === true : isFree(price.current);
}

/** Has the request charged to its budgets, whatever is left of them. */
export function chargeBudgets(context: RequestContext): void {
  findBudgets(context);
  context.planned.budgets?.reserveNothing();
}

/**
 * Rejects a request for media if a rule that counts media is spent, and reserves its likely cost: the highest price of the model, until
 * the cost of such requests is known.
 */
export function reserveMedia(context: RequestContext): void | Promise<void> {
  const { asked, planned } = context;
  if (!asked.snapshot.budgets?.hasMedia || planned.plan === undefined) return;
  const { billing } = planned.plan.format;
  if (billing === 'tokens' || billing === 'nothing') return;
  findBudgets(context, true);
  const { budgets: hold } = planned;
  if (hold === undefined) return;
  const { model } = planned.plan;
  const usd = Math.max(0, ...Object.values(model.mediaPrices ?? {}).map((price) => price ?? 0));
  return reserve(context, hold, model.logicalName, { known: 0, guess: usd });
}

function findBudgets(context: RequestContext, isMedia = false): void {
  const { caller, snapshot } = context.asked;
  if (!caller.limits?.budgetUsd && !snapshot.hasTokenBudgets && snapshot.budgets === undefined) return;
  const hold = findOwnHold(context, isMedia);
  if (hold === undefined) return;
  // The period, and so the account, may be another one.
  if (!context.services.budgets.isClockKnown) refuseWithoutDatabase(context.services);
  context.planned.budgets = hold;
}

function findOwnHold({ asked, planned, services }: RequestContext, isMedia: boolean): BudgetHold | undefined {
  return findHold(services.budgets, asked, {
    attribution: asked.attribution,
    models: modelsOf(planned),
    virtualModel: asked.virtualModel?.logicalName,
    isFree: costsNothing(planned),
    isDowngraded: planned.isDowngraded,
    isMedia,
  });
}

/**
 * Reserves what a second call of the request is likely to use, in a hold of its own; undefined if the request has no budgets. Nothing
 * waits for a budget that has no room for it.
 */
export function reserveAnother(context: RequestContext, plan: ServingPlan): BudgetHold | undefined | 'refused' {
  const { planned, services } = context;
  if (planned.budgets === undefined) return undefined;
  const hold = services.budgets.isClockKnown ? findOwnHold(context, false) : undefined;
  if (hold === undefined) return 'refused';
  expectTokens(hold, plan);
  return hold.tryReserve(performance.now()) === 'allowed' ? hold : 'refused';
}

/**
 * Reserves of the budgets what the request is likely to use, after the cache, whose answers cost nothing. Where running requests
 * may use what is left, it waits for them, for a short time.
 */
export function reserveBudgets(context: RequestContext): void | Promise<void> {
  const { budgets: hold, plan } = context.planned;
  if (hold === undefined || plan === undefined) return;
  const now = performance.now();
  expectTokens(hold, plan);
  const verdict = hold.tryReserve(now);
  if (hold.isUrgent(now)) context.services.budgets.requestRenewal();
  if (verdict === 'unknown') return waitForTurn(context, hold);
  conclude(context, verdict, hold);
}

function expectTokens(hold: BudgetHold, plan: ServingPlan): void {
  const { model } = plan;
  const usage = expectUsage(plan);
  const tokens = { known: usage.prompt, guess: usage.extraPrompt + usage.completion };
  hold.expect(model.logicalName, hold.countsUsd ? costOf(usage, model.price.current) : NOTHING, tokens);
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
  if (hold !== undefined) return reserve(context, hold, name, { known: usd, guess: 0 });
}

function reserve(
  context: RequestContext,
  hold: BudgetHold,
  name: string,
  usd: { readonly known: number; readonly guess: number },
): void | Promise<void> {
  const now = performance.now();
  hold.expect(name, usd, NOTHING);
  const verdict = hold.tryReserve(now);
  if (hold.isUrgent(now)) context.services.budgets.requestRenewal();
  if (verdict === 'unknown') return waitForTurn(context, hold);
  conclude(context, verdict, hold);
}

async function waitForTurn(context: RequestContext, hold: BudgetHold): Promise<void> {
  const { services, tried } = context;
  if (tried.cancelled) throw new ClientGone();
  const wait = services.budgets.waits.begin(hold);
  if (wait === undefined) refuseOverBudget(context, 'unknown', hold);
  tried.abortable = wait;
  const verdict = await wait.verdict;
  tried.abortable = undefined;
  conclude(context, verdict, hold);
}

function conclude(context: RequestContext, verdict: HoldVerdict, hold: BudgetHold): void {
  // Running requests used the rest after this one was checked: the next attempt continues on another model. Media and tools have none.
  const mayContinue = hold.downgradeTo !== undefined && context.planned.plan?.format.billing === 'tokens';
  if (verdict === 'rule exceeded' && mayContinue) refuseOverBudget(context, 'unknown', hold);
  if (verdict !== 'allowed') refuseOverBudget(context, verdict, hold);
  context.services.metrics.recordPolicyDecision('allowed', 'budget');
}

const CODES = {
  'key exceeded': 'key_budget_exceeded',
  'team exceeded': 'budget_exhausted',
  'rule exceeded': 'budget_exceeded',
  unknown: 'overloaded',
} as const;

/**
 * Rejects a request for its budgets. Trying again is in vain until the period ends, except where running requests, or the
 * database, have yet to say whether anything is left.
 *
 * @param hold Says what is waited for, and the scope of a rule that rejects
 */
export function refuseOverBudget(
  { services }: RequestContext,
  verdict: Exclude<HoldVerdict, 'allowed'>,
  hold?: BudgetHold,
): never {
  const code = CODES[verdict];
  if (code === 'overloaded' && hold?.blocker?.isDatabaseAway) refuseWithoutDatabase(services);
  services.metrics.recordPolicyDecision('refused', 'budget', code);
  if (code !== 'overloaded') throw refuseFinally(code, hold);
  throw new GatewayError(code, {
    headers: { 'retry-after': '1' },
    message: 'The budget is nearly used up, and running requests may use the rest of it. Try again in a second.',
  });
}

function refuseFinally(
  code: 'key_budget_exceeded' | 'budget_exhausted' | 'budget_exceeded',
  hold?: BudgetHold,
): GatewayError {
  const headers = { 'x-should-retry': 'false' };
  const scope = code === 'budget_exceeded' ? hold?.spentScope : undefined;
  return new GatewayError(code, scope === undefined ? { headers } : { headers, scope });
}

/** Nothing says that the budget is spent: what this process may spend of it without asking is. */
function refuseWithoutDatabase({ metrics }: RequestContext['services']): never {
  metrics.recordPolicyDecision('refused', 'budget', 'overloaded');
  throw new GatewayError('overloaded', {
    headers: { 'retry-after': '1' },
    message:
      'The database that budgets are kept in does not answer, and this gateway holds nothing more of the budget. ' +
      'Try again in a second.',
  });
}
