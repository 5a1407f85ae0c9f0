import type { Ceiling } from '../limits/ceiling.js';
import {
  chargeOf,
  greatestNeed,
  type LimitVerdict,
  leastNeed,
  ROUNDING,
  type TokenDemand,
} from '../limits/limit-store.js';
import { type GatewayPosition, shareOf } from './share-of.js';
import { makeWindow, rollWindow, type SlidingWindow, usedIn } from './sliding-window.js';

/** A counter as Redis last said it is, and what this process has counted under it since. */
export interface LastCount {
  readonly counter: string;
  readonly windowSeconds: number;
  /** The limit by which it was last asked for. */
  limit: number;
  readonly seen: SlidingWindow;
  readonly own: SlidingWindow;
  /** The return of Redis after which it was last seen. */
  seenAfter: number;
  /** Another one, if any, is the counter's now. */
  isForgotten: boolean;
}

/** Beyond so many counters, the one that was seen first is forgotten. About 300 bytes each. */
const MAX_COUNTERS = 200_000;

/** Entries not yet in Redis that are passed over to find one to forget. */
const LOOKED_AT = 100;

/** Doubles of a counter in the answers of the scripts: interval, current, previous, limit. */
const BYTES_A_COUNTER = 32;
/** The time comes before them. */
const BYTES_OF_HEAD = 8;

/**
 * Counts that a process knows of shared counters, to continue with while Redis is unavailable: it admits its part of
 * the rest of each limit at Redis's last answer, and never more. Times are milliseconds of a clock that never goes
 * back; intervals are those of Redis's clock.
 */
export class LastCounts {
  private readonly counts = new Map<string, LastCount>();
  /** Counts by list of limits, which are the same ones for every request of a caller. */
  private readonly found = new WeakMap<readonly Ceiling[], LastCount[]>();
  private dirty = new Set<LastCount>();
  /** Number of times Redis has come back: it may hold something else since. */
  private returns = 0;
  /** Redis's clock minus this process's, in seconds. */
  private aheadSeconds = (Date.now() - performance.now()) / 1000;

  constructor(
    private readonly findPosition: () => GatewayPosition,
    private readonly maxCounters = MAX_COUNTERS,
  ) {}

  /** Counters that are remembered. */
  get size(): number {
    return this.counts.size;
  }

  /**
   * Takes in what a script answered: the time, and each counter. Returns where in the answer they end.
   *
   * @param now undefined if the answer may have been in progress for long
   */
  see(ceilings: readonly Ceiling[], bytes: Buffer, now: number | undefined): number {
    if (now !== undefined) this.aheadSeconds = bytes.readDoubleLE(0) - now / 1000;
    const counts = this.find(ceilings);
    for (let index = 0; index < ceilings.length; index++) {
      const count = counts[index] as LastCount;
      count.limit = (ceilings[index] as Ceiling).limit;
      this.readCount(count, bytes, index);
    }
    return BYTES_OF_HEAD + ceilings.length * BYTES_A_COUNTER;
  }

  /** The same of counters that were merged. */
  seeMerged(counts: readonly LastCount[], bytes: Buffer): void {
    for (let index = 0; index < counts.length; index++) this.readCount(counts[index] as LastCount, bytes, index);
  }

  /** Counts a request under all limits or under none, by this process's part of what is left. */
  admit(ceilings: readonly Ceiling[], tokens: TokenDemand | undefined, now: number): LimitVerdict {
    const verdict = this.decide(ceilings, tokens, now);
    if (verdict === undefined) this.charge(ceilings, tokens, 1, now);
    return verdict;
  }

  /** Adds what a request is charged with, so many times: -1 takes it back. */
  charge(ceilings: readonly Ceiling[], tokens: TokenDemand | undefined, times: 1 | -1, now: number): void {
    const counts = this.find(ceilings);
    for (let index = 0; index < ceilings.length; index++) {
      const { limit, unit } = ceilings[index] as Ceiling;
      this.add(counts[index] as LastCount, limit, chargeOf(unit, tokens) * times, now);
    }
  }

  /** Adds an amount under every limit. */
  settle(ceilings: readonly Ceiling[], amount: number, now: number): void {
    const counts = this.find(ceilings);
    for (let index = 0; index < ceilings.length; index++) {
      this.add(counts[index] as LastCount, (ceilings[index] as Ceiling).limit, amount, now);
    }
  }

  /** Takes the counts that are not in Redis yet: anyone who takes them sends them. */
  takeDirty(): LastCount[] {
    const taken = [...this.dirty];
    this.dirty = new Set();
    return taken;
  }

  /** Those of a list that were counted here and are not in Redis yet. */
  takeDirtyOf(ceilings: readonly Ceiling[]): LastCount[] {
    return this.find(ceilings).filter((count) => this.dirty.delete(count));
  }

