import type { ResponsesEvent, ResponsesRequest, ResponsesResponse } from '@multilane/contracts';
import type { ChatCodec, EndpointCodecs, StreamingCodec } from '../../adapter.js';
import { type Capabilities, OPEN_RESPONSES_CAPABILITIES, RESPONSES_CAPABILITIES } from '../../capabilities.js';
import type { ResponsesQuirks } from '../../wire-quirks.js';
import { composeResponsesRequest } from './compose-native-request.js';
import { decodeResponse } from './decode-response.js';
import { encodeResponsesRequest } from './encode-request.js';
import { mapResponsesUsage } from './map-usage.js';
import { readResponse } from './read-answer.js';
import { leaveOutDetails, leaveOutItems } from './reasoning-items.js';
import { ResponseStreamRelay } from './relay-response-stream.js';
import { ResponseStreamTranslator } from './translate-stream.js';

type ResponsesCodec = StreamingCodec<ResponsesRequest, ResponsesResponse, ResponsesEvent>;

/**
 * Creates the codecs that a kind serves by its Responses API: the client's own format straight through, and chat
 * translated to it.
 */
export function createResponsesCodecs(
  quirks: ResponsesQuirks,
): Required<Pick<EndpointCodecs, 'responses' | 'chatOverResponses'>> {
  return { responses: createNativeCodec(quirks), chatOverResponses: createChatCodec(quirks) };
}

function capabilitiesOf({ takesPenalties }: ResponsesQuirks): Capabilities {
  return takesPenalties ? OPEN_RESPONSES_CAPABILITIES : RESPONSES_CAPABILITIES;
}

function createNativeCodec(quirks: ResponsesQuirks): ResponsesCodec {
  const compose: NonNullable<ResponsesCodec['compose']> = (request, target, losses) =>
    composeResponsesRequest(request, target, quirks, losses);
  return {
    capabilities: capabilitiesOf(quirks),
    compose,
    withoutThinking: leaveOutItems,
    encode: (request, target, losses) => [JSON.stringify(compose(request, target, losses))],
    decode: ([body]) => {
      const response = readResponse(body);
      const usage = mapResponsesUsage(response);
      return { response: response as unknown as ResponsesResponse, usage, verbatim: response === body };
    },
    startStream: () => new ResponseStreamRelay(),
  };
}

function createChatCodec(quirks: ResponsesQuirks): ChatCodec {
  return {
    capabilities: capabilitiesOf(quirks),
    encode: (request, target, losses) => [JSON.stringify(encodeResponsesRequest(request, target, quirks, losses))],
    withoutThinking: leaveOutDetails,
    decode: decodeResponse,
    startStream: (facts) => new ResponseStreamTranslator(facts),
  };
}
