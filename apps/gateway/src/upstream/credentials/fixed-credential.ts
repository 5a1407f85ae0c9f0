import type { Credential, CredentialSource } from './credential-source.js';

/** Credentials that the configuration holds; several are taken in turn (decisions section 6). */
export class FixedCredential implements CredentialSource {
  private turn = 0;

  constructor(private readonly credentials: readonly Credential[]) {}

  current(): Credential {
    if (this.credentials.length <= 1) return this.credentials[0];
    const credential = this.credentials[this.turn];
    this.turn = (this.turn + 1) % this.credentials.length;
    return credential;
  }

  warm(): void {}

  stop(): void {}
}
