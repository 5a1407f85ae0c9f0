import type { ProviderKind } from '@multilane/contracts';
import type { ProviderAdapter, UpstreamDraft } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { joinAddress } from '../shared/join-address.js';
import { mapError } from '../shared/map-error.js';
import { createChatCodec } from './chat-codec.js';
import type { WireQuirks } from './wire-quirks.js';

/** The adapter of a kind that speaks the reference wire format at `{base_url}/chat/completions` with a bearer key. */
export function createAdapter(
  kind: ProviderKind,
  defaultBaseUrl: string | undefined,
  quirks: WireQuirks,
): ProviderAdapter {
  return {
    kind,
    capabilities: GROUP_CAPABILITIES.R,
    defaultBaseUrl,
    endpoints: { chat: createChatCodec(quirks) },
    address: (target) => joinAddress(target.baseUrl, '/chat/completions'),
    authorize: (draft, secret) => addHeader(draft, 'authorization', secret && `Bearer ${secret}`),
    mapError,
  };
}

/** The draft with a header more, or the draft itself where there is no credential: local runtimes need none. */
export function addHeader(draft: UpstreamDraft, name: string, value: string | undefined): UpstreamDraft {
  return value ? { ...draft, headers: { ...draft.headers, [name]: value } } : draft;
}
