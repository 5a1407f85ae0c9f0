import type { Ceiling } from '../limits/ceiling.js';
import {
  chargeOf,
  greatestNeed,
  type LimitStore,
  leastNeed,
  type TokenDemand,
  type Verdict,
} from '../limits/limit-store.js';
import type { RedisArgument, RedisLink } from './redis-link.js';
import { ADMIT_SCRIPT, SETTLE_SCRIPT } from './sliding-window-script.js';

export interface RedisLimitStoreOptions {
  readonly link: Pick<RedisLink, 'evaluate'>;
  /** Takes what could not be settled, since requests are counted elsewhere while Redis is away. */
  readonly standIn: LimitStore;
  /** Seconds, in place of Redis's own clock. */
  readonly clock?: () => number;
}

/**
 * Counters that all processes on one Redis share (specification section 8, rule 7): sliding windows, of which the previous
 * interval is weighted by the part still inside the trailing window. One script, and so one round trip, for all ceilings
 * of a request. By Redis's own clock, so that replicas whose clocks differ agree.
 */
export class RedisLimitStore implements LimitStore {
  constructor(private readonly options: RedisLimitStoreOptions) {}

  /** Rejects when Redis is away. */
  async admit(ceilings: readonly Ceiling[], tokens: TokenDemand | undefined): Promise<Verdict> {
    const keys: string[] = [];
    const args: RedisArgument[] = [this.options.clock?.() ?? ''];
    for (const ceiling of ceilings) {
      keys.push(ceiling.counter);
      args.push(ceiling.limit, ceiling.windowSeconds);
      args.push(leastNeed(ceiling, tokens), greatestNeed(ceiling, tokens), chargeOf(ceiling, tokens));
    }
    const answer = Number(await this.options.link.evaluate(ADMIT_SCRIPT, keys, args));
    return answer < 0 ? 'uncertain' : answer === 0 ? undefined : ceilings[answer - 1];
  }

  settle(ceilings: readonly Ceiling[], amount: number, now: number): void {
    const keys: string[] = [];
    const args: RedisArgument[] = [this.options.clock?.() ?? ''];
    for (const { counter, limit, windowSeconds } of ceilings) {
      keys.push(counter);
      args.push(limit, windowSeconds, amount);
    }
    this.options.link
      .evaluate(SETTLE_SCRIPT, keys, args)
      .catch(() => this.options.standIn.settle(ceilings, amount, now));
  }
}
