import { CredentialRotation } from '@multilane/policy';
import type { CoolingCredentials, Credential, CredentialSource } from './credential-source.js';

/**
 * Several credentials of the configuration: used in turn, and one that is rate-limited cools down
 * (docs/contract/routing.md#credential-rotation).
 */
export class RotatedCredentials implements CredentialSource, CoolingCredentials {
  readonly rotation = this;
  readonly size: number;
  private readonly turns: CredentialRotation;

  constructor(private readonly credentials: readonly string[]) {
    this.size = credentials.length;
    this.turns = new CredentialRotation(credentials.length);
  }

  current(): string | undefined {
    return this.credentials[this.turns.next(performance.now())];
  }

  rest(credential: Credential, milliseconds: number): void {
    const index = this.credentials.indexOf(credential as string);
    if (index !== -1) this.turns.rest(index, performance.now() + milliseconds);
  }

  get allCoolingDown(): boolean {
    return this.turns.restAt(performance.now()) > 0;
  }

  warm(): void {}

  stop(): void {}
}
