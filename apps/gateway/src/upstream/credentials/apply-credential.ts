import { type ProviderAdapter, ProviderFailure, type UpstreamDraft } from '@multilane/providers';
import type { Credential } from './credential-source.js';

/**
 * Puts a credential on a draft: at once, or as a promise where the draft must be signed. `now` is in milliseconds since
 * the epoch. Throws a `ProviderFailure` when the kind cannot sign.
 */
export function applyCredential(
  adapter: ProviderAdapter,
  draft: UpstreamDraft,
  credential: Credential,
  now: number,
): UpstreamDraft | Promise<UpstreamDraft> {
  if (typeof credential !== 'object') return adapter.authorize(draft, credential);
  if (adapter.sign === undefined) {
    throw new ProviderFailure('provider_error', {
      detail: `no credential: kind ${adapter.kind} takes no access keys`,
      retryable: false,
    });
  }
  return adapter.sign(draft, credential, now);
}
