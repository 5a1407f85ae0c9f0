import { GatewayError } from '@multilane/errors';
import { ClientGone } from '@multilane/http';
import {
  type AnyLimit,
  type Ceiling,
  type Ceilings,
  compareCeilings,
  NO_CEILINGS,
  RequestLimits,
  type SlotLimit,
} from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import { tokenCounter } from '@multilane/tokens';
import { callInSomeFormat } from '../../model-calls/ask-in-other-format.js';
import { callRoute, type Hedging, type RoutePlanner } from '../../model-calls/call-route.js';
import { callTarget } from '../../model-calls/call-target.js';
import type { ModelCall } from '../../model-calls/model-call.js';
import { REFUSALS, type RouteRun } from '../../model-calls/route-run.js';
import type { JobOfRequest } from '../../recording/request-parts.js';
import type { RouteTarget } from '../../snapshot/routes/route.js';
import { admitPrompt, usesTokens } from '../admit-prompt.js';
import { startHedging } from '../hedging/hedging.js';
import { holdAtTarget, holdSlots, leaveTarget } from '../hold-slots.js';
import type { RequestContext } from '../request-context.js';
import { sendShadow } from '../shadow-call.js';
import { answerLocally } from './answer.stages.js';
import { findCacheTtl } from './cache.stages.js';
import { watchSilence } from './keep-client-waiting.js';
import { planAnew, switchTo } from './plan.stages.js';

/**
 * Takes a slot under each limit of requests at the same time, which the request keeps to its end, and counts the request. Requests that
 * the gateway makes by itself take none: the request that they are for has one.
 */
export function admitRunning(context: RequestContext): void | Promise<void> {
  const { asked, planned } = context;
  const { caller, incoming, job, snapshot, virtualModel } = asked;
  const { route } = planned;
  const { limits } = snapshot;
  const found = findAll(context);
  if (found.slots.length === 0 || !(incoming.isOfClient || job)) return admitRequests(context, found);
  // Policies that name one of several targets count the requests that are at it.
  const { slots } = route ? limits.find(snapshot, caller, undefined, virtualModel?.logicalName) : found;
  if (slots.length === 0) return admitRequests(context, found);
  const full = holdSlots(context, slots);
  if (full instanceof Promise) return full.then((limit) => admitUnlessFull(context, limit, found));
  return admitUnlessFull(context, full, found);
}

function admitUnlessFull(context: RequestContext, full: SlotLimit | undefined, found: Ceilings): void | Promise<void> {
  if (full !== undefined) throw describeRefusal(context, full);
  return admitRequests(context, found);
}

/**
 * Every limit of requests must let the request pass (docs/contract/limits.md#requests-and-tokens); what the cache
 * answers is a request.
 *
 * @param found limits of the caller and the model, if they are known
 */
export function admitRequests(context: RequestContext, found = findAll(context)): void | Promise<void> {
  const limits = findLimits(context, found);
  if (limits === undefined) return;
  context.planned.limits = limits;
  if (limits.ceilings.tokens.length > 0 && usesTokens(context.planned)) tokenCounter.warm();
  if (limits.ceilings.requests.length > 0) return admitOrSkip(context, limits, askForRequest);
}

function findAll({ asked, planned }: RequestContext): Ceilings {
  const { caller, snapshot, virtualModel } = asked;
  return snapshot.limits.find(snapshot, caller, planned.model?.logicalName, virtualModel?.logicalName);
}

function findLimits({ asked, planned, services }: RequestContext, found: Ceilings): RequestLimits | undefined {
  const { caller, snapshot, virtualModel } = asked;
  const { model, route } = planned;
  const { limits } = snapshot;
  const find = chargedOf(asked.job);
  const ceilings = find(found);
  if (ceilings.all.length === 0) return undefined;
  const store = services.limitStores[limits.backend];
  const own = route && model ? find(limits.findOfModel(snapshot, caller, model.logicalName)) : NO_CEILINGS;
  if (own.all.length === 0) return new RequestLimits(ceilings, store);
  // Limits of the first of several targets; later targets of the request count it too.
  const general = find(limits.find(snapshot, caller, undefined, virtualModel?.logicalName));
  return new RequestLimits(ceilings, store, general, own);
}

