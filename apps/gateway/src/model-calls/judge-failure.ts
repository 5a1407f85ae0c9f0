import { type FailureReason, REST_MS } from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import type { Target } from '../snapshot/snapshot.js';
import type { Credential } from '../upstream/credentials/credential-source.js';

/** The last status of 5xx that HTTP itself gives a meaning to a proxy or server; beyond it each provider has its own. */
const LAST_COMMON_STATUS = 504;

/** "Overloaded" in the words of Anthropic. */
const OVERLOADED = 529;

/**
 * Whether another attempt is worth it, as `retry.on` says. Content that a provider refuses with a 403 is the caller's, and
 * no other target is asked to take it.
 */
export function isWorthAnother(failure: ProviderFailure, on: ReadonlySet<FailureReason>): boolean {
  if (failure.status === 403 && failure.code === 'provider_rejected_request') return false;
  if (failure.connection && on.has('connect')) return true;
  if (failure.code === 'provider_timeout') return on.has('timeout');
  if (failure.connection) return false;
  const status = statusOf(failure);
  if (on.has(status)) return true;
  // A status of a provider's own counts as the common one that means the same.
  return status > LAST_COMMON_STATUS && on.has(status === OVERLOADED ? 503 : 502);
}

/**
 * Whether the provider refuses us, and not the request: a credential that is not valid or may not do this, or a model or
 * address that it does not know. Another target may do; the same one will answer the same again.
 */
export function isOperatorsTrouble({ code, status }: ProviderFailure): boolean {
  if (code === 'provider_error') return status === 400 || status === 401 || status === 403;
  return code === 'provider_rejected_request' && status === 404;
}

/** Whether the target is to blame, rather than the request. */
export function isTargetsFault({ code, status }: ProviderFailure): boolean {
  return code === 'provider_error' || code === 'provider_timeout' || code === 'provider_rate_limited' || status === 408;
}

/** The status that was answered, or the one that says what was found inside an answer. */
function statusOf({ code, status }: ProviderFailure): number {
  // An error inside a stream or a 200 answer may come without one.
  if (status !== undefined && status >= 400) {
    // Some refuse a credential with 400.
    return status === 400 && code === 'provider_error' ? 401 : status;
  }
  if (code === 'provider_rate_limited') return 429;
  return code === 'provider_error' ? 502 : 400;
}

/** However long a provider wants to be left alone, it is asked again after this, in milliseconds. */
export const LONGEST_REST_MS = 60_000;

/** Statuses with which providers refuse a credential; Google does so with 400. */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 403]);

/** Leaves a credential out for a while that the provider refused, where there are others. */
export function coolDown({ credentials }: Target, failure: Error, credential: Credential): void {
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
