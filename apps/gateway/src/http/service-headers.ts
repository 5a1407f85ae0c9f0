import { formatCost } from '../pipeline/compute-cost.js';
import type { RequestContext } from '../pipeline/request-context.js';

/**
 * Adds the X-Service-* headers of an answer (decisions section 5): what served it, in how many attempts, at what cost.
 * None where no provider did.
 */
export function addServiceHeaders(head: Record<string, string | number>, context: RequestContext): void {
  if (context.plan === undefined) return;
  const { adapter, model } = context.plan;
  head['x-service-provider'] = adapter.kind;
  head['x-service-model'] = asHeaderValue(model.logicalName);
  head['x-service-attempts'] = context.attempts;
  if (context.costUsd !== undefined) head['x-service-cost'] = formatCost(context.costUsd);
}

/** A model's name may hold any character, a header only some; the others are percent-encoded. */
function asHeaderValue(name: string): string {
  return /^[\x21-\x7e]*$/.test(name) ? name : encodeURI(name);
}
