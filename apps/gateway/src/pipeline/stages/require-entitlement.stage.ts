import { GatewayError } from '@multilane/errors';
import type { RequestContext } from '../request-context.js';

/** Every /v1 call needs an organization that holds the AI Gateway product (specification section 4). */
export function requireEntitlement({ snapshot }: Pick<RequestContext, 'snapshot'>): void {
  if (!snapshot.organization.products.has('ai_gateway')) throw new GatewayError('product_not_entitled');
}
