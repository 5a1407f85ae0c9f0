import { type BreakerState, CircuitBreaker } from './circuit-breaker.js';
import { DecayedAverage } from './decayed-average.js';
import { RecentTimes } from './hedging/recent-times.js';
import { LearnedLength } from './learned-length.js';

/** A target is not healthy while more than this share of its recent calls failed. */
const MOST_FAILING = 0.2;

/** State of one target in one process. Times are in milliseconds of one clock. */
export class TargetState {
  readonly breaker = new CircuitBreaker();
  /** Calls in progress, streams until their end. */
  inFlight = 0;
  /** Whole answers take as long as their texts, so that they are not measured with the beginnings of streams. */
  private readonly whole = new DecayedAverage();
  private readonly streamed = new DecayedAverage();
  /** Length of its answers in tokens. */
  readonly answers = new LearnedLength();
  /** 1 for each call that failed, 0 for the others. */
  private readonly failing = new DecayedAverage();
  private restsUntil = Number.NEGATIVE_INFINITY;
  /** Times of its recent calls; undefined if no route asks for them. */
  private times: { readonly whole: RecentTimes; readonly streamed: RecentTimes } | undefined = undefined;

  recordLatency(milliseconds: number, isStream: boolean, now: number): void {
    (isStream ? this.streamed : this.whole).add(milliseconds, now);
    if (this.times !== undefined) this.times[isStream ? 'streamed' : 'whole'].add(milliseconds);
  }

  /** A call was ended before it answered. It would have taken longer: that makes no target seem faster than it is known to be. */
  recordAtLeast(milliseconds: number, isStream: boolean, now: number): void {
    const known = (isStream ? this.streamed : this.whole).valueAt(now);
    if (known === undefined || milliseconds > known) this.recordLatency(milliseconds, isStream, now);
  }

  /** Measures from now on the time that 95 of 100 calls take at most. */
  measureTimes(): void {
    this.times ??= { whole: new RecentTimes(), streamed: new RecentTimes() };
  }

  /** That time in milliseconds, to the first byte of a stream or to the whole answer; undefined while it is not known. */
  p95(isStream: boolean): number | undefined {
    return this.times?.[isStream ? 'streamed' : 'whole'].p95;
  }

  /** Time to the first byte; undefined if nothing was measured. */
  latencyAt(now: number, isStream: boolean): number | undefined {
    const { streamed, whole } = this;
    return isStream ? (streamed.valueAt(now) ?? whole.valueAt(now)) : (whole.valueAt(now) ?? streamed.valueAt(now));
  }

  /** A call ended whose outcome tells about the target. */
  recordOutcome(hasFailed: boolean, now: number): void {
    this.failing.add(hasFailed ? 1 : 0, now);
  }

  /** True if it is not passed over, and few of its recent calls failed. */
  isHealthyAt(now: number): boolean {
    if (this.breakerAt(now) !== 'in' || this.restAt(now) > 0) return false;
    return (this.failing.valueAt(now) ?? 0) <= MOST_FAILING;
  }

  /** The provider asked to be left alone until then. */
  restUntil(time: number): void {
    this.restsUntil = Math.max(this.restsUntil, time);
  }

  /** Milliseconds for which it is still left alone; 0: not at all. */
  restAt(now: number): number {
    return Math.max(this.restsUntil - now, 0);
  }

  /** Milliseconds for which requests pass it over, for either reason; 0: they do not. */
  passedOverAt(now: number): number {
    return Math.max(this.restAt(now), this.breaker.outAt(now));
  }

  breakerAt(now: number): BreakerState {
    return this.breaker.stateAt(now);
  }
}
