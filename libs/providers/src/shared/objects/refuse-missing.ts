import { GatewayError } from '@multilane/errors';
import { ProviderFailure } from '../../provider-failure.js';

/** Error for an id that is not the caller's, or nobody's; it does not reveal which of both. */
export function missingObject(param: string): GatewayError {
  return new GatewayError('not_found', {
    param,
    message: `\`${param}\` names nothing that this credential's team or workspace has made.`,
  });
}

/** The failure for the caller: an object that the provider no longer has is 404 here too. */
export function refuseMissing(failure: unknown, param: string): unknown {
  return failure instanceof ProviderFailure && failure.status === 404 ? missingObject(param) : failure;
}
