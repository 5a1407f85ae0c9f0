import type { ProviderAdapter } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { mapError } from '../shared/map-error.js';
import { addressMessages, authorize } from './address.js';
import { decodeResponse } from './decode-response.js';
import { encodeRequest } from './encode-request.js';
import { MessageStreamTranslator } from './translate-stream.js';

/** The messages-native provider, group N: https://platform.claude.com/docs/en/api/messages */
export const ANTHROPIC: ProviderAdapter = {
  kind: 'anthropic',
  capabilities: GROUP_CAPABILITIES.N,
  defaultBaseUrl: 'https://api.anthropic.com',
  endpoints: {
    chat: {
      encode: (request, target) => [encodeRequest(request, target)],
      decode: decodeResponse,
      startStream: (facts) => new MessageStreamTranslator(facts),
    },
  },
  address: addressMessages,
  authorize,
  mapError,
};
