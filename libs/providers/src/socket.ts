import type { AnyRequest, Usage } from '@multilane/contracts';
import type { ProviderTarget } from './target.js';

/** What a client asked with the upgrade to a socket. */
export interface SocketRequest extends AnyRequest {
  /** The parameters of its URL, `model` among them. */
  readonly query: Readonly<Record<string, string>>;
  /** The subprotocols that it offers, without credentials. */
  readonly protocols: readonly string[];
}

/** Where a provider's socket is opened. */
export interface SocketDraft {
  /** Below the base URL, percent-encoded, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols: readonly string[];
}

/** Opens the sockets of one kind of provider. Pure. */
export interface SocketCodec {
  /** Whether it is there only for models with `capabilities: { beyond_reference: true }`. */
  readonly isBeyondReference?: true;
  open(request: Readonly<SocketRequest>, target: ProviderTarget): SocketDraft;
  /** What the provider reports with an event that ends a response; undefined for every other event. */
  readUsage(event: Readonly<Record<string, unknown>>): Usage | undefined;
}
