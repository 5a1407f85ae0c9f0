import type { ChatRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ChatCodec, EndpointCodecs } from '../../adapter.js';
import type { ModelFacts } from '../../model-facts.js';
import { listRefused } from '../models/model-limits.js';
import { cutCompletion } from './cut-completion.js';
import { prepareStops, type Stop } from './stop-cutter.js';
import { StopTranslator } from './stop-translator.js';

/** Limits of the sequences that the gateway itself looks for in each answer. */
const MOST_STOPS = 16;
const LONGEST_STOP = 1_024;

/**
 * The codec of a chat request whose stop sequences its provider is not given: the Responses format has none, and some models reject them.
 * The gateway ends the answers itself (docs/contract/chat.md#stop-sequences). The same codec wherever the provider does that.
 *
 * @throws GatewayError 400 `unsupported_parameter` for more sequences, or longer ones, than the gateway looks for
 */
export function withStops<Codec>(
  codec: Codec,
  endpoint: keyof EndpointCodecs | (string & {}),
  request: Readonly<ChatRequest>,
  facts: ModelFacts | undefined,
): Codec {
  const stops = listStops(request);
  if (stops.length === 0 || !isForGateway(endpoint, request, facts)) return codec;
  if (stops.length > MOST_STOPS || stops.some(({ length }) => length > LONGEST_STOP)) {
    throw unsupported('stop', `has more than ${MOST_STOPS} sequences, or one of more than ${LONGEST_STOP} characters.`);
  }
  return cutAnswers(codec as ChatCodec, prepareStops(stops)) as Codec;
}

function listStops({ stop }: Readonly<ChatRequest>): readonly string[] {
  if (stop === undefined || stop === null) return NONE;
  return (typeof stop === 'string' ? [stop] : stop).filter((sequence) => sequence !== '');
}

const NONE: readonly string[] = [];

function isForGateway(endpoint: string, request: Readonly<ChatRequest>, facts: ModelFacts | undefined): boolean {
  if (endpoint === 'chatOverResponses') return true;
  return endpoint === 'chat' && facts !== undefined && listRefused(request, facts).includes('stop');
}

function cutAnswers(codec: ChatCodec, stops: readonly Stop[]): ChatCodec {
  return {
    ...codec,
    decode: (bodies, facts) => {
      const decoded = codec.decode(bodies, facts);
      const response = cutCompletion(decoded.response, stops);
      return response === decoded.response ? decoded : { ...decoded, response, verbatim: false };
    },
    startStream: (facts) => new StopTranslator(codec.startStream(facts), stops),
  };
}
