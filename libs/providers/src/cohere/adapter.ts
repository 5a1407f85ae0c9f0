import type { ProviderAdapter } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { joinAddress } from '../shared/join-address.js';
import { decodeChatResponse } from './decode-response.js';
import { encodeChatRequest } from './encode-request.js';
import { mapError } from './map-error.js';
import { ChatStreamTranslator } from './translate-stream.js';

/** Cohere's own v2 chat API (docs.cohere.com/reference/chat). */
export const COHERE: ProviderAdapter = {
  kind: 'cohere',
  capabilities: GROUP_CAPABILITIES.C,
  defaultBaseUrl: 'https://api.cohere.com',
  endpoints: {
    chat: {
      encode: (request, target) => [encodeChatRequest(request, target)],
      decode: decodeChatResponse,
      startStream: (facts) => new ChatStreamTranslator(facts),
    },
  },
  address: (target) => joinAddress(target.baseUrl, '/v2/chat'),
  authorize: (draft, secret) =>
    secret ? { ...draft, headers: { ...draft.headers, authorization: `Bearer ${secret}` } } : draft,
  mapError,
};
