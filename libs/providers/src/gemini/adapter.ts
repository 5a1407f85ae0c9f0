import type { ProviderAdapter } from '../adapter.js';
import { GROUP_CAPABILITIES } from '../capabilities.js';
import { mapError } from '../shared/failures/map-error.js';
import { GENERATE_CONTENT } from '../shared/generate-content/chat-codec.js';
import { createImageCodecs } from '../shared/generate-content/media/images.js';
import {
  createSpeechCodec,
  createTranscriptionsCodec,
  VOICE_LIST,
} from '../shared/generate-content/media/media-codecs.js';
import { addressModel, pathOfModel } from './address.js';
import { BATCH_CODEC } from './batches-codec.js';
import { decodeEmbeddings } from './decode-embeddings.js';
import { encodeEmbeddings } from './encode-embeddings.js';
import { FILES } from './files-codec.js';
import { GEMINI_MANIFEST } from './manifest.js';

/** The consumer API of group G (ai.google.dev/api/generate-content, ai.google.dev/api/embeddings). */
export const GEMINI: ProviderAdapter = {
  kind: GEMINI_MANIFEST.kind,
  capabilities: GROUP_CAPABILITIES.G,
  defaultBaseUrl: GEMINI_MANIFEST.defaultBaseUrl,
  endpoints: { chat: GENERATE_CONTENT, embeddings: { encode: encodeEmbeddings, decode: decodeEmbeddings } },
  exchanges: {
    ...createImageCodecs(pathOfModel),
    files: FILES,
    voices: VOICE_LIST,
    speech: createSpeechCodec((target) => `${pathOfModel(target)}:generateContent`),
    transcriptions: createTranscriptionsCodec((target) => `${pathOfModel(target)}:generateContent`),
  },
  batches: BATCH_CODEC,
  address: addressModel,
  authorize: (draft, secret) =>
    secret ? { ...draft, headers: { ...draft.headers, 'x-goog-api-key': secret } } : draft,
  mapError,
};
