import { GatewayError } from '@multilane/errors';
import type { Snapshot } from '../snapshot/snapshot.js';

/**
 * The error as `compatibility` wants it answered: a provider's own 429 with that status, for clients that retry on the
 * status alone (docs/contract/errors.md#provider-rate-limits). By default it is 400, as is
 * every 4xx of a provider.
 */
export function useCompatibleStatus(error: GatewayError, snapshot: Pick<Snapshot, 'rateLimitedStatus'>): GatewayError {
  if (error.code !== 'provider_rate_limited' || error.status === snapshot.rateLimitedStatus) return error;
  const { headers, param, message } = error;
  return new GatewayError(error.code, {
    status: snapshot.rateLimitedStatus,
    message,
    headers,
    ...(param === undefined ? {} : { param }),
    cause: error.cause,
  });
}
