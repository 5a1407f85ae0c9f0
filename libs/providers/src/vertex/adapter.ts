import type { ProviderAdapter } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { mapError } from '../shared/failures/map-error.js';
import { GENERATE_CONTENT } from '../shared/generate-content/chat-codec.js';
import { createImageCodecs } from '../shared/generate-content/media/images.js';
import { addressCall, addressPublisherModel, pathOfModel } from './address.js';
import { decodeEmbeddings } from './decode-embeddings.js';
import { encodeEmbeddings } from './encode-embeddings.js';
import { VERTEX_MANIFEST } from './manifest.js';

/**
 * The cloud platform edition of group G. The secret is an OAuth access token, which the application takes from the
 * configured credentials; the base URL follows from the location if none is configured.
 */
export const VERTEX: ProviderAdapter = {
  kind: VERTEX_MANIFEST.kind,
  capabilities: GROUP_CAPABILITIES.G,
  defaultBaseUrl: VERTEX_MANIFEST.defaultBaseUrl,
  endpoints: { chat: GENERATE_CONTENT, embeddings: { encode: encodeEmbeddings, decode: decodeEmbeddings } },
  exchanges: createImageCodecs(pathOfModel),
  address: addressPublisherModel,
  addressCall,
  authorize: (draft, secret) =>
    secret ? { ...draft, headers: { ...draft.headers, authorization: `Bearer ${secret}` } } : draft,
  mapError,
};
