/** A target that fails this often … */
const FAILURES_TO_OPEN = 5;
/** … within this time, in milliseconds … */
const FAILURE_WINDOW_MS = 10_000;
/** … is out for so long, in milliseconds, then probed once (docs/contract/routing.md#circuit-breaker). */
const OUT_MS = 30_000;

/** In: every call goes. Out: none does. Due: one may go, whose end decides. Probing: that one is in progress. */
export type BreakerState = 'in' | 'out' | 'due' | 'probing';

/**
 * The circuit breaker of one target. A target that answers more often than it fails stays in, however many requests
 * a second it takes: five failures among thousands of answers are no outage. Times are in milliseconds of one clock.
 */
export class CircuitBreaker {
  private readonly failures: Failure[] = [];
  private successes = 0;
  private outUntil: number | undefined = undefined;
  private isProbing = false;

  stateAt(now: number): BreakerState {
    if (this.outUntil === undefined) return 'in';
    if (now < this.outUntil) return 'out';
    return this.isProbing ? 'probing' : 'due';
  }

  /** Milliseconds for which it is still out; 0: it is not. */
  outAt(now: number): number {
    return Math.max((this.outUntil ?? now) - now, 0);
  }

  /** True if a call may go now. One that is due becomes the probe: its end must be reported. */
  tryEnter(now: number): boolean {
    const state = this.stateAt(now);
    if (state === 'due') this.isProbing = true;
    return state === 'in' || state === 'due';
  }

  /** The call succeeded. */
  recordSuccess(now: number): void {
    this.successes += 1;
    // An answer to a call that began before the target went out says nothing of it now.
    if (this.stateAt(now) === 'out') return;
    if (this.outUntil !== undefined) this.failures.length = 0;
    this.outUntil = undefined;
    this.isProbing = false;
  }

  /** The call failed, for a reason that is the target's. */
  recordFailure(now: number): void {
    const state = this.stateAt(now);
    if (state === 'out') return;
    if (state === 'probing') {
      this.leave(now);
      return;
    }
    const { failures } = this;
    failures.push({ at: now, successes: this.successes });
    if (failures.length > FAILURES_TO_OPEN) failures.shift();
    const oldest = failures[0];
    if (failures.length < FAILURES_TO_OPEN || oldest === undefined) return;
    const answered = this.successes - oldest.successes;
    if (now - oldest.at <= FAILURE_WINDOW_MS && answered <= FAILURES_TO_OPEN) this.leave(now);
  }

  /** The call ended and said nothing of the target, as when the client left: another one may probe. */
  recordNothing(): void {
    this.isProbing = false;
  }

  private leave(now: number): void {
    this.outUntil = now + OUT_MS;
    this.isProbing = false;
    this.failures.length = 0;
  }
}

interface Failure {
  readonly at: number;
  /** Number of calls that had succeeded by then. */
  readonly successes: number;
}
