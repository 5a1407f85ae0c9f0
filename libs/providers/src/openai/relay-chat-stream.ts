import type { ChatChunk } from '@multilane/contracts';
import type { DecodeFacts } from '../adapter.js';
import { ChunkNormaliser, readDelta } from './normalise-chunk.js';
import { StreamRelay } from './relay-stream.js';
import type { WireQuirks } from './wire-quirks.js';

/** Relays a stream of chat chunks, bringing the deltas of the kinds with quirks to the reference shape. */
export class ChatStreamRelay extends StreamRelay<ChatChunk> {
  readonly #normaliser: ChunkNormaliser | undefined;

  constructor(facts: DecodeFacts, quirks: WireQuirks) {
    super(facts, quirks);
    this.#normaliser = quirks.normalisesAnswers ? new ChunkNormaliser(facts.idSeed) : undefined;
  }

  protected override takeChoice(choice: Record<string, unknown>, position: number): boolean {
    const delta = readDelta(choice);
    return this.#normaliser?.normalise(choice, delta, position) ?? false;
  }
}
