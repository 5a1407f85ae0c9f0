import type { ModelType } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { isVirtualModel, resolveName } from '../../snapshot/resolve-name.js';
import type { RequestContext } from '../request-context.js';

/**
 * Finds the model by logical name or alias in the source of the endpoint (specification section 1), and refuses one of
 * a type that the endpoint does not serve. A request that may leave its model out goes on without one.
 */
export function resolveModel(context: RequestContext): void {
  const { caller, snapshot, surface } = context;
  const name = context.validated.model;
  if (name === undefined) return;
  const model = resolveName(snapshot, caller, name, surface.source);
  if (model === undefined) throw explainMissing(context, name);
  if (!surface.modelTypes.includes(model.type)) throw refuseType(model.type, surface.modelTypes);
  context.model = model;
}

function explainMissing({ caller, snapshot, surface }: RequestContext, name: string): GatewayError {
  if (isVirtualModel(snapshot, caller, name, surface.source)) {
    return new GatewayError('unsupported_provider', {
      param: 'model',
      message: 'Virtual models are not served by this version; name one of its targets instead.',
    });
  }
  return new GatewayError('model_not_found', {
    param: 'model',
    message: 'The model does not exist. GET /v1/models lists the models this credential can use.',
  });
}

/** Decision models and their endpoint are a world of their own: decisions section 8 gives their mismatch its own code. */
function refuseType(type: ModelType, served: readonly ModelType[]): GatewayError {
  const code = type === 'decision' || served.includes('decision') ? 'unsupported_provider' : 'invalid_model_type';
  return new GatewayError(code, {
    param: 'model',
    message: `The model is of type ${type}; this endpoint serves models of type ${served.join(' or ')}.`,
  });
}
