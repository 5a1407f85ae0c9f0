import type { Ceiling } from '../limits/ceiling.js';
import {
  chargeOf,
  greatestNeed,
  type LimitStore,
  type LimitVerdict,
  leastNeed,
  ROUNDING,
  type TokenDemand,
} from '../limits/limit-store.js';

/** A token bucket, as what is missing from it: nothing is, or the whole limit, or more where it is overdrawn. */
interface Bucket {
  used: number;
  /** Time when `used` was true. */
  at: number;
  /** The limit at that time, and the milliseconds in which it flows back. */
  limit: number;
  readonly windowMs: number;
  /** Another one, if any, is the counter's now. */
  isForgotten: boolean;
}

/** Beyond so many counters, the one that was made first is forgotten. About 200 bytes each. */
const MAX_BUCKETS = 500_000;

/** Buckets looked at for each that is made: full ones are forgotten faster than others come. */
const LOOKED_AT = 2;

/** This many are kept although they are full: a bucket that is made again for every request costs more than its memory. */
const MIN_BUCKETS = 1_000;

/**
 * Counters of this process (docs/contract/limits.md#memory-backend): token buckets that hold the whole limit as burst
 * and refill evenly across the window. A bucket that is full again is forgotten.
 */
export class MemoryLimitStore implements LimitStore {
  readonly isShared = false;
  private readonly buckets = new Map<string, Bucket>();
  /** The buckets of lists of limits, which are the same ones for every request of a caller: no counter is looked up by name. */
  private readonly found = new WeakMap<readonly Ceiling[], Bucket[]>();
  private walk = this.buckets.entries();
  /** Number of buckets made without forgetting one. */
  private opened = 0;

  constructor(private readonly maxBuckets = MAX_BUCKETS) {}

  /** Counters that are remembered. */
  get size(): number {
    return this.buckets.size;
  }

  admit(ceilings: readonly Ceiling[], tokens: TokenDemand | undefined, now: number): LimitVerdict {
    const buckets = this.find(ceilings, now);
    const verdict = decide(ceilings, buckets, tokens, now);
    if (verdict === undefined) {
      for (let index = 0; index < ceilings.length; index++) {
        (buckets[index] as Bucket).used += chargeOf((ceilings[index] as Ceiling).unit, tokens);
      }
    }
    this.tidy(now);
    return verdict;
  }

  settle(ceilings: readonly Ceiling[], amount: number, now: number): void {
    const buckets = this.find(ceilings, now);
    for (let index = 0; index < ceilings.length; index++) {
      const bucket = buckets[index] as Bucket;
      bucket.used = Math.max(0, refill(bucket, (ceilings[index] as Ceiling).limit, now) + amount);
    }
    this.tidy(now);
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  /** The bucket of each limit; those that are not remembered are full. */
  private find(ceilings: readonly Ceiling[], now: number): Bucket[] {
    let buckets = this.found.get(ceilings);
    if (buckets === undefined) {
      buckets = [];
      this.found.set(ceilings, buckets);
    }
    for (let index = 0; index < ceilings.length; index++) {
      const bucket = buckets[index];
      if (bucket === undefined || bucket.isForgotten) buckets[index] = this.open(ceilings[index] as Ceiling, now);
    }
    return buckets;
  }

  private open({ counter, limit, windowSeconds }: Ceiling, now: number): Bucket {
    const known = this.buckets.get(counter);
    if (known !== undefined) return known;
    const bucket = { used: 0, at: now, limit, windowMs: windowSeconds * 1000, isForgotten: false };
    this.buckets.set(counter, bucket);
    this.opened += 1;
    return bucket;
  }

  /** After those that were opened are charged: before, they are full too. */
  private tidy(now: number): void {
    for (; this.opened > 0; this.opened--) this.forgetFull(now);
  }

  private forgetFull(now: number): void {
    if (this.buckets.size <= Math.min(MIN_BUCKETS, this.maxBuckets)) return;
    for (let looked = 0; looked < LOOKED_AT; looked++) {
      const next = this.walk.next();
      if (next.done) {
        this.walk = this.buckets.entries();
        break;
      }
      const [counter, bucket] = next.value;
      if (refill(bucket, bucket.limit, now) === 0) this.forget(counter, bucket);
    }
    if (this.buckets.size <= this.maxBuckets) return;
    for (const [counter, bucket] of this.buckets) {
      this.forget(counter, bucket);
      break;
    }
  }

  private forget(counter: string, bucket: Bucket): void {
    this.buckets.delete(counter);
    bucket.isForgotten = true;
  }
}

function decide(
  ceilings: readonly Ceiling[],
  buckets: readonly Bucket[],
  tokens: TokenDemand | undefined,
  now: number,
): LimitVerdict {
  for (let index = 0; index < ceilings.length; index++) {
    const ceiling = ceilings[index] as Ceiling;
    const used = refill(buckets[index] as Bucket, ceiling.limit, now) - ROUNDING;
    if (used + leastNeed(ceiling.unit, tokens) > ceiling.limit) return ceiling;
    if (used + greatestNeed(ceiling.unit, tokens) > ceiling.limit) return 'uncertain';
  }
  return undefined;
}

/**
 * Refills a bucket, under a limit that may have changed: an amount within the old one is not overspent under a lower
 * one.
 */
function refill(bucket: Bucket, limit: number, now: number): number {
  if (now > bucket.at) {
    bucket.used = Math.max(0, bucket.used - ((now - bucket.at) * bucket.limit) / bucket.windowMs);
    bucket.at = now;
  }
  if (limit !== bucket.limit) {
    bucket.used = Math.min(bucket.used, bucket.limit, limit) + Math.max(0, bucket.used - bucket.limit);
    bucket.limit = limit;
  }
  return bucket.used;
}
