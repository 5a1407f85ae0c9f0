import type { UpstreamDraft } from '@multilane/providers';
import type { Credential } from './credentials/credential-source.js';
import type { SocketOpener } from './open-socket.js';

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Handles of one upstream exchange that its receiver may pull. */
export interface UpstreamControl {
  /** Ends the exchange at once; the connection is closed and nothing more is delivered. */
  abort(): void;
  pause(): void;
  resume(): void;
}

/** Something in progress that somebody waits for. */
export interface Abortable {
  /** Ends it with a reason, which is passed to the receiver. */
  abort(reason: Error): void;
}

/** Receives one upstream answer. After `onEnd` or `onError` nothing more arrives. */
export interface UpstreamSink {
  onStart(status: number, headers: UpstreamHeaders): void;
  onData(bytes: Buffer): void;
  onEnd(): void;
  onError(error: Error): void;
}

/** Carries a request to a provider: over HTTP, or into the built-in simulator. */
export interface Transport {
  send(draft: UpstreamDraft, sink: UpstreamSink): UpstreamControl;
  /** Opens sockets; undefined if there are none. */
  readonly sockets?: Pick<SocketOpener, 'open'>;
}

/** Notified once how a call to a provider went: when its answer is whole or has begun, or with the failure. */
export interface AttemptObserver {
  /** The head of an answer arrived that is one of success. Only whole answers report it. */
  answerBegins?(): void;
  /** The head of an answer arrived, whatever its status. */
  headArrives?(headers: UpstreamHeaders, credential: Credential): void;
  /**
   * `durationMs` counts from when the call began, waiting for its credential included. `credential` is the one that it was
   * sent with, where that was at hand when it began.
   */
  attemptEnded(failure: Error | undefined, durationMs: number, credential: Credential): void;
}
