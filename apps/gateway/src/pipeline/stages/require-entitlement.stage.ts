import { GatewayError } from '@multilane/errors';
import { organizationOf } from '../../snapshot/find-policy.js';
import type { RequestContext } from '../request-context.js';

/** Every /v1 call needs an organization that holds the AI Gateway product (specification section 4). */
export function requireEntitlement({ caller, snapshot }: Pick<RequestContext, 'caller' | 'snapshot'>): void {
  const organization = organizationOf(snapshot, caller);
  if (organization === undefined) throw new GatewayError('overloaded', { headers: { 'retry-after': '1' } });
  if (!organization.products.has('ai_gateway')) throw new GatewayError('product_not_entitled');
}
