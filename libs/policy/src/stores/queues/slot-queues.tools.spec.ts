import type { SlotLimit } from '../../limits/ceiling.js';
import type { RequestPriority, SlotTicket, SlotWait } from '../../limits/slot-queue.js';
import type { SlotStore, SlotVerdict } from '../../limits/slot-store.js';

/** Owner of a request of the tests. */
export interface Owner {
  readonly organization?: string;
  readonly member?: string;
  readonly priority?: RequestPriority;
  readonly bytes?: number;
  readonly maxWaitMs?: number;
}

/** A limit with a queue. */
export function queued(scope: SlotLimit['scope'], limit: number, queue: Partial<SlotLimit['queue']> = {}): SlotLimit {
  return { scope, unit: 'parallel', limit, counter: scope, queue: { maxWaitMs: 5_000, maxLength: 100, ...queue } };
}

/** One request: it runs, waits, or was rejected. */
export class TestRequest {
  wait: SlotWait | undefined = undefined;
  verdict: SlotVerdict | 'waits' | 'left' = 'waits';
  readonly ended: Promise<void>;

  constructor(
    readonly store: SlotStore,
    readonly name: string,
    readonly limits: readonly SlotLimit[],
    owner: Owner,
    onRun: (request: TestRequest) => void = () => undefined,
  ) {
    const verdict = store.take(limits, name, this.ticketOf(owner));
    const conclude = (full: SlotVerdict): void => {
      this.verdict = full;
      if (full === undefined) onRun(this);
    };
    if (verdict instanceof Promise) {
      this.ended = verdict.then(conclude, () => {
        this.verdict = 'left';
      });
    } else {
      conclude(verdict);
      this.ended = Promise.resolve();
    }
  }

  get isRunning(): boolean {
    return this.verdict === undefined;
  }

  end(): void {
    this.store.release(this.limits, this.name);
  }

  /** Its client leaves. */
  leave(): void {
    this.wait?.abort(new Error('the client has left'));
  }

  private ticketOf({ bytes = 0, maxWaitMs, member = 'k', organization = 'o', priority = 'normal' }: Owner): SlotTicket {
    return {
      bytes,
      member,
      organization,
      priority,
      maxWaitMs,
      begin: (wait) => {
        this.wait = wait;
      },
    };
  }
}
