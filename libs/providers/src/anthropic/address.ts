import type { Endpoint, ProviderTarget, UpstreamAddress, UpstreamDraft } from '../adapter.js';
import { joinAddress } from '../shared/join-address.js';

/** platform.claude.com/docs/en/api/versioning */
const API_VERSION = '2023-06-01';

/**
 * Beta that requests for files name in the header `anthropic-beta`
 * (platform.claude.com/docs/en/build-with-claude/files).
 */
export const FILES_BETA = 'files-api-2025-04-14';

/** The provider's base URL has no version in it, as its own SDKs have it. */
export function addressMessages(target: ProviderTarget, endpoint: Endpoint): UpstreamAddress {
  return joinAddress(target.baseUrl, endpoint === 'countTokens' ? '/v1/messages/count_tokens' : '/v1/messages');
}

/** Adds the key, and the version unless the draft's headers name another: the operator's or the client's. */
export function authorize(draft: UpstreamDraft, secret: string | undefined): UpstreamDraft {
  const headers = { 'anthropic-version': API_VERSION, ...draft.headers };
  return { ...draft, headers: secret ? { ...headers, 'x-api-key': secret } : headers };
}

/** The header for requests with files, beside what the operator has set there. */
export function addFilesBeta({ 'anthropic-beta': set }: ProviderTarget['headers']): Readonly<Record<string, string>> {
  return { 'anthropic-beta': set ? `${set},${FILES_BETA}` : FILES_BETA };
}
