import type { ChatChunk } from '@multilane/contracts';
import type { ChatCodec, DecodeFacts, ProviderTarget } from '../adapter.js';
import { CHAT_FORMS } from '../shared/answer-forms.js';
import type { WireQuirks } from '../wire-quirks.js';
import { decodeChatResponse } from './decode-chat-response.js';
import { composeChatRequest } from './encode-chat-request.js';
import { ChunkNormaliser, readDelta } from './streams/normalise-chunk.js';
import { StreamRelay } from './streams/relay-stream.js';

/**
 * Relays a stream of chat chunks, bringing their deltas to the reference shape. Anyone who answers, the first delta of a choice
 * carries the role, and the arguments of a call make a JSON object (docs/contract/chat.md#response).
 */
class ChatStreamRelay extends StreamRelay<ChatChunk> {
  protected override readonly chunkObject = 'chat.completion.chunk';
  readonly #normaliser: ChunkNormaliser;

  constructor(facts: DecodeFacts, quirks: WireQuirks) {
    super(facts, quirks);
    this.#normaliser = new ChunkNormaliser(facts);
  }

  protected override takeChoice(choice: Record<string, unknown>, index: number, isFirst: boolean): boolean {
    const given = choice.delta;
    const delta = readDelta(choice, isFirst);
    const changed = this.#normaliser.normalise(choice, delta, index) || given !== delta;
    if (delta.role === 'assistant' || (delta.role === undefined && !isFirst)) return changed;
    // The role comes first, as with the reference provider.
    if (isFirst) choice.delta = { ...delta, role: 'assistant' };
    else delta.role = delta.role === null ? undefined : 'assistant';
    return true;
  }

  protected override saysSomething({ delta }: Record<string, unknown>): boolean {
    const { content, reasoning_content: reasoning, refusal, tool_calls: calls } = delta as Record<string, unknown>;
    return Boolean(content || reasoning || refusal || calls);
  }

  protected override finishChoice(index: number): object {
    const choice: Record<string, unknown> = { index, delta: {}, logprobs: null, finish_reason: 'stop' };
    this.#normaliser.normalise(choice, choice.delta as Record<string, unknown>, index);
    return choice;
  }
}

/** The chat codec of a wire-compatible kind. `quirksOf` is for the kinds whose quirks differ from target to target. */
export function createChatCodec(
  quirks: WireQuirks,
  quirksOf: (target: ProviderTarget) => WireQuirks = () => quirks,
): ChatCodec {
  const compose: NonNullable<ChatCodec['compose']> = (request, target, losses) =>
    composeChatRequest(request, target, quirksOf(target), losses);
  return {
    compose,
    encode: (request, target, losses) => [JSON.stringify(compose(request, target, losses))],
    decode: (bodies, facts) => decodeChatResponse(bodies, facts),
    startStream: (facts) => new ChatStreamRelay(facts, quirks),
    forms: CHAT_FORMS,
  };
}
