import { type AnyRequest, PROVIDER_KINDS } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Ceilings } from '@multilane/policy';
import type { AuditDetails, LimitRecord, RoutingRecord } from '@multilane/telemetry';
import type { RouteRun } from '../model-calls/route-run.js';
import type { PlannedRequest, RecordedRequest } from './request-parts.js';

/** What policies have to say of a request beyond its outcome; null where there is nothing. */
export function describeDetails(request: RecordedRequest): AuditDetails | null {
  const { asked, planned, tried } = request;
  const { cache, guard, route } = planned;
  const limits = wantsLimits(request) ? planned.limits : undefined;
  const guardrails = guard?.records.length ? guard.records : undefined;
  // Who gets no answer gets none without its parameters.
  const adjusted =
    tried.answerBegan || cache?.hit ? nameAdjusted(asked.request, planned, tried.sentWithout) : undefined;
  if (route === undefined && limits === undefined && guardrails === undefined && adjusted === undefined) return null;
  return {
    ...(route && { routing: describeRouting(route) }),
    ...(limits && { limits: describeLimits(limits.ceilings) }),
    ...(guardrails && { guardrails }),
    ...(adjusted && { adjusted }),
  };
}

/** The ceilings that a request had to stay under, the outermost first; their values are nobody's but the operator's. */
export function describeLimits({ all }: Ceilings): LimitRecord[] {
  return all.map(({ scope, unit, windowSeconds }) => ({ scope, unit, window_seconds: windowSeconds }));
}

/** Of most requests nobody asks which ceilings they met. */
function wantsLimits({ asked, ended: { failure } }: RecordedRequest): boolean {
  return asked.isExplained || (failure instanceof GatewayError && failure.status === 429);
}

/** For the audit log, and for whoever asks to have it explained. */
export function describeRouting({ attempts, candidates, isOfSession, name, route, skipped }: RouteRun): RoutingRecord {
  const { sticky, strategy } = route.root;
  return {
    route: name,
    strategy,
    sticky: isOfSession && sticky && strategy !== 'failover',
    candidates: candidates.map(({ model }) => model.logicalName),
    skipped,
    attempts,
  };
}

/** Names are parameters of an API or words of a configuration; no request makes more of them. */
const MOST_NAMES = 32;

/**
 * The parameters of the request that its answer could not honour as they were asked for, by the client's names and in the
 * order of the alphabet (docs/contract/requests.md#adjusted-requests, `X-Service-Adjusted`); undefined where there are
 * none.
 *
 * @param lately what the body that was sent last could not keep, by the names of the plan's endpoint
 */
export function nameAdjusted(
  asked: AnyRequest | undefined,
  { cache, plan }: Pick<PlannedRequest, 'cache' | 'plan'>,
  lately: readonly string[] | undefined,
): string[] | undefined {
  if (plan === undefined || asked === undefined) return undefined;
  const { bridge, dropped, lost } = plan;
  // An answer that is told again was given to a request that lost the same.
  const sentWithout = cache?.hit ? cache.hit.adjusted : lately;
  if (lost === undefined && dropped === undefined && sentWithout === undefined) return undefined;
  const names = new Set(lost);
  for (const parameter of [...(sentWithout ?? []), ...(dropped ?? [])]) {
    const named = bridge?.nameParam(parameter, asked, PROVIDER_KINDS[plan.adapter.kind]) ?? parameter;
    names.add(named.split('[', 1)[0] ?? named);
  }
  return names.size === 0 ? undefined : [...names].sort().slice(0, MOST_NAMES);
}
