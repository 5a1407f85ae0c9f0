import { GatewayError } from '@multilane/errors';
import { mayUseModel } from '../../inference/may-use-model.js';
import type { RequestContext } from '../request-context.js';

/** The team's model policy (specification section 5, "Authorization outcomes"). */
export function authorizeModel({ model, caller, snapshot }: RequestContext): void {
  if (model && !mayUseModel(snapshot, caller, model)) throw new GatewayError('model_not_allowed', { param: 'model' });
}
