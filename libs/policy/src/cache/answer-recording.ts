import { isRefusal } from './is-refusal.js';
import { LARGEST_ANSWER_BYTES } from './stored-answer.js';

/** Reason why an answer is not cached. */
export type UncacheableReason = 'too_large' | 'refusal';

/** One event of a recorded stream: a chunk, null if nobody had to read it, and its ready event if there is one. */
export type RecordedEvent = readonly [chunk: object | null] | readonly [chunk: object | null, raw: string];

/** Takes down an answer while it is delivered, before anything of the gateway's own is done to it. */
export class AnswerRecording {
  private form: 'whole' | 'stream' = 'whole';
  private body: Buffer | undefined = undefined;
  private pieces: string[] = [];
  private size = 0;
  private uncacheable: UncacheableReason | undefined = undefined;

  /** @param text the answer as JSON: the provider's own bytes where they say the same */
  takeWhole(answer: object, text: Buffer | undefined): void {
    const bytes = text ?? Buffer.from(JSON.stringify(answer));
    if (isRefusal(answer)) this.drop('refusal');
    else if (bytes.length > LARGEST_ANSWER_BYTES) this.drop('too_large');
    // A chunk off the wire may be a view of far more.
    else this.body = bytes === text ? Buffer.from(bytes) : bytes;
  }

  takeChunk(chunk: object | undefined, raw: string | undefined): void {
    if (this.uncacheable !== undefined || (chunk === undefined && isComment(raw))) return;
    this.form = 'stream';
    const words = JSON.stringify(chunk ?? null);
    const piece = raw === undefined ? `[${words}]` : `[${words},${JSON.stringify(raw)}]`;
    this.size += piece.length + 1;
    if (chunk !== undefined && isRefusal(chunk)) this.drop('refusal');
    else if (this.size > LARGEST_ANSWER_BYTES) this.drop('too_large');
    else this.pieces.push(piece);
  }

  /** The whole of it, when the answer ended in good order: what to keep, why not, or undefined if there is nothing. */
  finish(): { readonly form: 'whole' | 'stream'; readonly body: Buffer } | UncacheableReason | undefined {
    if (this.uncacheable !== undefined) return this.uncacheable;
    if (this.form === 'whole') return this.body && { form: 'whole', body: this.body };
    const body = Buffer.from(`[${this.pieces.join(',')}]`);
    return body.length > LARGEST_ANSWER_BYTES ? 'too_large' : { form: 'stream', body };
  }

  private drop(reason: UncacheableReason): void {
    this.uncacheable = reason;
    this.body = undefined;
    this.pieces = [];
  }
}

/** A comment keeps a stream open: it belongs to its time, not to the answer. */
function isComment(raw: string | undefined): boolean {
  return raw === undefined || raw.startsWith(':');
}
