import type { ModelQuotas } from '@multilane/policy';
import { type AwsCredential, type ProviderAdapter, ProviderFailure, type UpstreamDraft } from '@multilane/providers';

/** A key or token to send, an access key to sign with, or nothing if a provider needs none. */
export type Credential = string | AwsCredential | undefined;

/** Source of a target's credential. */
export interface CredentialSource {
  /**
   * The credential for the next request: at once whenever one is at hand, so that the hot path never waits; a promise
   * only before the first one was issued, or when all went out of date. It rejects with a `ProviderFailure`
   * `provider_error`, and does so at once while the issuer is given a pause.
   *
   * @param quotas What the provider says is left for the model, by the places of the credentials
   * @param tokens Of the request, about
   */
  current(quotas?: ModelQuotas, tokens?: number): Credential | Promise<Credential>;
  /** Rotation among several credentials; undefined for a single one. */
  readonly rotation?: CoolingCredentials | undefined;
  /** Has a credential issued before a request asks for one. */
  warm(): void;
  /** Ends what continues in the background. Requests that hold the source are still served. */
  stop(): void;
}

/** Credentials that are used in turn, except those in cool-down. */
export interface CoolingCredentials {
  readonly size: number;
  /** Place of a credential; -1 for one that is not among them. */
  placeOf(credential: Credential): number;
  /** All of them were rejected for their rate recently. */
  readonly allCoolingDown: boolean;
  /** Leaves one out for so long. */
  rest(credential: Credential, milliseconds: number): void;
}

/** Result of an issuer. */
export interface Issued<Value> {
  readonly value: Value;
  /** Milliseconds since the epoch; undefined for what does not expire. */
  readonly expiresAt: number | undefined;
}

/** Asks an issuer for a new credential. Rejects with whatever went wrong. */
export type IssueCredential<Value = string | AwsCredential> = () => Promise<Issued<Value>>;

/** The credential that the configuration holds, or none. */
export class FixedCredential implements CredentialSource {
  readonly rotation = undefined;

  constructor(private readonly credential: Credential) {}

  current(): Credential {
    return this.credential;
  }

  warm(): void {}

  stop(): void {}
}

/**
 * Puts a credential on a draft: at once, or as a promise where the draft must be signed. `now` is in milliseconds since
 * the epoch. Throws a `ProviderFailure` when the kind cannot sign.
 */
export function applyCredential(
  adapter: ProviderAdapter,
  draft: UpstreamDraft,
  credential: Credential,
  now: number,
): UpstreamDraft | Promise<UpstreamDraft> {
  if (typeof credential !== 'object') return adapter.authorize(draft, credential);
  if (adapter.sign === undefined) {
    throw new ProviderFailure('provider_error', {
      detail: `no credential: kind ${adapter.kind} takes no access keys`,
      retryable: false,
    });
  }
  return adapter.sign(draft, credential, now);
}
