import { GatewayError } from '@multilane/errors';
import { LRUCache } from 'lru-cache';
import { type Allowance, refuseUntil } from './throttle.js';

/** More keys than this are not remembered; the one that failed the longest ago is forgotten first. */
const MOST_KEYS = 100_000;

/** More than this do not wait for the tries of one key. */
const MOST_WAITING = 500;

interface Tries {
  /** Tries whose outcome is not known yet. */
  running: number;
  /** Tries that wait for one of them to end. */
  readonly waiting: (() => void)[];
}

/**
 * Counts failed tries by key, such as an address, within this process. Successful ones cost nothing, so that nobody is
 * rejected for sitting behind the same address as many others.
 */
export class FailureThrottle {
  private readonly failures: LRUCache<string, number>;
  private readonly inFlight = new Map<string, Tries>();

  constructor(private readonly allowance: Allowance) {
    this.failures = new LRUCache({ max: MOST_KEYS, ttl: allowance.seconds * 1000, noUpdateTTL: true });
  }

  /** Number of failures of the key that are counted now. */
  countOf(key: string): number {
    return this.failures.get(key) ?? 0;
  }

  /** Counts a failure. */
  count(key: string): void {
    this.failures.set(key, this.countOf(key) + 1);
  }

  /** Forgets the failures of a key, as after a success. */
  forgive(key: string): void {
    this.failures.delete(key);
  }

  /** Fails with 429 `rate_limit_exceeded` and Retry-After if no try is left. */
  check(key: string): void {
    if (this.countOf(key) < this.allowance.tries) return;
    throw refuseUntil({ msBeforeNext: this.failures.getRemainingTTL(key) });
  }

  /**
   * Runs a try and counts it where `isFailure` says so of what it throws. Tries at the same time wait for each other once
   * their failures could exceed the allowance, so that it holds for them too.
   *
   * @throws GatewayError 429 `rate_limit_exceeded` if no try is left, 503 `overloaded` where too many wait
   */
  async run<T>(key: string, work: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T> {
    const tries = await this.enter(key);
    try {
      return await work();
    } catch (error) {
      if (isFailure(error)) this.count(key);
      throw error;
    } finally {
      this.leave(key, tries);
    }
  }

  private async enter(key: string): Promise<Tries> {
    for (;;) {
      this.check(key);
      const tries = this.inFlight.get(key) ?? { running: 0, waiting: [] };
      this.inFlight.set(key, tries);
      if (this.countOf(key) + tries.running < this.allowance.tries) {
        tries.running++;
        return tries;
      }
      if (tries.waiting.length >= MOST_WAITING)
        throw new GatewayError('overloaded', { headers: { 'retry-after': '1' } });
      await new Promise<void>((resolve) => {
        tries.waiting.push(resolve);
      });
    }
  }

  private leave(key: string, tries: Tries): void {
    tries.running--;
    if (tries.running === 0) this.inFlight.delete(key);
    // All of them look again: where the failures have used up the allowance, all are rejected.
    for (const resume of tries.waiting.splice(0)) resume();
  }
}
