import type { Ceiling } from '../limits/ceiling.js';
import {
  chargeOf,
  greatestNeed,
  type LimitStore,
  leastNeed,
  ROUNDING,
  type TokenDemand,
  type Verdict,
} from '../limits/limit-store.js';

/** A token bucket, told by what is missing from it: nothing is, or the whole ceiling, or more where it is overdrawn. */
interface Bucket {
  used: number;
  /** When `used` was true. */
  at: number;
  /** The ceiling at that time, and the milliseconds in which it flows back. */
  limit: number;
  readonly windowMs: number;
}

/** Beyond so many counters, the one that was made first is forgotten. About 200 bytes each. */
const MAX_BUCKETS = 500_000;

/** Buckets looked at for each that is made: full ones are forgotten faster than others come. */
const LOOKED_AT = 2;

/** So few are kept though they are full: a bucket that is made anew for every request costs more than its memory. */
const KEPT_BUCKETS = 1_000;

/**
 * Counters of this process (specification section 8, rule 6): token buckets that hold the whole ceiling as burst and
 * refill evenly across the window. A bucket that is full again is forgotten.
 */
export class MemoryLimitStore implements LimitStore {
  private readonly buckets = new Map<string, Bucket>();
  private walk = this.buckets.entries();

  constructor(private readonly maxBuckets = MAX_BUCKETS) {}

  /** Counters that are remembered. */
  get size(): number {
    return this.buckets.size;
  }

  admit(ceilings: readonly Ceiling[], tokens: TokenDemand | undefined, now: number): Verdict {
    for (const ceiling of ceilings) {
      const used = this.usedOf(ceiling, now) - ROUNDING;
      if (used + leastNeed(ceiling, tokens) > ceiling.limit) return ceiling;
      if (used + greatestNeed(ceiling, tokens) > ceiling.limit) return 'uncertain';
    }
    for (const ceiling of ceilings) this.add(ceiling, chargeOf(ceiling, tokens), now);
    return undefined;
  }

  settle(ceilings: readonly Ceiling[], amount: number, now: number): void {
    for (const ceiling of ceilings) this.add(ceiling, amount, now);
  }

  private usedOf({ counter, limit }: Ceiling, now: number): number {
    const bucket = this.buckets.get(counter);
    return bucket === undefined ? 0 : refill(bucket, limit, now);
  }

  private add({ counter, limit, windowSeconds }: Ceiling, amount: number, now: number): void {
    const bucket = this.buckets.get(counter);
    if (bucket !== undefined) {
      bucket.used = Math.max(0, refill(bucket, limit, now) + amount);
    } else if (amount > 0) {
      this.buckets.set(counter, { used: amount, at: now, limit, windowMs: windowSeconds * 1000 });
      this.forgetFull(now);
    }
  }

  private forgetFull(now: number): void {
    if (this.buckets.size <= Math.min(KEPT_BUCKETS, this.maxBuckets)) return;
    for (let looked = 0; looked < LOOKED_AT; looked++) {
      const next = this.walk.next();
      if (next.done) {
        this.walk = this.buckets.entries();
        break;
      }
      const [counter, bucket] = next.value;
      if (refill(bucket, bucket.limit, now) === 0) this.buckets.delete(counter);
    }
    if (this.buckets.size <= this.maxBuckets) return;
    for (const counter of this.buckets.keys()) {
      this.buckets.delete(counter);
      break;
    }
  }
}

/** What is missing now, under a ceiling that may have changed: what was within the old one is not overspent under a lower one. */
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