/** Limits that a request is charged under now: the request of a job may have counted when it was accepted. */
function chargedOf(job: JobOfRequest | undefined): (ceilings: Ceilings) => Ceilings {
  return job?.wasCounted ? leaveRequestsOut : keepAll;
}

const keepAll = (ceilings: Ceilings): Ceilings => ceilings;

const TOKENS_OF = new WeakMap<Ceilings, Ceilings>();

/** The same object each time for the same limits, by which a request knows what it is charged under. */
function leaveRequestsOut(ceilings: Ceilings): Ceilings {
  const { requests, tokens } = ceilings;
  if (requests.length === 0) return ceilings;
  if (tokens.length === 0) return NO_CEILINGS;
  const known = TOKENS_OF.get(ceilings);
  if (known !== undefined) return known;
  const made: Ceilings = { ...ceilings, requests: [], all: tokens };
  TOKENS_OF.set(ceilings, made);
  return made;
}

function askForRequest(
  context: RequestContext,
  limits: RequestLimits,
): Ceiling | undefined | Promise<Ceiling | undefined> {
  if (isAskedAtOnce(context, limits)) return admitPrompt(context.planned.serving, limits, 'all', context.asked.caller);
  return limits.admitRequest(performance.now()) as Ceiling | undefined | Promise<Ceiling | undefined>;
}

/** One round trip does for requests and tokens where nothing can answer in between. */
function isAskedAtOnce(context: RequestContext, limits: RequestLimits): boolean {
  return (
    limits.isShared &&
    limits.ceilings.tokens.length > 0 &&
    usesTokens(context.planned) &&
    findCacheTtl(context) === undefined
  );
}

/**
 * Every limit of tokens must have room for the prompt (docs/contract/limits.md#settlement). The tokens of the answer are charged when they
 * are known, in `settleRequest`.
 */
export function admitTokens(context: RequestContext): void | Promise<void> {
  const { limits } = context.planned;
  if (limits === undefined || limits.ceilings.tokens.length === 0 || limits.hasTokens || !usesTokens(context.planned))
    return;
  return admitOrSkip(context, limits, askForTokens, askForAll);
}

function askForTokens(
  context: RequestContext,
  limits: RequestLimits,
): Ceiling | undefined | Promise<Ceiling | undefined> {
  return admitPrompt(context.planned.serving, limits, 'tokens', context.asked.caller);
}

/** Asks again in full after a switch of targets: the request was returned together with the rejected tokens. */
function askForAll(context: RequestContext, limits: RequestLimits): Ceiling | undefined | Promise<Ceiling | undefined> {
  return admitPrompt(context.planned.serving, limits, 'all', context.asked.caller);
}

/** The limit that rejects, if any. */
type Known = Ceiling | undefined;
type Ask = (context: RequestContext, limits: RequestLimits) => Known | Promise<Known>;

/**
 * Admits the request to the target that is planned for, or to the first one whose own limits let it pass. With none left
 * the outermost of the limits that rejected is reported (docs/contract/limits.md#refusals).
 *
 * @param askNext of the targets after the first; left out, the same as of the first
 */
export function admitOrSkip(
  context: RequestContext,
  limits: RequestLimits,
  ask: Ask,
  askNext: Ask = ask,
): void | Promise<void> {
  const verdict = ask(context, limits);
  if (verdict instanceof Promise) return verdict.then((known) => passOver(context, limits, known, askNext));
  return passOver(context, limits, verdict, askNext);
}

