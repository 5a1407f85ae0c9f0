import type { ChatChunk, Usage } from '@multilane/contracts';
import { type ChatCodec, type DecodeFacts, ProviderFailure } from '@multilane/providers';

/** All that came of a stream. */
export interface StreamOutcome {
  readonly chunks: readonly ChatChunk[];
  /** Text that the client gets, byte for byte. */
  readonly text: string;
  /** Length of the provider's own words in it. */
  readonly relayed: number;
  readonly usage: Usage | undefined;
  readonly failure: ProviderFailure | undefined;
  /** True if the failure came of the end alone: every byte before it was accepted. */
  readonly failedAtEnd: boolean;
}

/** Translates a stream that comes in these pieces and then ends. */
export function runStream(codec: ChatCodec, facts: DecodeFacts, pieces: readonly Uint8Array[]): StreamOutcome {
  const translator = codec.startStream(facts);
  const chunks: ChatChunk[] = [];
  let text = '';
  let relayed = 0;
  let failure: ProviderFailure | undefined;
  let isAtEnd = false;
  const emit = (chunk: ChatChunk | undefined, raw: string | undefined) => {
    if (chunk !== undefined) chunks.push(chunk);
    relayed += raw?.length ?? 0;
    text += raw ?? `data: ${JSON.stringify(chunk)}\n\n`;
  };
  try {
    for (const piece of pieces) translator.push(piece, emit);
    isAtEnd = true;
    translator.end(emit);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    failure = error;
  }
  return { chunks, text, relayed, usage: translator.usage(), failure, failedAtEnd: isAtEnd && failure !== undefined };
}
