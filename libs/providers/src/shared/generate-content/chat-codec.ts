import type { ChatCodec } from '../../adapter.js';
import { CHAT_FORMS } from '../answer-forms.js';
import { decodeResponse } from './decode-response.js';
import { encodeRequest } from './encode-request.js';
import { ContentStreamTranslator } from './translate-stream.js';

/** The chat codec of the two kinds of group G, which differ in address and credential only. */
export const GENERATE_CONTENT: ChatCodec = {
  answersHoldInputs: true,
  encode: (request, target, losses) => [encodeRequest(request, target, losses)],
  decode: decodeResponse,
  startStream: (facts) => new ContentStreamTranslator(facts),
  forms: CHAT_FORMS,
};