function passOver(context: RequestContext, limits: RequestLimits, refused: Known, askNext: Ask): void | Promise<void> {
  if (refused === undefined) return;
  const { caller, job, snapshot, virtualModel } = context.asked;
  const find = chargedOf(job);
  const { model, route } = context.planned;
  if (route === undefined || model === undefined || !limits.isOfTarget(refused)) {
    refuseOver(context, outermost(route?.refusal, refused));
  }
  route.passOver(model.logicalName, refused);
  const next = route.first(performance.now());
  if (next === undefined) refuseOver(context, route.refusal ?? refused);
  switchTo(context, next);
  const { limits: rules } = snapshot;
  const name = next.model.logicalName;
  limits.planFor({
    all: find(rules.find(snapshot, caller, name, virtualModel?.logicalName)),
    ofTarget: find(rules.findOfModel(snapshot, caller, name)),
  });
  return admitOrSkip(context, limits, askNext);
}

/**
 * Charges the request under the limits of the target that it goes to now, and returns what those of the one before
 * counted for nothing. False if a limit rejects: the target is passed over.
 */
export function enterTarget(context: RequestContext, run: RouteRun, target: RouteTarget): boolean | Promise<boolean> {
  const { caller, snapshot } = context.asked;
  const found = snapshot.limits.findOfModel(snapshot, caller, target.model.logicalName);
  if (found.slots.length === 0 && target.model.slots === undefined) return chargeTarget(context, run, target, found);
  const isLast = run.isLastChoice(target, performance.now());
  return holdAtTarget(context, found.slots, target.model, isLast).then((full) => {
    if (full === undefined) return chargeTarget(context, run, target, found);
    run.passOver(target.model.logicalName, full);
    return false;
  });
}

function chargeTarget(
  context: RequestContext,
  run: RouteRun,
  target: RouteTarget,
  found: Ceilings,
): boolean | Promise<boolean> {
  const { planned, services, tried } = context;
  const { job, snapshot } = context.asked;
  const own = chargedOf(job)(found);
  if (planned.limits === undefined) {
    if (own.all.length === 0) return true;
    planned.limits = new RequestLimits(NO_CEILINGS, services.limitStores[snapshot.limits.backend]);
  }
  const { limits } = planned;
  const before = run.countedAs ?? planned.model?.logicalName;
  run.countedAs = target.model.logicalName;
  if (limits.isAt(own)) return true;
  limits.leaveTarget(run.hasCalled(before), lostTokensOf(tried), performance.now());
  if (own.all.length === 0) return true;
  const isCounted = run.hasCalled(target.model.logicalName);
  const verdict = askTarget(context, limits, target, { ceilings: own, isCounted });
  if (verdict instanceof Promise) return verdict.then((known) => noteVerdict(run, target, known));
  return noteVerdict(run, target, verdict);
}

function askTarget(
  context: RequestContext,
  limits: RequestLimits,
  target: RouteTarget,
  entered: { readonly ceilings: RequestLimits['ceilings']; readonly isCounted: boolean },
): Known | Promise<Known> {
  if (entered.ceilings.tokens.length === 0 || !usesTokens(context.planned)) {
    return limits.enterTarget(entered.ceilings, undefined, entered.isCounted, performance.now()) as Known;
  }
  switchTo(context, target);
  return admitPrompt(context.planned.serving, limits, entered, context.asked.caller);
}

function noteVerdict(run: RouteRun, { model }: RouteTarget, refused: Known): boolean {
  if (refused !== undefined) run.passOver(model.logicalName, refused);
  return refused === undefined;
}

function lostTokensOf({ lostUsage }: ModelCall): number {
  return lostUsage?.reduce((sum, { usage }) => sum + usage.total_tokens, 0) ?? 0;
}

/** The one of two exceeded limits that is reported. */
function outermost(one: AnyLimit | undefined, other: Ceiling): AnyLimit {
  return one !== undefined && compareCeilings(one, other) <= 0 ? one : other;
}

/**
 * Rejects the request if a limit does, and counts the decision. The error says which scope has reached a limit and how long its
 * window is; never which policy it was, nor its values (docs/contract/limits.md#refusals). A prompt that is larger than
 * the whole limit will never pass, and a header keeps official SDKs from retrying.
 */
