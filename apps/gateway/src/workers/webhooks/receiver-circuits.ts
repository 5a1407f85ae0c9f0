/** Failures in a row after which a receiver is left alone for a while. */
const FAILURES = 5;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** Receivers that are remembered; beyond it the oldest is forgotten. */
const MOST_RECEIVERS = 10_000;

interface Circuit {
  failures: number;
  openUntil: number;
  /** Start of the pause that lasts until `openUntil`. */
  pausedAt: number;
}

/**
 * Pauses for receivers that do not answer: they get no attempts for a while, so that a dead one with thousands of deliveries takes no time
 * from others. After the pause one attempt decides. Times are milliseconds of `performance.now()`.
 */
export class ReceiverCircuits {
  private readonly circuits = new Map<string, Circuit>();

  /** Milliseconds until the receiver may be tried; 0: now. The caller that gets 0 after a pause is the one attempt. */
  pauseOf(receiver: string, now: number): number {
    const circuit = this.circuits.get(receiver);
    if (circuit === undefined || circuit.failures < FAILURES) return 0;
    const left = circuit.openUntil - now;
    if (left > 0) return left;
    circuit.openUntil = now + FIRST_PAUSE_MS;
    return 0;
  }

  noteSuccess(receiver: string): void {
    this.circuits.delete(receiver);
  }

  /**
   * Attempts that were under way when a pause began say nothing new: several run at once, and each of them would double it.
   *
   * @param startedAt when the attempt began
   */
  noteFailure(receiver: string, startedAt: number, now: number): void {
    const circuit = this.circuits.get(receiver) ?? { failures: 0, openUntil: 0, pausedAt: Number.NEGATIVE_INFINITY };
    if (startedAt <= circuit.pausedAt) return;
    this.circuits.delete(receiver);
    this.circuits.set(receiver, circuit);
    circuit.failures += 1;
    const doublings = Math.min(circuit.failures - FAILURES, 10);
    if (doublings >= 0) {
      circuit.openUntil = now + Math.min(FIRST_PAUSE_MS * 2 ** doublings, LONGEST_PAUSE_MS);
      circuit.pausedAt = now;
    }
    const [oldest] = this.circuits.size > MOST_RECEIVERS ? this.circuits.keys() : [];
    if (oldest !== undefined) this.circuits.delete(oldest);
  }
}
