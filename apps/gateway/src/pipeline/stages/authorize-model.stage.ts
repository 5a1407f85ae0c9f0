import { GatewayError } from '@multilane/errors';
import { mayUseModel, mayUseTarget, mayUseVirtualModel } from '../../snapshot/access/may-use-model.js';
import type { RequestContext } from '../request-context.js';

/**
 * The team's model policy (docs/contract/model-access.md#authorization). A virtual model that is granted grants its
 * targets; targets of a routing config that are not are left out (docs/contract/routing.md#eligible-targets).
 */
export function authorizeModel({ asked, planned, services }: RequestContext): void {
  const { caller, snapshot, virtualModel } = asked;
  const { model, route } = planned;
  if (route === undefined) {
    if (model === undefined) return;
    if (!mayUseModel(snapshot, caller, model)) throw refuseModel(services);
    services.metrics.recordAllowed('model_access');
    return;
  }
  if (virtualModel && !mayUseVirtualModel(snapshot, caller, virtualModel)) throw refuseModel(services);
  route.keep((target) => (mayUseTarget(snapshot, caller, target) ? undefined : 'model_not_allowed'));
  planned.model = route.candidates[0]?.model;
  if (planned.model === undefined) throw refuseModel(services);
  services.metrics.recordAllowed('model_access');
}

function refuseModel(services: RequestContext['services']): GatewayError {
  services.metrics.recordPolicyDecision('refused', 'model_access', 'model_not_allowed');
  return new GatewayError('model_not_allowed', { param: 'model' });
}
