import type { AnyRequest, MediaUsage, Usage } from '@multilane/contracts';
import type { ProviderTarget } from './target.js';

/** Request of a client with the upgrade to a socket. */
export interface SocketRequest extends AnyRequest {
  /** The parameters of its URL, `model` among them. */
  readonly query: Readonly<Record<string, string>>;
  /** The subprotocols that it offers, without credentials. */
  readonly protocols: readonly string[];
}

/** Address at which a provider's socket is opened. */
export interface SocketDraft {
  /** Below the base URL, percent-encoded, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols: readonly string[];
}

/** A provider's event, as far as it concerns use. */
export type SocketEvent =
  | { readonly kind: 'response began'; readonly id: string | undefined }
  | ResponseEnd
  /** A piece of sound is whole, and is transcribed if the session has a model for it. */
  | { readonly kind: 'sound committed'; readonly itemId: string | undefined }
  | TranscriptionEnd
  /** `transcriber`: the provider's name of the model that transcribes; null if none does, undefined if the event does not say. */
  | { readonly kind: 'session'; readonly transcriber: string | null | undefined }
  /** `eventId`: of the client's event that the provider rejected; undefined if it had none, or none was rejected. */
  | { readonly kind: 'error'; readonly eventId: string | undefined };

export interface ResponseEnd {
  readonly kind: 'response ended';
  readonly id: string | undefined;
  /** Undefined if the provider reports none, or none that can be true. */
  readonly usage: Usage | undefined;
  /** The provider failed. */
  readonly isFailed: boolean;
}

export interface TranscriptionEnd {
  readonly kind: 'transcription ended';
  readonly itemId: string | undefined;
  /** In tokens or in seconds; undefined if the provider reports none, or none that can be true. */
  readonly usage: MediaUsage | undefined;
  readonly isFailed: boolean;
}

/** Opens the sockets of one kind of provider. Pure. */
export interface SocketCodec {
  /** True if it is there only for models with `capabilities: { beyond_reference: true }`. */
  readonly isBeyondReference?: true;
  open(request: Readonly<SocketRequest>, target: ProviderTarget): SocketDraft;
  /** Reads the use in a provider's event; undefined for one that states none. */
  readEvent(event: Readonly<Record<string, unknown>>): SocketEvent | undefined;
  /** The client's event that ends a response early. @param id undefined for the one in progress, if the provider named none */
  cancel(id: string | undefined): string;
}
