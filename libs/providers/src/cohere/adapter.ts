import type { ProviderAdapter } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { CHAT_FORMS } from '../shared/answer-forms.js';
import { decodeRerank } from '../shared/vectors/decode-rerank.js';
import { addressEndpoint } from './address.js';
import { decodeEmbeddings } from './decode-embeddings.js';
import { decodeChatResponse } from './decode-response.js';
import { encodeEmbeddings } from './encode-embeddings.js';
import { encodeChatRequest } from './encode-request.js';
import { encodeRerank } from './encode-rerank.js';
import { COHERE_MANIFEST } from './manifest.js';
import { mapError } from './map-error.js';
import { TRANSCRIPTIONS } from './transcriptions.js';
import { ChatStreamTranslator } from './translate-stream.js';

/** Cohere's own v2 API (docs.cohere.com/reference: chat, embed, rerank). */
export const COHERE: ProviderAdapter = {
  kind: COHERE_MANIFEST.kind,
  capabilities: GROUP_CAPABILITIES.C,
  defaultBaseUrl: COHERE_MANIFEST.defaultBaseUrl,
  endpoints: {
    chat: {
      encode: (request, target, losses) => [encodeChatRequest(request, target, losses)],
      decode: decodeChatResponse,
      startStream: (facts) => new ChatStreamTranslator(facts),
      forms: CHAT_FORMS,
    },
    embeddings: { encode: encodeEmbeddings, decode: decodeEmbeddings },
    rerank: { encode: encodeRerank, decode: decodeRerank },
  },
  exchanges: { transcriptions: TRANSCRIPTIONS },
  address: addressEndpoint,
  authorize: (draft, secret) =>
    secret ? { ...draft, headers: { ...draft.headers, authorization: `Bearer ${secret}` } } : draft,
  mapError,
};
