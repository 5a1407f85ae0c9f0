import type { ChatRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../adapter.js';
import { type Losses, UNNAMED_LOSSES } from '../shared/losses.js';
import { refuseUnknownParameters } from '../shared/models/native-parameters.js';
import { loseWords, type MessageLimits } from '../shared/texts/find-lost-words.js';
import { encodeMessages } from './encode-messages.js';
import { encodeResponseFormat } from './encode-response-format.js';
import { encodeSampling } from './encode-sampling.js';
import { encodeTools } from './encode-tools.js';

const MESSAGE_LIMITS: MessageLimits = {
  instructionsAnywhere: true,
  cacheMarks: false,
  imageDetail: true,
  fileNames: true,
  blankTexts: true,
  callSignatures: false,
  // The text of thinking goes back; nobody else's signature does.
  keepsThinking: ({ reasoning_details: details }) => !Array.isArray(details) || details.length === 0,
};

/**
 * The JSON body of POST /v2/chat (docs.cohere.com/reference/chat). Throws `unsupported_parameter` for what the API
 * cannot do. `user` has no counterpart in it and is left out: an identifier for the provider's own abuse checks.
 */
export function encodeChatRequest(
  request: Readonly<ChatRequest>,
  target: ProviderTarget,
  losses: Losses = UNNAMED_LOSSES,
): string {
  refuseUnknownParameters(request, losses);
  if (request.user) losses.lose('user');
  if (loseWords(request.messages, MESSAGE_LIMITS)) losses.lose('messages');
  // JSON.stringify leaves out what is undefined.
  return JSON.stringify({
    model: target.upstreamModel,
    messages: encodeMessages(request.messages),
    stream: request.stream === true,
    ...encodeTools(request, losses),
    response_format: encodeResponseFormat(request),
    max_tokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    stop_sequences: encodeStop(request.stop),
    ...encodeSampling(request, losses),
  });
}

function encodeStop(stop: ChatRequest['stop'] | null): string[] | undefined {
  if (typeof stop === 'string') return [stop];
  return stop?.length ? stop : undefined;
}
