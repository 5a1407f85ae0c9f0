import { GatewayError } from '@multilane/errors';
import type { Ceiling } from '@multilane/policy';
import type { RequestContext } from './request-context.js';

/**
 * Refuses where a ceiling did, and counts the decision. The caller is told whose use has reached a ceiling and how long its
 * window is; never which policy it was, nor its values (docs/contract/limits.md#refusals). A prompt that is larger than
 * the whole ceiling will never pass, and official SDKs are told not to try again.
 */
export function refuseOver({ planned: { limits }, services }: RequestContext, ceiling: Ceiling): never {
  const code = ceiling.unit === 'requests' ? 'rpm_exceeded' : 'tpm_exceeded';
  services.metrics.recordPolicyDecision('refused', 'rate_limit', code);
  if (limits) limits.wasAdmitted = false;
  const isTooLarge = ceiling.unit === 'tokens' && (limits?.leastTokens ?? 0) > ceiling.limit;
  throw new GatewayError(code, {
    scope: ceiling.scope,
    headers: {
      'retry-after': String(ceiling.windowSeconds),
      ...(isTooLarge && { 'x-should-retry': 'false' }),
    },
  });
}
