import type { CredentialProblem } from '@multilane/egress';
import { ProviderFailure } from '@multilane/providers';
import type { CredentialSource } from './credential-source.js';

/**
 * In place of credentials that a provider may not be used with: every request is rejected, so that one provider which
 * people named badly does not keep a snapshot from being put in effect.
 */
export class RefusedCredential implements CredentialSource {
  private readonly failure: ProviderFailure;
  private isReported = false;

  constructor(
    { param, message }: CredentialProblem,
    private readonly onFailure: (failure: ProviderFailure) => void,
  ) {
    const words = `${param} ${message}`;
    this.failure = new ProviderFailure('provider_error', {
      detail: `credential: ${words}`,
      publicMessage: `The provider cannot be used: its ${words}.`,
      retryable: false,
    });
  }

  /** Rejects, and never throws, as sources do that wait for an issuer. */
  current(): Promise<never> {
    return Promise.reject(this.failure);
  }

  warm(): void {
    if (this.isReported) return;
    this.isReported = true;
    this.onFailure(this.failure);
  }

  stop(): void {}
}
