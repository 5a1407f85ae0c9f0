import { type Ceiling, NO_CEILINGS, RequestLimits } from '@multilane/policy';
import { warmTokenizer } from '@multilane/tokens';
import { admitPrompt, usesTokens } from '../admit-prompt.js';
import { findCacheTtl } from '../find-cache-ttl.js';
import { refuseOver } from '../refuse-over.js';
import type { RequestContext } from '../request-context.js';

/** Every ceiling of requests must let the request pass (specification section 8); what the cache answers is a request. */
export function admitRequests(context: RequestContext): void | Promise<void> {
  const { caller, model, services, snapshot, virtualModel } = context;
  // Of several targets the one that comes first for this request: a failover later is not counted anew.
  const ceilings = snapshot.limits.find(snapshot, caller, model?.logicalName, virtualModel?.logicalName);
  if (ceilings === NO_CEILINGS) return;
  const limits = new RequestLimits(ceilings, services.limitStores[snapshot.limits.backend]);
  context.limits = limits;
  if (ceilings.tokens.length > 0) warmTokenizer();
  if (ceilings.requests.length === 0) return;
  const verdict = isAskedAtOnce(context, limits)
    ? admitPrompt(context, limits, true)
    : (limits.admitRequest(performance.now()) as Ceiling | undefined | Promise<Ceiling | undefined>);
  if (verdict instanceof Promise) return verdict.then((known) => refuseOver(context, known));
  refuseOver(context, verdict);
}

/** One round trip does for requests and tokens where nothing can answer in between. */
function isAskedAtOnce(context: RequestContext, limits: RequestLimits): boolean {
  return (
    limits.isShared && limits.ceilings.tokens.length > 0 && usesTokens(context) && findCacheTtl(context) === undefined
  );
}
