import type { EndpointCodecs, ProviderTarget } from '../adapter.js';
import { TEXT_FORMS } from '../shared/answer-forms.js';
import type { WireQuirks } from '../wire-quirks.js';
import { decodeCompletionResponse } from './decode-completion-response.js';
import { encodeCompletionRequest } from './encode-completion-request.js';
import { CompletionStreamRelay } from './streams/relay-completion-stream.js';

/** Legacy text completions, passed through. `quirksOf` is for the kinds whose quirks differ from target to target. */
export function createCompletionsCodec(
  quirks: WireQuirks,
  quirksOf: (target: ProviderTarget) => WireQuirks = () => quirks,
): NonNullable<EndpointCodecs['completions']> {
  return {
    encode: (request, target, losses) => [encodeCompletionRequest(request, target, quirksOf(target), losses)],
    decode: decodeCompletionResponse,
    startStream: (facts) => new CompletionStreamRelay(facts, quirks),
    forms: TEXT_FORMS,
  };
}
