import { type Ceiling, NO_CEILINGS, RequestLimits } from '@multilane/policy';
import { warmTokenizer } from '@multilane/tokens';
import { admitPrompt, usesTokens } from '../admit-prompt.js';
import { findCacheTtl } from '../find-cache-ttl.js';
import { admitOrPassOver } from '../pass-over.js';
import type { RequestContext } from '../request-context.js';

/**
 * Every ceiling of requests must let the request pass (docs/contract/limits.md#requests-and-tokens); what the cache
 * answers is a request.
 */
export function admitRequests(context: RequestContext): void | Promise<void> {
  const limits = findLimits(context);
  if (limits === undefined) return;
  context.planned.limits = limits;
  if (limits.ceilings.tokens.length > 0) warmTokenizer();
  if (limits.ceilings.requests.length > 0) return admitOrPassOver(context, limits, askForRequest);
}

function findLimits({ asked, planned, services }: RequestContext): RequestLimits | undefined {
  const { caller, snapshot, virtualModel } = asked;
  const { model, route } = planned;
  const { limits } = snapshot;
  const ceilings = limits.find(snapshot, caller, model?.logicalName, virtualModel?.logicalName);
  if (ceilings === NO_CEILINGS) return undefined;
  const store = services.limitStores[limits.backend];
  const own = route && model ? limits.findOfModel(snapshot, caller, model.logicalName) : NO_CEILINGS;
  if (own === NO_CEILINGS) return new RequestLimits(ceilings, store);
  // Of several targets the one that comes first for this request; those that it goes to later count it too.
  const general = limits.find(snapshot, caller, undefined, virtualModel?.logicalName);
  return new RequestLimits(ceilings, store, general, own);
}

function askForRequest(
  context: RequestContext,
  limits: RequestLimits,
): Ceiling | undefined | Promise<Ceiling | undefined> {
  if (isAskedAtOnce(context, limits)) return admitPrompt(context.planned.serving, limits, 'all');
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
