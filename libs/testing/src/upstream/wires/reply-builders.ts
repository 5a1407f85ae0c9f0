import type { JsonReply, StreamReply } from '../reply.js';
import type { IssuedThought, IssuedToolCall } from './wire.js';

/** Contents of a built answer. Without text, calls or thinking it says "Hello there.". */
export interface AnswerParts {
  /** In a stream one event each. */
  text?: readonly string[];
  calls?: readonly IssuedToolCall[];
  /** Comes before all else. Providers without thinking of their own leave it out. */
  thinking?: IssuedThought;
  /** True if the answer ends because it may not be longer. */
  isCutShort?: boolean;
}

export interface ErrorOptions {
  /** Seconds to wait, if the provider says so: mostly in the Retry-After header. */
  retryAfterSeconds?: number;
  message?: string;
}

/** A provider's answers in its own words. Every one reports 9 tokens of prompt and 4 of answer. */
export interface ReplyBuilders {
  /** A whole answer. */
  answer(parts?: AnswerParts): JsonReply;
  /** The same answer, streamed. */
  stream(parts?: AnswerParts): StreamReply;
  /** A failure: 400, 401, 403, 404, 429, 5xx. */
  error(status: number, options?: ErrorOptions): JsonReply;
  /** The stream's first `events`, then a failure in the provider's own framing, and the end. */
  errorAfter(stream: StreamReply, events: number): StreamReply;
  /** The stream with an event that cannot be read after its first `events`. */
  malformedAfter(stream: StreamReply, events: number): StreamReply;
}

/** The text of an answer, piece by piece. */
export function textPieces({ text, calls, thinking }: AnswerParts): readonly string[] {
  return text ?? (calls?.length || thinking ? [] : ['Hello', ' there.']);
}

/** Two pieces of a text, so that a stream's reader has to join them. */
export function halves(text: string): [string, string] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

/** The status and headers of a built failure. */
export function errorHead(status: number, { retryAfterSeconds }: ErrorOptions) {
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return { status, headers };
}

/** The stream with other bytes behind its first `events`, then its end. */
export function endWith(stream: StreamReply, events: number, ending: Buffer): StreamReply {
  return { ...stream, chunks: [...stream.chunks.slice(0, events), ending], end: 'complete' };
}

/** The stream with other bytes between its events. */
export function insertAfter(stream: StreamReply, events: number, inserted: Buffer): StreamReply {
  return { ...stream, chunks: [...stream.chunks.slice(0, events), inserted, ...stream.chunks.slice(events)] };
}
