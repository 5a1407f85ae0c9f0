import { GatewayError } from '@multilane/errors';
import { planModel, refuseProvider } from '../plan-model.js';
import { planRoute } from '../plan-route.js';
import type { RequestContext } from '../request-context.js';

/**
 * Decides who answers and in whose words: the provider in the client's own format, the provider over chat, or the gateway
 * itself, which then needs no plan. Refuses what none of them can serve (docs/contract/chat.md#parameter-support).
 */
export function planServing(context: RequestContext): void {
  const { asked, planned, tried } = context;
  const { surface } = asked;
  const { model, route } = planned;
  if (route !== undefined) {
    planRoute(context, route);
    return;
  }
  if (model === undefined) {
    if (surface.answerLocally) return;
    throw new GatewayError('invalid_value', { param: 'model', message: 'The field `model` is required.' });
  }
  planned.plan = planModel(asked, model, tried);
  if (planned.plan || surface.answerLocally) return;
  throw refuseProvider(model);
}
