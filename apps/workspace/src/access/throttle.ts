import { GatewayError } from '@multilane/errors';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Number of tries, and the seconds in which they are counted. */
export interface Allowance {
  readonly tries: number;
  readonly seconds: number;
}

/** Counts tries by key, such as an account, whether or not they succeed, within this process. */
export class Throttle {
  private readonly limiter: RateLimiterMemory;

  constructor({ tries, seconds }: Allowance) {
    this.limiter = new RateLimiterMemory({ points: tries, duration: seconds });
  }

  /** Takes one try. Fails with 429 `rate_limit_exceeded` and Retry-After if none is left. */
  async take(key: string): Promise<void> {
    try {
      await this.limiter.consume(key);
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? refuseUntil(refusal) : refusal;
    }
  }
}

/** 429 with the time until the allowance is whole again. */
export function refuseUntil({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): GatewayError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new GatewayError('rate_limit_exceeded', { headers: { 'retry-after': String(seconds) } });
}
