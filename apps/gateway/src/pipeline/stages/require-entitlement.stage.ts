import { GatewayError } from '@multilane/errors';
import type { Admission } from '../../recording/request-parts.js';
import { organizationOf } from '../../snapshot/find-policy.js';
import type { RequestContext } from '../request-context.js';

/**
 * Every /v1 call needs an organization that holds the AI Gateway product (docs/contract/model-access.md#authorization).
 */
export function requireEntitlement({ asked, services }: RequestContext): void {
  const { caller, snapshot } = asked;
  const organization = organizationOf(snapshot, caller);
  if (organization !== undefined && !organization.products.has('ai_gateway')) {
    services.metrics.recordPolicyDecision('refused', 'entitlement', 'product_not_entitled');
  }
  assertEntitled(asked);
  services.metrics.recordAllowed('entitlement');
}

/** The same outside a pipeline. */
export function assertEntitled({ caller, snapshot }: Admission): void {
  const organization = organizationOf(snapshot, caller);
  if (organization === undefined) throw new GatewayError('overloaded', { headers: { 'retry-after': '1' } });
  if (!organization.products.has('ai_gateway')) throw new GatewayError('product_not_entitled');
}
