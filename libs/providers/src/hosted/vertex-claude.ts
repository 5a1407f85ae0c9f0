import type { ChatRequest, CountTokensRequest } from '@multilane/contracts';
import type { Endpoint, ProviderAdapter, ProviderTarget, UpstreamAddress } from '../adapter.js';
import { ANTHROPIC } from '../anthropic/adapter.js';
import { decodeResponse } from '../anthropic/decode-response.js';
import { composeNativeRequest } from '../anthropic/encode/encode-native-request.js';
import { composeRequest } from '../anthropic/encode/encode-request.js';
import { COUNT_TOKENS_CODEC, MESSAGES_CODEC } from '../anthropic/messages-codec.js';
import { MessageStreamTranslator } from '../anthropic/stream/translate-stream.js';
import { CHAT_FORMS } from '../shared/answer-forms.js';
import { type Losses, UNNAMED_LOSSES } from '../shared/losses.js';
import { VERTEX } from '../vertex/adapter.js';
import { addressCall, pathOfPublisher } from '../vertex/address.js';

/** The version stands in the body, and the model in the address alone (cloud.google.com, "Request predictions with Claude models"). */
const VERSION = 'vertex-2023-10-16';

/** The version is the platform's; what the client names of the provider's own does not go along. */
const FORWARDED_HEADERS = ['anthropic-beta'] as const;

/**
 * Claude on the cloud platform: the messages format, group N, at `publishers/anthropic`. Its files and batches are not served there.
 */
export const VERTEX_CLAUDE: ProviderAdapter = {
  kind: VERTEX.kind,
  group: 'N',
  capabilities: ANTHROPIC.capabilities,
  defaultBaseUrl: VERTEX.defaultBaseUrl,
  endpoints: {
    chat: {
      answersHoldInputs: true,
      encode: (request, target, losses) => [JSON.stringify(composeChat(request, target, losses))],
      decode: decodeResponse,
      startStream: (facts) => new MessageStreamTranslator(facts),
      forms: CHAT_FORMS,
    },
    messages: {
      ...MESSAGES_CODEC,
      forwardedHeaders: FORWARDED_HEADERS,
      compose: composeMessages,
      encode: (request, target, losses) => [JSON.stringify(composeMessages(request, target, losses))],
    },
    countTokens: {
      ...COUNT_TOKENS_CODEC,
      forwardedHeaders: FORWARDED_HEADERS,
      compose: composeCount,
      encode: (request, target, losses) => [JSON.stringify(composeCount(request, target, losses))],
    },
  },
  address: addressClaude,
  addressCall,
  authorize: VERTEX.authorize,
  mapError: VERTEX.mapError,
};

function composeChat(request: Readonly<ChatRequest>, target: ProviderTarget, losses: Losses = UNNAMED_LOSSES): object {
  return { anthropic_version: VERSION, ...composeRequest(request, target, losses), model: undefined };
}

function composeMessages<Request extends CountTokensRequest>(
  request: Readonly<Request>,
  target: ProviderTarget,
  losses?: Losses,
): Readonly<Request> {
  const composed = composeNativeRequest(request, target, losses);
  return { ...composed, anthropic_version: VERSION, model: undefined } as unknown as Readonly<Request>;
}

/** Tokens are counted at one address for all models, so that the model is named in the body. */
function composeCount(
  request: Readonly<CountTokensRequest>,
  target: ProviderTarget,
  losses?: Losses,
): Readonly<CountTokensRequest> {
  const composed = composeNativeRequest(request, target, losses);
  return { ...composed, anthropic_version: VERSION, model: nameClaude(target) } as Readonly<CountTokensRequest>;
}

/** `{base_url}/v1/projects/{project}/locations/{location}/publishers/anthropic/models/{model}:…` */
function addressClaude(target: ProviderTarget, endpoint: Endpoint, streaming: boolean): UpstreamAddress {
  if (endpoint === 'countTokens') return addressCall(target, `${pathOfModels(target)}/count-tokens:rawPredict`);
  // Versions follow an `@`, which a path may have.
  const model = encodeURIComponent(nameClaude(target)).replaceAll('%40', '@');
  return addressCall(target, `${pathOfModels(target)}/${model}:${streaming ? 'streamRawPredict' : 'rawPredict'}`);
}

function pathOfModels(target: ProviderTarget): string {
  return `${pathOfPublisher(target, 'anthropic')}/models`;
}

/** The model's bare name. */
function nameClaude({ upstreamModel }: ProviderTarget): string {
  return upstreamModel.slice(upstreamModel.lastIndexOf('/') + 1);
}