function refuseOver(context: RequestContext, ceiling: AnyLimit): never {
  const { limits } = context.planned;
  if (limits) limits.wasAdmitted = false;
  const isTooLarge = ceiling.unit === 'tokens' && (limits?.leastTokens ?? 0) > ceiling.limit;
  throw describeRefusal(context, ceiling, isTooLarge ? NEVER_AGAIN : undefined);
}

const NEVER_AGAIN = { 'x-should-retry': 'false' };

/** The refusal of a limit that is reached; it is counted. */
export function describeRefusal(
  { services }: RequestContext,
  limit: AnyLimit,
  headers?: Readonly<Record<string, string>>,
): GatewayError {
  const code = REFUSALS[limit.unit];
  services.metrics.recordPolicyDecision('refused', 'rate_limit', code);
  const seconds = limit.unit === 'parallel' ? SLOT_RETRY_SECONDS : limit.windowSeconds;
  return new GatewayError(code, { scope: limit.scope, headers: { 'retry-after': String(seconds), ...headers } });
}

/** Nobody knows when a running request ends: a hint, in seconds. */
const SLOT_RETRY_SECONDS = 1;

/** Sends the request to the provider, and waits until its answer is whole, or has begun where it is streamed. */
export function callUpstream(context: RequestContext): Promise<void> {
  const called = callPlanned(context);
  return context.asked.endpoint.standsInForProvider ? called.catch((failure) => standIn(context, failure)) : called;
}

/** Answers in place of a provider that does not offer the endpoint for the model. */
function standIn(context: RequestContext, failure: unknown): void | Promise<void> {
  const { planned, tried } = context;
  if (!(failure instanceof ProviderFailure) || failure.fault !== 'unknown_model' || tried.cancelled) throw failure;
  tried.logFollowed(failure);
  planned.plan = undefined;
  return answerLocally(context);
}

function callPlanned(context: RequestContext): Promise<void> {
  const { asked, planned, tried } = context;
  const { route } = planned;
  if (asked.streamed) watchSilence(context);
  if (route === undefined) return callWithoutRoute(context);
  sendShadow(context, route.route.shadow);
  return callRoute(tried, route, new RequestPlanner(context, route));
}

/** The chosen format may be the wrong one for a provider with several. */
function callWithoutRoute(context: RequestContext): Promise<void> {
  const { model } = context.planned;
  if (model?.slots === undefined) return callPlainModel(context);
  return holdAtTarget(context, [], model).then((full) => {
    if (context.tried.cancelled) throw new ClientGone();
    if (full === undefined) return callPlainModel(context);
    context.planned.limits?.giveBackRequest(performance.now());
    return refuseOver(context, full);
  });
}

function callPlainModel(context: RequestContext): Promise<void> {
  const { planned, tried } = context;
  if (planned.serving.adapter.endpoints.responses === undefined) return callTarget(tried);
  return callInSomeFormat(tried, { planAnew: () => planAnew(context) });
}

/** Plans for the targets of a request's route, each under the limits of its own. */
class RequestPlanner implements RoutePlanner {
  readonly hedging: Hedging | undefined;

  constructor(
    private readonly context: RequestContext,
    private readonly run: RouteRun,
  ) {
    const { hedge } = run.route;
    this.hedging = hedge && startHedging(context, run, hedge);
  }

  switchTo(target: RouteTarget): void {
    switchTo(this.context, target);
  }

  planAnew(): void {
    planAnew(this.context);
  }

  enter(target: RouteTarget): boolean | Promise<boolean> {
    return enterTarget(this.context, this.run, target);
  }

  leave(): void {
    leaveTarget(this.context.planned);
  }

  refuse(ceiling: AnyLimit): never {
    const { planned, tried } = this.context;
    if (tried.attempts === 0) planned.limits?.giveBackRequest(performance.now());
    refuseOver(this.context, ceiling);
  }
}
