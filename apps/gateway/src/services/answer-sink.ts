import type { GatewayError } from '@multilane/errors';
import type { Departure } from '@multilane/telemetry';
import type { FrameSocket } from '../upstream/frame-socket.js';

/** Notified about the reader of an answer. */
export interface ReaderListener {
  /**
   * Nobody waits for the answer any more, and it is not whole.
   *
   * @param when undefined where the reader is no client
   */
  readerLeft(when?: Departure): void;
}

/** Source of a stream; a sink with a slow reader pauses it. */
export interface StreamSource {
  pause(): void;
  resume(): void;
}

/** Names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** An answer whose bytes are not looked at. */
export interface AnswerBody {
  readonly status: number;
  /** `content-type` among them. */
  readonly headers: AnswerHeaders;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Called when the first bytes are about to be written. */
  readonly onBegin?: () => void;
}

/**
 * Destination of a request's answer: `delivery` implements it for sockets, workers for logs of events. A pipeline writes one whole answer,
 * one stream, or one error; writes after the reader has left are dropped silently.
 */
export interface AnswerSink {
  /** The status that was sent to the reader; undefined if none was sent yet. */
  readonly status: number | undefined;
  /** Notifies the listener when nobody reads any more, until `unwatch`. */
  watch(listener: ReaderListener): void;
  unwatch(): void;
  /**
   * A whole answer of JSON, as text, or as bytes that are sent as they are.
   *
   * @param silenceMs for how long a reader may take nothing; undefined for no limit
   * @param status of HTTP; 200 if it is left out
   */
  sendWhole(headers: AnswerHeaders, body: string | Buffer, silenceMs: number | undefined, status?: number): void;
  /**
   * A body of any type, whole or as it comes, at the pace at which its reader takes it. Resolves when it is written; rejects with what
   * the body failed with. Before the first byte the answer can still be an error; after it the reader sees it cut off.
   */
  sendBody(answer: AnswerBody, silenceMs: number): Promise<void>;
  /**
   * Begins a stream of events. Only the source is exchanged in a stream that has begun already.
   *
   * @param signOfLife the text that keeps a silent stream open; a comment if it is left out
   */
  openStream(headers: AnswerHeaders, source: StreamSource, silenceMs: number, signOfLife?: string): void;
  /** The stream lives, though it has nothing to say yet. */
  keepAlive(): void;
  /** The next text of the stream. */
  write(text: string): void;
  /** The last text of the stream. */
  end(text: string): void;
  /**
   * Upgrades to a socket; undefined if the reader cannot have one.
   *
   * @param protocol the subprotocol that the provider chose, if any
   */
  acceptSocket?(headers: AnswerHeaders, protocol: string): Promise<FrameSocket>;
  /** A refusal or failure instead of an answer; a stream that has begun has reported it already. */
  sendError(error: GatewayError, headers: AnswerHeaders): void;
}
