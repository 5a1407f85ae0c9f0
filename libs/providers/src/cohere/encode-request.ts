import type { ChatRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { refuseUnknownParameters } from '../shared/native-parameters.js';
import { encodeMessages } from './encode-messages.js';
import { encodeResponseFormat } from './encode-response-format.js';
import { encodeSampling } from './encode-sampling.js';
import { encodeTools } from './encode-tools.js';

/**
 * The JSON body of POST /v2/chat (docs.cohere.com/reference/chat). Throws `unsupported_parameter` for what the API
 * cannot do. `user` has no counterpart in it and is left out: an identifier for the provider's own abuse checks.
 */
export function encodeChatRequest(request: Readonly<ChatRequest>, target: ProviderTarget): string {
  refuseUnknownParameters(request);
  // JSON.stringify leaves out what is undefined.
  return JSON.stringify({
    model: target.upstreamModel,
    messages: encodeMessages(request.messages),
    stream: request.stream === true,
    ...encodeTools(request),
    response_format: encodeResponseFormat(request),
    max_tokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    stop_sequences: encodeStop(request.stop),
    ...encodeSampling(request),
  });
}

function encodeStop(stop: ChatRequest['stop'] | null): string[] | undefined {
  if (typeof stop === 'string') return [stop];
  return stop?.length ? stop : undefined;
}
