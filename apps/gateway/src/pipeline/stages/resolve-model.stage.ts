import { GatewayError } from '@multilane/errors';
import type { RequestContext } from '../request-context.js';

/** Finds the catalog model by logical name or alias; whether its type fits is checked with its capabilities. */
export function resolveModel(context: RequestContext): void {
  const name = context.chat?.model ?? '';
  const model = context.snapshot.models.get(name);
  if (model === undefined) {
    if (context.snapshot.virtualModels.has(name)) {
      throw new GatewayError('unsupported_provider', {
        param: 'model',
        message: 'Virtual models are not served by this version; name one of its targets instead.',
      });
    }
    throw new GatewayError('model_not_found', {
      param: 'model',
      message: 'The model does not exist. GET /v1/models lists the models this credential can use.',
    });
  }
  context.model = model;
}
