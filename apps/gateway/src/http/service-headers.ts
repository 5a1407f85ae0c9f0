import { formatCost } from '../pipeline/compute-cost.js';
import type { RequestContext } from '../pipeline/request-context.js';

/**
 * The X-Service-* headers of an answer (decisions section 5): what served it, in how many attempts, at what cost. An
 * answer of the gateway's own names no provider, and a model only where the request does.
 */
export function serviceHeaders(context: RequestContext): Record<string, string> {
  const { model, plan } = context;
  const headers: Record<string, string> = { 'x-service-attempts': String(context.attempts) };
  if (plan) headers['x-service-provider'] = plan.adapter.kind;
  if (model) headers['x-service-model'] = asHeaderValue(model.logicalName);
  if (context.costUsd !== undefined) headers['x-service-cost'] = formatCost(context.costUsd);
  return headers;
}

/** A model's name may hold any character, a header only some; the others are percent-encoded. */
function asHeaderValue(name: string): string {
  return /^[\x21-\x7e]*$/.test(name) ? name : encodeURI(name);
}
