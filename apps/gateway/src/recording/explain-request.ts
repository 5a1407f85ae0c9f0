import { type Caller, can } from '@multilane/auth';
import type { RequestContext } from '../pipeline/request-context.js';
import { describeLimits } from './describe-details.js';
import { describeRouting } from './describe-routing.js';

/** The header that tells an answer's caller how it came about; the same name asks for it. */
export const EXPLAIN_HEADER = 'x-service-explain';

/** Longer explanations are cut down to what served: proxies refuse long heads. */
const LONGEST_HEADER = 4_000;

/** Keys of the role admin, and people who may read the audit log where the request is made. */
export function mayExplain(caller: Caller): boolean {
  if (caller.role === 'admin') return true;
  const { organizationId, workspaceId } = caller;
  return organizationId !== undefined && can(caller, 'gateway.audit.read', { organizationId, workspaceId });
}

/** Why a request went where it went, as far as it is known when its answer begins: JSON in printable ASCII. */
export function explainRequest(context: RequestContext): string {
  const { attempts, costUsd, limits, model, plan, requestId, route, timeToFirstByteMs } = context;
  const served = {
    request_id: requestId,
    model: model?.logicalName ?? null,
    provider: plan?.adapter.kind ?? null,
    upstream_model: plan?.target.provider.upstreamModel ?? null,
    attempts,
    ...(timeToFirstByteMs === undefined ? {} : { first_byte_ms: Math.round(timeToFirstByteMs) }),
    ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
  };
  const whole = toAscii({
    ...served,
    routing: route ? describeRouting(route) : null,
    limits: limits ? describeLimits(limits.ceilings) : [],
  });
  return whole.length > LONGEST_HEADER ? toAscii(served) : whole;
}

function toAscii(value: object): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
