import { randomUUID } from 'node:crypto';
import type { Database, LeaseRequest } from '@multilane/persistence';
import { BudgetLedger, grantSlice, type LedgerRequest, takeAnswers, WAITING_ASK_MS } from '@multilane/policy';
import type { TaskReport } from '@multilane/telemetry';
import { withTimeLimit } from '../database/with-time-limit.js';
import { BudgetWaits } from './budget-waits.js';

export interface BudgetLeaseRenewerOptions {
  /** Shared ledger of all processes' spending; undefined: each process counts for itself, from its start. */
  readonly database: Pick<Database, 'budgets'> | undefined;
  /** Told of each ask of the database that failed or succeeded. */
  readonly report: TaskReport;
  /** `LEASE_MS` by default. */
  readonly leaseMs?: number;
}

/** Lease of a slice without a renewal, in milliseconds: for this long the slice is missing when a process is killed. */
const LEASE_MS = 60_000;

const TICK_MS = 1_000;
const FORGET_EVERY_MS = 60_000;
/** Accounts that one transaction locks at most. */
const BATCH = 200;
/** The database ends an ask that takes four seconds. One that is not heard of is given up after so long, in milliseconds. */
const ASK_LIMIT_MS = 5_000;
/** A stop waits for the last slices to go back no longer than this, in milliseconds. */
const CLOSE_LIMIT_MS = 3_000;

/**
 * Spends budgets for this process, and settles with the database in the background. Requests wait for it only where little is
 * left of a budget, or nothing is known of it yet.
 */
export class BudgetLeaseRenewer {
  readonly isLeased: boolean;
  /** In US dollars. */
  readonly credentials: BudgetLedger;
  /** In tokens. */
  readonly teams: BudgetLedger;
  /** Of budget rules, in their units. */
  readonly rules: BudgetLedger;
  private readonly ledgers: readonly BudgetLedger[];
  readonly waits = new BudgetWaits(() => this.askForWaiting());
  private readonly timer: NodeJS.Timeout;
  private readonly leaseMs: number;
  /** Takes this process's clock, which only goes forward, to the database's time of day. */
  private offset = performance.timeOrigin;
  /** The database has said what time it is. */
  private isClockRead = false;
  private readingClock: Promise<void> | undefined = undefined;
  private renewing: Promise<void> | undefined = undefined;
  private isKicked = false;
  /** Asked for while an ask was on its way. */
  private isWantedAgain = false;
  /** Asks again for requests that wait. */
  private waitingTimer: NodeJS.Timeout | undefined = undefined;
  private isClosed = false;
  private forgotAt = 0;

  constructor(private readonly options: BudgetLeaseRenewerOptions) {
    this.isLeased = options.database !== undefined;
    this.leaseMs = options.leaseMs ?? LEASE_MS;
    const ledger = { isAlone: !this.isLeased, newLease: randomUUID, onUrgent: () => this.requestRenewal() };
    this.credentials = new BudgetLedger(ledger);
    this.teams = new BudgetLedger(ledger);
    this.rules = new BudgetLedger(ledger);
    this.ledgers = [this.credentials, this.teams, this.rules];
    this.timer = setInterval(() => this.tick(), TICK_MS);
    this.timer.unref();
  }

  /** The time of day that periods go by: the database's, so that all processes agree; milliseconds since the epoch. */
  epochMs(now: number): number {
    return this.isLeased ? now + this.offset : Date.now();
  }

  /**
   * True if the current period is known. Until then no request with a budget can be admitted: a clock of this machine that is wrong would
   * have it spend another period's budget.
   */
  get isClockKnown(): boolean {
    return this.isClockRead || !this.isLeased;
  }

  /** Asks the database what time it is, until it has said so once. Never rejects. */
  readClock(): Promise<void> {
    if (this.isClockKnown || this.isClosed) return Promise.resolve();
    this.readingClock ??= this.askClock().finally(() => {
      this.readingClock = undefined;
    });
    return this.readingClock;
  }

  private async askClock(): Promise<void> {
    const { database, report } = this.options;
    if (!database) return;
    const sentAt = performance.now();
    try {
      this.takeClock(await withTimeLimit(database.budgets.readClock(), ASK_LIMIT_MS), sentAt);
      report.succeeded();
    } catch (error) {
      report.failed(error);
    }
  }

  private takeClock(now: number, sentAt: number): void {
    this.offset = now - (sentAt + performance.now()) / 2;
    this.isClockRead = true;
  }

  /** A slice is running out: asks for more as soon as what runs now is through. */
  requestRenewal(): void {
    if (this.isKicked || this.isClosed || !this.isLeased) return;
    this.isKicked = true;
    setImmediate(() => {
      this.isKicked = false;
      void this.renew();
    });
  }

  /** Returns what is not spent. Spending that is not recorded yet stays leased until it is. Never rejects. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.waitingTimer);
    this.isClosed = true;
    this.waits.endAll();
    const last = this.renewing ?? Promise.resolve();
    const giveBack = last.then(() =>
      this.ask(
        this.ledgers.flatMap((ledger) => ledger.collectReturns()),
        (error) => {
          throw error;
        },
      ),
    );
    await withTimeLimit(giveBack, CLOSE_LIMIT_MS).catch(this.options.report.failed);
  }

  /** Asks the database often while requests wait: slices that other processes return stay theirs until somebody asks. */
  private askForWaiting(): void {
    if (this.waitingTimer !== undefined || this.isClosed || !this.isLeased) return;
    this.waitingTimer = setTimeout(() => {
      this.waitingTimer = undefined;
      this.requestRenewal();
      if (this.waits.size > 0) this.askForWaiting();
    }, WAITING_ASK_MS).unref();
  }

  private tick(): void {
    void this.readClock();
    void this.renew();
    const now = performance.now();
    if (now - this.forgotAt < FORGET_EVERY_MS) return;
    this.forgotAt = now;
    for (const ledger of this.ledgers) ledger.forget(now, this.epochMs(now));
  }

  /** One at a time: an ask that overtook another would put an older state in effect. */
  private renew(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    this.isWantedAgain = this.renewing !== undefined;
    this.renewing ??= this.renewNow().finally(() => {
      this.renewing = undefined;
      if (this.isWantedAgain) this.requestRenewal();
    });
    return this.renewing;
  }

  private async renewNow(): Promise<void> {
    const now = performance.now();
    const asks = this.ledgers.flatMap((ledger) => ledger.collectAsks(now, this.leaseMs));
    await this.ask(asks, (error) => this.options.report.failed(error));
  }

  private async ask(asks: readonly LedgerRequest[], onFailure: (error: unknown) => void): Promise<void> {
    const { database } = this.options;
    if (!database) return;
    for (let start = 0; start < asks.length; start += BATCH) {
      const batch = asks.slice(start, start + BATCH);
      const sentAt = performance.now();
      try {
        const asked = database.budgets.lease(batch.map(toRequest), this.leaseMs, grantSlice);
        const { leases, now } = await withTimeLimit(asked, ASK_LIMIT_MS);
        this.takeClock(now, sentAt);
        this.options.report.succeeded();
        takeAnswers(batch, leases, sentAt);
      } catch (error) {
        takeAnswers(batch, [], sentAt);
        onFailure(error);
      }
    }
  }
}

function toRequest({ account: { account, periodStart }, ask }: LedgerRequest): LeaseRequest {
  return { account, period_start: periodStart, ...ask };
}
