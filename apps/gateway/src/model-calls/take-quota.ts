import type { LimitUnit, QuotaUse, RequestPriority } from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import type { Target } from '../snapshot/snapshot.js';
import type { Credential } from '../upstream/credentials/credential-source.js';
import type { ModelCall } from './model-call.js';

/**
 * Counts a call under the declared limits of its credential. Undefined once it is counted; a promise where the counters are shared.
 * Rejects with a failure that other credentials and targets follow, if the limits leave no room: the provider is not asked.
 */
export function takeQuota(
  call: ModelCall,
  declared: NonNullable<Target['declared']>,
  credential: Credential,
  tokens: number,
): undefined | Promise<void> {
  // At a provider of gateway.yaml, organizations would give themselves the reserve.
  const isShared = call.plan.model.source === 'config';
  const priorityOf = (): RequestPriority => call.asker?.priorityAt(isShared) ?? 'normal';
  const taken = declared.take(call.placeOf(credential), tokens, priorityOf, performance.now());
  if (taken instanceof Promise) return taken.then((use) => note(call, use));
  return typeof taken === 'string' ? Promise.reject(holdBack(call, taken)) : note(call, taken);
}

function note(call: ModelCall, use: QuotaUse | LimitUnit): undefined {
  if (typeof use === 'string') throw holdBack(call, use);
  call.quotaUses = [...(call.quotaUses ?? []), use];
  return undefined;
}

function holdBack(call: ModelCall, unit: LimitUnit): ProviderFailure {
  // It was counted as begun, and never was.
  call.attempts -= 1;
  return new ProviderFailure('provider_rate_limited', {
    heldBack: unit === 'requests' ? 'rpm_exceeded' : 'tpm_exceeded',
    detail: `the declared ${unit === 'requests' ? 'rpm' : 'tpm'} of the credential leaves no room; the provider was not asked`,
  });
}
