import type { ChatCodec, ProviderTarget } from '../adapter.js';
import type { WireQuirks } from '../wire-quirks.js';
import { decodeChatResponse } from './decode-chat-response.js';
import { encodeChatRequest } from './encode-chat-request.js';
import { ChatStreamRelay } from './relay-chat-stream.js';

/** The chat codec of a wire-compatible kind. `quirksOf` is for the kinds whose quirks differ from target to target. */
export function createChatCodec(
  quirks: WireQuirks,
  quirksOf: (target: ProviderTarget) => WireQuirks = () => quirks,
): ChatCodec {
  return {
    encode: (request, target, losses) => [encodeChatRequest(request, target, quirksOf(target), losses)],
    decode: (bodies, facts) => decodeChatResponse(bodies, facts, quirks),
    startStream: (facts) => new ChatStreamRelay(facts, quirks),
  };
}
