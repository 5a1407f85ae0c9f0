import type { Credential, CredentialSource } from './credential-source.js';

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
