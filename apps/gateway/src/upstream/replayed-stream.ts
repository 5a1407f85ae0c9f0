import type { RecordedEvent } from '@multilane/policy';
import type { AnswerStream, ChunkReceiver } from './streamed-answer.js';

/** A stream that was recorded, sent again at once. It uses no connection, so there is nothing to cancel. */
export class ReplayedStream implements AnswerStream {
  private ended = false;

  constructor(private readonly events: readonly RecordedEvent[]) {}

  receive(receiver: ChunkReceiver): void {
    for (const [chunk, raw] of this.events) {
      // A receiver that failed has been notified, and accepts no more.
      if (this.ended) return;
      receiver.onChunk(chunk ?? undefined, raw);
    }
    receiver.onPause();
    if (!this.ended) receiver.onComplete();
    this.ended = true;
  }

  usage(): undefined {
    return undefined;
  }

  abort(): void {
    this.ended = true;
  }

  pause(): void {}

  resume(): void {}
}
