import { GatewayError } from '@multilane/errors';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How many tries in how many seconds. */
export interface Allowance {
  readonly tries: number;
  readonly seconds: number;
}

/** Counts tries by key, such as an address or an account, within this process. */
export class Throttle {
  private readonly limiter: RateLimiterMemory;

  constructor({ tries, seconds }: Allowance) {
    this.limiter = new RateLimiterMemory({ points: tries, duration: seconds });
  }

  /** Takes one try. Fails with 429 `rate_limit_exceeded` and Retry-After where none is left. */
  async take(key: string): Promise<void> {
    try {
      await this.limiter.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new GatewayError('rate_limit_exceeded', { headers: { 'retry-after': String(seconds) } });
    }
  }

  /** Forgets the tries of a key, as after a success. */
  async forgive(key: string): Promise<void> {
    await this.limiter.delete(key);
  }
}
