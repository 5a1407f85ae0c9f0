import type { Ceiling } from '../limits/ceiling.js';
import {
  chargeOf,
  greatestNeed,
  type LimitStore,
  leastNeed,
  type TokenDemand,
  type Verdict,
} from '../limits/limit-store.js';
import type { RedisLink } from './redis-link.js';
import { ADMIT_SCRIPT, SETTLE_SCRIPT } from './sliding-window-script.js';

export interface RedisLimitStoreOptions {
  readonly link: Pick<RedisLink, 'evaluate'>;
  /** Takes what could not be settled, since requests are counted elsewhere while Redis is away. */
  readonly standIn: LimitStore;
  /** Seconds, in place of Redis's own clock. */
  readonly clock?: () => number;
}

/** What Redis is told of a list of ceilings: the counters, and the limit, window and unit of each. */
interface Wording {
  readonly keys: readonly string[];
  readonly terms: string;
}

/** What requests that ended take from the ceilings of one list. */
interface Settlement {
  amount: number;
  /** Of the last of them. */
  now: number;
}

/**
 * Counters that all processes on one Redis share (specification section 8, rule 7): sliding windows, of which the previous
 * interval is weighted by the part still inside the trailing window. One script, and so one round trip, for all ceilings
 * of a request. By Redis's own clock, so that replicas whose clocks differ agree.
 */
export class RedisLimitStore implements LimitStore {
  /** Of lists that are the same ones for every request of a caller: what does not change is put into words once. */
  private readonly wordings = new WeakMap<readonly Ceiling[], Wording>();
  private settlements = new Map<readonly Ceiling[], Settlement>();
  private turn: NodeJS.Immediate | undefined;

  constructor(private readonly options: RedisLimitStoreOptions) {}

  /** Rejects when Redis is away. */
  async admit(ceilings: readonly Ceiling[], tokens?: TokenDemand): Promise<Verdict> {
    const { keys, terms } = this.wordingOf(ceilings);
    const needs = [leastNeed('tokens', tokens), greatestNeed('tokens', tokens), chargeOf('tokens', tokens)];
    const args = [this.options.clock?.() ?? '', terms, ...needs];
    const answer = Number(await this.options.link.evaluate(ADMIT_SCRIPT, keys, args));
    return answer < 0 ? 'uncertain' : answer === 0 ? undefined : ceilings[answer - 1];
  }

  /** What requests take at their end in one turn of the event loop goes in one command, before whatever is admitted later. */
  settle(ceilings: readonly Ceiling[], amount: number, now: number): void {
    const settlement = this.settlements.get(ceilings);
    if (settlement === undefined) this.settlements.set(ceilings, { amount, now });
    else {
      settlement.amount += amount;
      settlement.now = now;
    }
    this.turn ??= setImmediate(() => void this.flush());
  }

  /** Sends what is gathered. Resolves when Redis has taken it, or this process has in its place. */
  async flush(): Promise<void> {
    clearImmediate(this.turn);
    this.turn = undefined;
    const { settlements } = this;
    this.settlements = new Map();
    await Promise.all([...settlements].map(([ceilings, settlement]) => this.send(ceilings, settlement)));
  }

  private async send(ceilings: readonly Ceiling[], { amount, now }: Settlement): Promise<void> {
    const { keys, terms } = this.wordingOf(ceilings);
    try {
      await this.options.link.evaluate(SETTLE_SCRIPT, keys, [this.options.clock?.() ?? '', terms, amount]);
    } catch {
      this.options.standIn.settle(ceilings, amount, now);
    }
  }

  private wordingOf(ceilings: readonly Ceiling[]): Wording {
    const known = this.wordings.get(ceilings);
    if (known !== undefined) return known;
    const wording = {
      keys: ceilings.map(({ counter }) => counter),
      terms: ceilings.map(({ limit, windowSeconds, unit }) => `${limit} ${windowSeconds} ${unit}`).join(','),
    };
    this.wordings.set(ceilings, wording);
    return wording;
  }
}
