import { checkPlan } from '../plan-model.js';
import type { RequestContext } from '../request-context.js';

/**
 * Refuses what the model or its provider cannot do (the matrix of docs/contract/chat.md#parameter-support); nothing is
 * dropped.
 */
export function checkCapabilities({ planned: { plan, route } }: RequestContext): void {
  // The targets of a route were checked when it was planned.
  if (plan !== undefined && route === undefined) checkPlan(plan);
}
