import type {
  CountTokensRequest,
  CountTokensResponse,
  MessagesEvent,
  MessagesRequest,
  MessagesResponse,
} from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Codec, Decoded, StreamingCodec } from '../adapter.js';
import { mapErrorInAnswer, unreadable } from '../shared/failures/map-error.js';
import { completeMessage } from './complete-message.js';
import { composeNativeRequest } from './encode/encode-native-request.js';
import { mapUsage } from './map-usage.js';
import { MESSAGE_FORMS } from './message-forms.js';
import { MessageStreamRelay } from './stream/relay-message-stream.js';

/**
 * The client's word on the protocol (docs/contract/messages.md#native-provider); nothing else of its headers goes
 * along.
 */
const FORWARDED_HEADERS = ['anthropic-version', 'anthropic-beta'] as const;

/** POST /v1/messages between a client and a provider that both speak it: straight through, so that nothing is lost. */
export const MESSAGES_CODEC: StreamingCodec<MessagesRequest, MessagesResponse, MessagesEvent> = {
  forwardedHeaders: FORWARDED_HEADERS,
  compose: composeNativeRequest,
  encode: (request, target, losses) => [JSON.stringify(composeNativeRequest(request, target, losses))],
  decode: ([body], facts) => {
    const answer = readAnswer(body);
    const complete = completeMessage(answer, facts);
    const response = complete as unknown as MessagesResponse;
    return { response, usage: mapUsage(answer.usage), verbatim: complete === answer };
  },
  startStream: (facts) => new MessageStreamRelay(facts),
  forms: MESSAGE_FORMS,
};

/** POST /v1/messages/count_tokens, the same way. Counting uses no tokens. */
export const COUNT_TOKENS_CODEC: Codec<CountTokensRequest, CountTokensResponse> = {
  forwardedHeaders: FORWARDED_HEADERS,
  compose: composeNativeRequest,
  encode: (request, target, losses) => [JSON.stringify(composeNativeRequest(request, target, losses))],
  decode: ([body]): Decoded<CountTokensResponse> => {
    const answer = readAnswer(body);
    if (typeof answer.input_tokens !== 'number') throw unreadable('no count');
    return { response: answer as CountTokensResponse, usage: undefined, verbatim: true };
  },
};

function readAnswer(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) throw unreadable('not an object');
  if (body.type === 'error' || body.error) throw mapErrorInAnswer(body);
  return body;
}
