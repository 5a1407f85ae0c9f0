import type { ProviderTarget, UpstreamAddress, UpstreamDraft } from '../adapter.js';
import { joinAddress } from '../shared/join-address.js';

/** platform.claude.com/docs/en/api/versioning */
const API_VERSION = '2023-06-01';

/** The provider's base URL has no version in it, as its own SDKs have it. */
export function addressMessages(target: ProviderTarget): UpstreamAddress {
  return joinAddress(target.baseUrl, '/v1/messages');
}

/** Adds the key, and the version unless the operator's headers name another. */
export function authorize(draft: UpstreamDraft, secret: string | undefined): UpstreamDraft {
  const headers = { 'anthropic-version': API_VERSION, ...draft.headers };
  return { ...draft, headers: secret ? { ...headers, 'x-api-key': secret } : headers };
}
