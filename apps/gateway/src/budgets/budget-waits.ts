import type { BudgetAccount, BudgetHold, BudgetWaiter, HoldVerdict } from '@multilane/policy';

/** Time limit of a request's wait for others to settle, in milliseconds: longer than an idle process holds a slice. */
export const WAIT_LIMIT_MS = 5_000;

/** Requests that wait for one budget, and in all. Further requests get an error that asks them to retry. */
const MAX_WAITS_PER_BUDGET = 1_000;
const MAX_WAITS = 10_000;

/** Requests that wait for their budgets, each in the queue of the one that it waits for. */
export class BudgetWaits {
  private readonly waits = new Set<BudgetWait>();

  /** @param onBegin Called when a request begins to wait */
  constructor(private readonly onBegin: () => void) {}

  get size(): number {
    return this.waits.size;
  }

  /** After a verdict of `unknown`: a wait for another one; undefined if waiting is in vain, or too many wait. */
  begin(hold: BudgetHold): BudgetWait | undefined {
    const { blocker } = hold;
    if (blocker === undefined || blocker.isCutOff) return undefined;
    if (this.waits.size >= MAX_WAITS || blocker.waitingCount >= MAX_WAITS_PER_BUDGET) return undefined;
    const wait = new BudgetWait(hold, this.waits);
    this.onBegin();
    return wait;
  }

  /** The process ends: nobody waits any longer. */
  endAll(): void {
    for (const wait of [...this.waits]) wait.giveUp();
  }
}

/** One request that waits. */
class BudgetWait implements BudgetWaiter {
  /** Resolves with the verdict; `unknown` if the answer did not come in time. Rejects when the client leaves. */
  readonly verdict: Promise<HoldVerdict>;
  private resolve: (verdict: HoldVerdict) => void = ignore;
  private reject: (reason: Error) => void = ignore;
  private readonly timer: NodeJS.Timeout;
  private queue: BudgetAccount | undefined = undefined;

  constructor(
    private readonly hold: BudgetHold,
    private readonly waits: Set<BudgetWait>,
  ) {
    this.verdict = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.timer = setTimeout(giveUp, WAIT_LIMIT_MS, this).unref();
    waits.add(this);
    this.join(hold.blocker);
  }

  amountOf(account: BudgetAccount): number {
    return this.hold.amountOf(account);
  }

  retry(account: BudgetAccount, now: number): boolean {
    const verdict = this.hold.tryReserve(now, account);
    if (verdict === 'unknown' && !this.hold.blocker?.isCutOff) {
      if (this.hold.blocker === account) return false;
      this.join(this.hold.blocker);
      return true;
    }
    this.end();
    this.resolve(verdict);
    return true;
  }

  /** The time is over. */
  giveUp(): void {
    this.leave();
    this.resolve('unknown');
  }

  /** The client has left. */
  abort(reason: Error): void {
    this.leave();
    this.reject(reason);
  }

  private join(queue: BudgetAccount | undefined): void {
    this.queue = queue;
    queue?.enqueue(this);
  }

  private leave(): void {
    const { queue } = this;
    this.end();
    queue?.dequeue(this);
  }

  private end(): void {
    clearTimeout(this.timer);
    this.queue = undefined;
    this.waits.delete(this);
  }
}

function ignore(): void {
  // Used until the promise is made.
}

function giveUp(wait: BudgetWait): void {
  wait.giveUp();
}
