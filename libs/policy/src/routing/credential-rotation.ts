/** A credential that was rejected for its rate, by a provider that does not say for how long, rests so many milliseconds. */
export const REST_MS = 10_000;

/** Credentials used in turn; one that is rate-limited cools down (docs/contract/routing.md#credential-rotation). */
export class CredentialRotation {
  private turn = 0;
  private readonly restsUntil: number[];

  constructor(private readonly size: number) {
    this.restsUntil = new Array<number>(size).fill(Number.NEGATIVE_INFINITY);
  }

  /** The next one that does not rest; of several that all rest, the one that has rested longest. */
  next(now: number): number {
    let chosen = this.turn;
    for (let step = 0; step < this.size; step++) {
      const candidate = (this.turn + step) % this.size;
      if (this.until(candidate) <= now) {
        chosen = candidate;
        break;
      }
      if (this.until(candidate) < this.until(chosen)) chosen = candidate;
    }
    this.turn = (chosen + 1) % this.size;
    return chosen;
  }

  /** @param until Milliseconds of the clock of `next`. */
  rest(index: number, until: number): void {
    this.restsUntil[index] = Math.max(this.until(index), until);
  }

  /** Milliseconds until one of them has rested; 0 if one has. */
  restAt(now: number): number {
    return this.size === 0 ? 0 : Math.max(Math.min(...this.restsUntil) - now, 0);
  }

  private until(index: number): number {
    return this.restsUntil[index] ?? 0;
  }
}
