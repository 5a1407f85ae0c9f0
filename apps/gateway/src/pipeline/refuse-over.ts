import { GatewayError } from '@multilane/errors';
import type { Ceiling } from '@multilane/policy';
import type { RequestContext } from './request-context.js';

/**
 * Counts the decision, and refuses where a ceiling did. The caller is told whose use has reached a ceiling and how long its
 * window is; never which policy it was, nor its values (specification section 7).
 */
export function refuseOver({ services }: RequestContext, ceiling: Ceiling | undefined): void {
  if (ceiling === undefined) {
    services.metrics.recordPolicyDecision('allowed', 'rate_limit');
    return;
  }
  const code = ceiling.unit === 'requests' ? 'rpm_exceeded' : 'tpm_exceeded';
  services.metrics.recordPolicyDecision('refused', 'rate_limit', code);
  throw new GatewayError(code, {
    scope: ceiling.scope,
    headers: { 'retry-after': String(ceiling.windowSeconds) },
  });
}
