import { REST_MS } from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import type { Target } from '../snapshot/snapshot.js';
import type { Credential } from '../upstream/credentials/credential-source.js';
import { LONGEST_REST_MS } from './route-run.js';

/** Statuses with which providers refuse a credential; Google does so with 400. */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 403]);

/** Leaves a credential out for a while that the provider refused, where there are others. */
export function restRefused({ credentials }: Target, failure: Error, credential: Credential): void {
  if (credentials.rotation === undefined || !isRefusalOfCredential(failure)) return;
  credentials.rotation.rest(credential, restOf(failure));
}

/** For its rate, or altogether: another one may do. */
export function isRefusalOfCredential(failure: unknown): failure is ProviderFailure {
  if (!(failure instanceof ProviderFailure)) return false;
  const { code, status } = failure;
  return code === 'provider_rate_limited' || (code === 'provider_error' && REFUSED.has(status ?? 0));
}

function restOf({ code, retryAfterSeconds }: ProviderFailure): number {
  if (code !== 'provider_rate_limited') return LONGEST_REST_MS;
  return retryAfterSeconds === undefined ? REST_MS : Math.min(retryAfterSeconds * 1000, LONGEST_REST_MS);
}
