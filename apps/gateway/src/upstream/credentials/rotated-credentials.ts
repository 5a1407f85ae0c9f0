import { CredentialRotation, type ModelQuotas } from '@multilane/policy';
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

  current(quotas?: ModelQuotas, tokens = 0): string | undefined {
    const now = performance.now();
    return this.credentials[quotas === undefined ? this.turns.next(now) : this.nextWithRoom(quotas, tokens, now)];
  }

  /** The next one that has room by the provider's word; of several that have none, the one that has it first. */
  private nextWithRoom(quotas: ModelQuotas, tokens: number, now: number): number {
    let chosen = this.turns.next(now);
    let least = quotas.waitOf(chosen, tokens, now);
    for (let step = 1; step < this.size && least > 0; step++) {
      const candidate = this.turns.next(now);
      const wait = quotas.waitOf(candidate, tokens, now);
      if (wait >= least) continue;
      chosen = candidate;
      least = wait;
    }
    return chosen;
  }

  placeOf(credential: Credential): number {
    return this.credentials.indexOf(credential as string);
  }

  rest(credential: Credential, milliseconds: number): void {
    const index = this.placeOf(credential);
    if (index !== -1) this.turns.rest(index, performance.now() + milliseconds);
  }

  get allCoolingDown(): boolean {
    return this.turns.restAt(performance.now()) > 0;
  }

  warm(): void {}

  stop(): void {}
}
