import type { ProviderAdapter } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { CHAT_FORMS } from '../shared/answer-forms.js';
import { mapError } from '../shared/failures/map-error.js';
import { addFilesBeta, addressMessages, authorize } from './address.js';
import { BATCH_CODEC } from './batches-codec.js';
import { decodeResponse } from './decode-response.js';
import { namesFiles } from './encode/encode-content.js';
import { encodeRequest } from './encode/encode-request.js';
import { FILES } from './files-codec.js';
import { ANTHROPIC_MANIFEST } from './manifest.js';
import { COUNT_TOKENS_CODEC, MESSAGES_CODEC } from './messages-codec.js';
import { MessageStreamTranslator } from './stream/translate-stream.js';

/** The messages-native provider, group N: https://platform.claude.com/docs/en/api/messages */
export const ANTHROPIC: ProviderAdapter = {
  kind: ANTHROPIC_MANIFEST.kind,
  capabilities: GROUP_CAPABILITIES.N,
  defaultBaseUrl: ANTHROPIC_MANIFEST.defaultBaseUrl,
  endpoints: {
    chat: {
      answersHoldInputs: true,
      headersOf: ({ messages }, { headers }) => (namesFiles(messages) ? addFilesBeta(headers) : undefined),
      encode: (request, target, losses) => [encodeRequest(request, target, losses)],
      decode: decodeResponse,
      startStream: (facts) => new MessageStreamTranslator(facts),
      forms: CHAT_FORMS,
    },
    messages: MESSAGES_CODEC,
    countTokens: COUNT_TOKENS_CODEC,
  },
  exchanges: { files: FILES },
  batches: BATCH_CODEC,
  address: addressMessages,
  authorize,
  mapError,
};
