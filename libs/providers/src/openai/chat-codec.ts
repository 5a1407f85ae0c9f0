import type { ChatChunk } from '@multilane/contracts';
import type { ChatCodec, DecodeFacts, ProviderTarget } from '../adapter.js';
import type { WireQuirks } from '../wire-quirks.js';
import { ArgumentCompleter } from './complete-chunk.js';
import { decodeChatResponse } from './decode-chat-response.js';
import { composeChatRequest } from './encode-chat-request.js';
import { ChunkNormaliser, readDelta } from './normalise-chunk.js';
import { StreamRelay } from './relay-stream.js';

/**
 * Relays a stream of chat chunks, bringing the deltas of the kinds with quirks to the reference shape. Anyone who answers,
 * the first delta of a choice carries the role, and the arguments of a call make a JSON object
 * (docs/contract/chat.md#response).
 */
class ChatStreamRelay extends StreamRelay<ChatChunk> {
  readonly #normaliser: ChunkNormaliser | undefined;
  readonly #completer: ArgumentCompleter | undefined;
  /** The choices whose first delta has come. */
  readonly #begun = new Set<number>();

  constructor(facts: DecodeFacts, quirks: WireQuirks) {
    super(facts, quirks);
    this.#normaliser = quirks.normalisesAnswers ? new ChunkNormaliser(facts.idSeed) : undefined;
    this.#completer = quirks.normalisesAnswers ? undefined : new ArgumentCompleter();
  }

  protected override takeChoice(choice: Record<string, unknown>, position: number): boolean {
    const delta = readDelta(choice);
    const index = typeof choice.index === 'number' ? choice.index : position;
    const changed =
      this.#normaliser?.normalise(choice, delta, position) ?? this.#completer?.complete(choice, delta, index) ?? false;
    if (this.#begun.has(index)) return changed;
    this.#begun.add(index);
    if (typeof delta.role === 'string') return changed;
    // The role comes first, as with the reference provider.
    choice.delta = { ...delta, role: 'assistant' };
    return true;
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
    decode: (bodies, facts) => decodeChatResponse(bodies, facts, quirks),
    startStream: (facts) => new ChatStreamRelay(facts, quirks),
  };
}
