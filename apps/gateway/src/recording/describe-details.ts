import { GatewayError } from '@multilane/errors';
import type { Ceilings } from '@multilane/policy';
import type { AuditDetails, LimitRecord } from '@multilane/telemetry';
import type { RequestContext } from '../pipeline/request-context.js';
import { describeRouting } from './describe-routing.js';
import { nameAdjusted } from './name-adjusted.js';

/** What policies have to say of a request beyond its outcome; null where there is nothing. */
export function describeDetails(context: RequestContext): AuditDetails | null {
  const { guard, route } = context;
  const limits = wantsLimits(context) ? context.limits : undefined;
  const guardrails = guard?.records.length ? guard.records : undefined;
  // Who gets no answer gets none without its parameters.
  const adjusted = context.answerBegan || context.cache?.hit ? nameAdjusted(context) : undefined;
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
function wantsLimits({ failure, isExplained }: RequestContext): boolean {
  return isExplained || (failure instanceof GatewayError && failure.status === 429);
}
