import type { RequestContext } from '../pipeline/request-context.js';
import { EXPLAIN_HEADER, explainRequest } from '../recording/explain-request.js';
import { formatCost } from '../recording/format-cost.js';
import { nameAdjusted } from '../recording/name-adjusted.js';

/**
 * The X-Service-* headers of an answer (docs/contract/requests.md#response-headers and
 * docs/contract/requests.md#adjusted-requests): what served it, in how many attempts, from the cache or not, at what
 * cost, and without which of the request's parameters. None where no provider did.
 */
export function serviceHeaders(context: RequestContext): Record<string, string> {
  const { cache, plan } = context;
  if (plan === undefined) return {};
  const headers: Record<string, string> = {
    'x-service-provider': context.servedBy(plan),
    'x-service-model': asHeaderValue(cache?.hit?.model ?? plan.model.logicalName),
    'x-service-attempts': String(context.attempts),
  };
  if (cache !== undefined) headers['x-service-cache'] = cache.outcome;
  if (context.costUsd !== undefined) headers['x-service-cost'] = formatCost(context.costUsd);
  const adjusted = nameAdjusted(context);
  if (adjusted !== undefined) headers['x-service-adjusted'] = adjusted.join(', ');
  if (context.isExplained) headers[EXPLAIN_HEADER] = explainRequest(context);
  return headers;
}

/** A model's name may hold any character, a header only some; the others are percent-encoded. */
function asHeaderValue(name: string): string {
  return /^[\x21-\x7e]*$/.test(name) ? name : encodeURI(name);
}
