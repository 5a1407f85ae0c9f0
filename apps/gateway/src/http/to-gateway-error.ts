import { GatewayError } from '@multilane/errors';
import { ProviderFailure } from '@multilane/providers';

/** Any error as the one a caller may see; what is not ours to explain becomes `internal_error`. */
export function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (error instanceof ProviderFailure) return error.toGatewayError();
  return new GatewayError('internal_error', { cause: error });
}
