import type { ProviderAdapter } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { CHAT_FORMS } from '../shared/answer-forms.js';
import { addressModel } from './address.js';
import { decodeEmbeddings } from './decode-embeddings.js';
import { decodeResponse } from './decode-response.js';
import { encodeEmbeddings } from './encode/encode-embeddings.js';
import { encodeRequest } from './encode/encode-request.js';
import { BEDROCK_MANIFEST } from './manifest.js';
import { mapError } from './map-error.js';
import { signRequest } from './sign-request.js';
import { ConverseStreamTranslator } from './translate-stream.js';

/**
 * Amazon Bedrock, group B: chat by Converse and ConverseStream, embeddings by InvokeModel
 * (docs.aws.amazon.com/bedrock/latest/APIReference). The base URL follows from the region if none is configured. A
 * bearer key authorizes, an access key signs.
 */
export const BEDROCK: ProviderAdapter = {
  kind: BEDROCK_MANIFEST.kind,
  capabilities: GROUP_CAPABILITIES.B,
  defaultBaseUrl: BEDROCK_MANIFEST.defaultBaseUrl,
  endpoints: {
    chat: {
      answersHoldInputs: true,
      encode: (request, target, losses) => [encodeRequest(request, target, losses)],
      decode: decodeResponse,
      startStream: (facts) => new ConverseStreamTranslator(facts),
      forms: CHAT_FORMS,
    },
    embeddings: { encode: encodeEmbeddings, decode: decodeEmbeddings },
  },
  address: addressModel,
  authorize: (draft, secret) =>
    secret ? { ...draft, headers: { ...draft.headers, authorization: `Bearer ${secret}` } } : draft,
  sign: (draft, credential, now) => signRequest(draft, credential, now),
  mapError,
};