  get hasDirty(): boolean {
    return this.dirty.size > 0;
  }

  /** Redis is back, perhaps without what it had counted. */
  noteReturn(): void {
    this.returns += 1;
  }

  /** Those of a list that were last seen before Redis was unavailable: each is returned once. */
  takeUncompared(ceilings: readonly Ceiling[]): LastCount[] {
    const taken = this.find(ceilings).filter(({ seen, seenAfter }) => seen.index >= 0 && seenAfter !== this.returns);
    for (const count of taken) count.seenAfter = this.returns;
    return taken;
  }

  /** Begins to count again, and answers what was counted until now. */
  takeOwn(count: LastCount): SlidingWindow {
    const taken = { ...count.own };
    count.own.current = 0;
    count.own.previous = 0;
    // The counts sent to Redis count as seen until it has answered.
    rollWindow(count.seen, taken.index, count.limit);
    count.seen.current += taken.current;
    count.seen.previous += taken.previous;
    return taken;
  }

  /** Counts again what could not be sent. */
  putBack(count: LastCount, { current, index, previous }: SlidingWindow): void {
    const { own } = count;
    rollWindow(own, index, count.limit);
    if (own.index === index) {
      own.current += current;
      own.previous += previous;
    } else if (own.index === index + 1) {
      own.previous += current;
    }
    this.dirty.add(count);
  }

  private decide(ceilings: readonly Ceiling[], tokens: TokenDemand | undefined, now: number): LimitVerdict {
    const position = this.findPosition();
    const counts = this.find(ceilings);
    for (let index = 0; index < ceilings.length; index++) {
      const ceiling = ceilings[index] as Ceiling;
      const count = counts[index] as LastCount;
      const passed = this.turn(count, ceiling.limit, now);
      const left = ceiling.limit - usedIn(count.seen, passed);
      const part = shareOf(left, ceiling.unit, position, count.counter);
      const used = usedIn(count.own, passed) - ROUNDING;
      if (used + leastNeed(ceiling.unit, tokens) > part) return ceiling;
      if (used + greatestNeed(ceiling.unit, tokens) > part) return 'uncertain';
    }
    return undefined;
  }

  private add(count: LastCount, limit: number, amount: number, now: number): void {
    if (amount === 0) return;
    this.turn(count, limit, now);
    count.own.current += amount;
    this.dirty.add(count);
  }

  /** Turns the windows to now, under a limit that may have changed; answers how much of the interval has passed. */
  private turn(count: LastCount, limit: number, now: number): number {
    const time = (now / 1000 + this.aheadSeconds) / count.windowSeconds;
    const index = Math.floor(time);
    for (const window of [count.seen, count.own]) {
      rollWindow(window, index, count.limit);
      if (limit === count.limit) continue;
      window.previous = Math.min(window.previous, limit);
      window.current = Math.min(window.current, count.limit, limit) + Math.max(0, window.current - count.limit);
    }
    count.limit = limit;
    return time - index;
  }

  private readCount(count: LastCount, bytes: Buffer, index: number): void {
    const at = BYTES_OF_HEAD + index * BYTES_A_COUNTER;
    const { seen } = count;
    seen.index = bytes.readDoubleLE(at);
    seen.current = bytes.readDoubleLE(at + 8);
    seen.previous = bytes.readDoubleLE(at + 16);
    count.seenAfter = this.returns;
  }

  private find(ceilings: readonly Ceiling[]): LastCount[] {
    let counts = this.found.get(ceilings);
    if (counts === undefined) {
      counts = [];
      this.found.set(ceilings, counts);
    }
    for (let index = 0; index < ceilings.length; index++) {
      const count = counts[index];
      if (count === undefined || count.isForgotten) counts[index] = this.open(ceilings[index] as Ceiling);
    }
    return counts;
  }

  private open({ counter, limit, windowSeconds }: Ceiling): LastCount {
    const known = this.counts.get(counter);
    if (known !== undefined) return known;
    const count: LastCount = {
      counter,
      limit,
      windowSeconds,
      seen: makeWindow(),
      own: makeWindow(),
      seenAfter: this.returns,
      isForgotten: false,
    };
    if (this.counts.size >= this.maxCounters) this.forgetOldest();
    this.counts.set(counter, count);
    return count;
  }

  /**
   * Forgets the oldest count that is in Redis. One that is not is needed later: it must be the same object for the same
   * counter.
   */
  private forgetOldest(): void {
    let looked = 0;
    for (const [counter, count] of this.counts) {
      this.counts.delete(counter);
      looked += 1;
      if (this.dirty.has(count) && looked < LOOKED_AT) {
        this.counts.set(counter, count);
        continue;
      }
      count.isForgotten = true;
      return;
    }
  }
}
