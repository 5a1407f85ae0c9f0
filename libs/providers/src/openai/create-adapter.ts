import type { EndpointCodecs, ProviderAdapter, UpstreamDraft } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import type { ExchangeCodecs } from '../exchange.js';
import type { ProviderManifest } from '../manifest.js';
import { mapError } from '../shared/failures/map-error.js';
import { joinAddress } from '../shared/join-address.js';
import type { WireQuirks } from '../wire-quirks.js';
import { createChatCodec } from './chat-codec.js';
import { referencePath } from './endpoint-paths.js';

/**
 * The adapter of a kind that speaks the reference wire format below `base_url` with a bearer key. `endpoints` and
 * `exchanges` are what the kind serves beside chat.
 */
export function createAdapter(
  { kind, defaultBaseUrl }: ProviderManifest,
  quirks: WireQuirks,
  endpoints: EndpointCodecs = {},
  exchanges: ExchangeCodecs = {},
): ProviderAdapter {
  return {
    kind,
    capabilities: GROUP_CAPABILITIES.R,
    defaultBaseUrl,
    endpoints: { chat: createChatCodec(quirks), ...endpoints },
    exchanges,
    members: new Set(quirks.members),
    address: (target, endpoint) => joinAddress(target.baseUrl, referencePath(endpoint)),
    authorize: (draft, secret) => addHeader(draft, 'authorization', secret && `Bearer ${secret}`),
    mapError,
  };
}

/** The draft with a header more, or the draft itself if there is no credential: local runtimes need none. */
export function addHeader(draft: UpstreamDraft, name: string, value: string | undefined): UpstreamDraft {
  return value ? { ...draft, headers: { ...draft.headers, [name]: value } } : draft;
}
