import type { GatewayError } from '@multilane/errors';
import type { SocketCodec, SocketEvent } from '@multilane/providers';
import type { EventRules } from './check-client-event.js';

/** The refusal of one response, after which the session goes on; undefined if there is none. */
export type Refusal = GatewayError | undefined;

/** A client's event that may ask for a response. */
export interface AskedEvent {
  readonly eventId: string | undefined;
  /** False if a provider would have to read it in an unusual way. */
  readonly isCertain: boolean;
}

/** Decides which messages pass, and is notified of them. */
export interface RelayRules {
  readonly codec: SocketCodec;
  /** Rules in effect at this moment; throws the refusal of a credential that no longer holds. */
  current(): EventRules;
  /** Rejects with the refusal of a credential that no longer holds. */
  verify(): Promise<void>;
  /** The client has named the model that transcribes, by the provider's name. */
  noteTranscriber(upstreamModel: string): void;
  /** Before the model is asked. Throws or rejects where nothing is left for any response of the session. */
  beforeResponse(event: AskedEvent): Refusal | Promise<Refusal>;
  /** The event that was let pass last is not sent after all. */
  withdrawResponse(): void;
  /** Takes note of a provider's event. The result is the refusal of a response that has begun. Fails as `beforeResponse` does. */
  afterEvent(event: SocketEvent): Refusal | Promise<Refusal>;
  /** Number of responses and transcriptions that were asked for or begun and have not ended. */
  readonly unfinished: number;
  /** The client's events that cancel responses, each once: those with the ids, or all that have begun. */
  takeCancels(ids?: readonly (string | undefined)[]): string[];
  /** Nothing more is reported. @param byProvider The provider ended the session */
  settleUnfinished(byProvider: boolean): void;
}

/** Time limits of a session. */
export interface RelayLimits {
  /** Silence of both sides, in milliseconds. */
  readonly idleMs: number;
  /** From the upgrade, in milliseconds. */
  readonly ageMs: number;
}
