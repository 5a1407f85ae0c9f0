import { type FailureReason, REST_MS } from '@multilane/policy';
import { FAULTS, type Fault, ProviderFailure } from '@multilane/providers';
import type { Target } from '../snapshot/snapshot.js';
import type { Credential } from '../upstream/credentials/credential-source.js';

/** The last status of 5xx that HTTP itself gives a meaning to a proxy or server; beyond it each provider has its own. */
const LAST_COMMON_STATUS = 504;

/** "Overloaded" in the words of Anthropic. */
const OVERLOADED = 529;

/**
 * True if another attempt is worth it, as `retry.on` says. Content that a provider rejects with a 403 is the caller's, and no other target
 * is asked to take it.
 */
export function isWorthAnother(failure: ProviderFailure, on: ReadonlySet<FailureReason>): boolean {
  // Nobody was asked: another target may be, whatever is retried.
  if (failure.heldBack !== undefined) return true;
  if (failure.fault !== undefined) return isWorthAnotherFor(failure.fault, failure.status, on);
  if (failure.connection && on.has('connect')) return true;
  if (failure.code === 'provider_timeout') return on.has('timeout');
  if (failure.connection) return false;
  const status = statusOf(failure);
  if (on.has(status)) return true;
  // A status of a provider's own counts as the common one that means the same.
  return status > LAST_COMMON_STATUS && on.has(status === OVERLOADED ? 503 : 502);
}

/** A status that `retry.on` names counts as it is, but for rejected content with 403, which is the caller's. */
function isWorthAnotherFor(fault: Fault, status: number | undefined, on: ReadonlySet<FailureReason>): boolean {
  const { nextTarget } = FAULTS[fault];
  if (nextTarget !== undefined && on.has(nextTarget)) return true;
  return status !== undefined && on.has(status) && !(fault === 'refused_content' && status === 403);
}

/**
 * True if the provider rejects the operator's settings and not the request: a credential that is not valid or lacks the permission, or a
 * model or address that it does not know. Another target may do; the same one will answer the same again.
 */
export function isOperatorsTrouble({ code, fault, status }: ProviderFailure): boolean {
  if (fault !== undefined) return FAULTS[fault].whose === 'operator';
  return code === 'provider_rejected_request' && status === 404;
}

/** True if the target is to blame, rather than the request. */
export function isTargetsFault({ code, fault, heldBack, status }: ProviderFailure): boolean {
  if (heldBack !== undefined) return false;
  if (fault !== undefined) return FAULTS[fault].breaker === 'failure';
  return code === 'provider_error' || code === 'provider_timeout' || code === 'provider_rate_limited' || status === 408;
}

/** The status that was answered, or the one that says what was found inside an answer. */
function statusOf({ code, status }: ProviderFailure): number {
  // An error inside a stream or a 200 answer may come without one.
  if (status !== undefined && status >= 400) return status;
  if (code === 'provider_rate_limited') return 429;
  return code === 'provider_error' ? 502 : 400;
}

/** However long a provider wants to be left alone, it is asked again after this, in milliseconds. */
export const LONGEST_REST_MS = 60_000;

/**
 * Leaves a credential out for a while that the provider rejected, where there are others. Returns the milliseconds; 0 if it is not left
 * out.
 */
export function coolDown({ credentials }: Target, failure: Error, credential: Credential): number {
  if (credentials.rotation === undefined || !(failure instanceof ProviderFailure)) return 0;
  if (failure.fault === undefined || !FAULTS[failure.fault].restsCredential) return 0;
  const milliseconds = restOf(failure);
  credentials.rotation.rest(credential, milliseconds);
  return milliseconds;
}

/** True if another credential of the same provider may succeed. */
export function isForAnotherCredential(failure: unknown): failure is ProviderFailure {
  if (!(failure instanceof ProviderFailure)) return false;
  return failure.heldBack !== undefined || (failure.fault !== undefined && FAULTS[failure.fault].nextCredential);
}

function restOf({ code, retryAfterSeconds }: ProviderFailure): number {
  if (code !== 'provider_rate_limited') return LONGEST_REST_MS;
  return retryAfterSeconds === undefined ? REST_MS : Math.min(retryAfterSeconds * 1000, LONGEST_REST_MS);
}
