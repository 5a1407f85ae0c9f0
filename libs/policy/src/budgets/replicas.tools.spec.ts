import { expect } from '@jest/globals';
import type { BudgetCharge } from '@multilane/contracts';
import type { BudgetAccount, BudgetWaiter } from './budget-account.js';
import { BudgetHold, type HoldVerdict } from './budget-hold.js';
import { BudgetLedger, takeAnswers } from './budget-ledger.js';
import { SimulatedStore } from './simulated-store.tools.spec.js';

/** Life of a lease, and interval at which a process looks after its leases, in milliseconds. */
export const LIFE_MS = 60_000;
export const TICK_MS = 1_000;

const STEP_MS = 50;
const WALL = Date.parse('2026-11-10T00:00:00Z');

export type Fate = 'answered' | 'unanswered' | 'lost';

/** A record as it waits for the database: on the disk, or in memory alone. */
interface Waiting {
  readonly record: number;
  readonly charges: readonly BudgetCharge[];
}

/** A request from the moment at which it arrives. */
export class SimulatedRequest implements BudgetWaiter {
  verdict: HoldVerdict = 'unknown';
  private queue: BudgetAccount | undefined = undefined;

  constructor(
    private readonly replica: Replica,
    readonly hold: BudgetHold,
    readonly cost: number,
  ) {}

  begin(now: number): void {
    this.take(this.hold.tryReserve(now));
  }

  retry(account: BudgetAccount, now: number): boolean {
    this.take(this.hold.tryReserve(now, account));
    return this.verdict !== 'unknown' || this.queue !== account;
  }

  amountOf(account: BudgetAccount): number {
    return this.hold.amountOf(account);
  }

  leave(): void {
    this.queue?.dequeue(this);
    this.queue = undefined;
    this.replica.waiting.delete(this);
  }

  private take(verdict: HoldVerdict): void {
    this.verdict = verdict;
    if (verdict === 'unknown') {
      if (this.queue === this.hold.blocker) return;
      this.queue = this.hold.blocker;
      this.replica.waiting.add(this);
      this.queue?.enqueue(this);
      return;
    }
    this.queue = undefined;
    this.replica.waiting.delete(this);
    if (verdict === 'allowed') this.replica.running.push(this);
    else this.replica.world.onRefusal();
  }
}

/** One gateway process: what it has in memory dies with it, what it has spooled does not. */
export class Replica {
  ledger: BudgetLedger;
  readonly running: SimulatedRequest[] = [];
  readonly waiting = new Set<SimulatedRequest>();
  isKicked = false;
  private memory: Waiting[] = [];
  private spool: Waiting[] = [];

  constructor(readonly world: World) {
    this.ledger = this.newLedger();
  }

  /** @param guess What it is expected to cost, as long as nothing is learned */
  request(cost: number, guess = cost): SimulatedRequest {
    const { now, limit } = this.world;
    const account = this.ledger.find({ owner: 'k', period: 'monthly', limit }, () => 'k', now, WALL);
    const hold = new BudgetHold({ account, limit }, undefined, true);
    // The known part of a cost is never learned again: `guess` is, if it is not the cost.
    if (guess === cost) hold.expect('m', { known: cost, guess: 0 }, { known: 0, guess: 0 });
    else hold.expect('m', { known: 0, guess }, { known: 0, guess: 0 });
    const request = new SimulatedRequest(this, hold, cost);
    request.begin(now);
    return request;
  }

  /** However it ends, a request is settled once; a second call must do nothing. */
  end(request = this.running[0], share = 1): void {
    if (!request) return;
    this.running.splice(this.running.indexOf(request), 1);
    const record = this.world.newRecord();
    // Settling wakes those who wait, who may be rejected.
    this.world.everSettled += request.cost * share;
    const charges = request.hold.settle(request.cost * share, undefined);
    expect(request.hold.settle(1, undefined)).toEqual([]);
    const sum = charges.reduce((total, { amount }) => total + amount, 0);
    this.world.settled.set(record, sum);
    this.memory.push({ record, charges });
  }

  writeRecords(isAway: boolean): void {
    if (isAway) {
      this.spool.push(...this.memory.splice(0));
      return;
    }
    for (const { record, charges } of [...this.spool, ...this.memory]) this.world.store.write(record, charges);
    this.memory = [];
    this.spool = [];
  }

  renew(fate: Fate): void {
    this.isKicked = false;
    const asks = this.ledger.collectAsks(this.world.now, LIFE_MS);
    const answers = fate === 'lost' ? [] : this.world.store.lease(asks, this.world.now, LIFE_MS);
    takeAnswers(asks, fate === 'answered' ? answers : [], this.world.now);
  }

  /** Sends a request, and returns what gets the answer. */
  askLate(): () => void {
    const asks = this.ledger.collectAsks(this.world.now, LIFE_MS);
    const answers = this.world.store.lease(asks, this.world.now, LIFE_MS);
    const [sentAt, { ledger }] = [this.world.now, this];
    return () => {
      if (this.ledger === ledger) takeAnswers(asks, answers, sentAt);
    };
  }

  /**
   * Kills the process. Charges that were settled and neither spooled nor written are lost, as are the requests that
   * run.
   */
  kill(): void {
    for (const { record } of this.memory) this.world.settled.delete(record);
    this.memory = [];
    this.running.length = 0;
    this.waiting.clear();
    this.ledger = this.newLedger();
  }

  private newLedger(): BudgetLedger {
    this.world.starts += 1;
    const onUrgent = (): void => {
      this.isKicked = true;
    };
    return new BudgetLedger({ isAlone: false, newLease: () => `lease-${++this.world.leases}`, onUrgent });
  }
}

/** Processes that share one budget, and the database between them. */
export class World {
  readonly store = new SimulatedStore();
  /** Charges of each request in the process that ran it, but for those that died with a process. */
  readonly settled = new Map<number, number>();
  /** That too. */
  everSettled = 0;
  now = 0;
  leases = 0;
  starts = 0;
  private records = 0;
  readonly replicas: readonly Replica[];

  constructor(
    count: number,
    readonly limit: number,
  ) {
    this.replicas = Array.from({ length: count }, () => new Replica(this));
  }

  newRecord(): number {
    return ++this.records;
  }

  at(index: number): Replica {
    const replica = this.replicas[index % this.replicas.length];
    if (!replica) throw new Error('no such replica');
    return replica;
  }

  get total(): number {
    return [...this.settled.values()].reduce((sum, amount) => sum + amount, 0);
  }

  /** A refusal for good says that the budget is spent. */
  onRefusal(): void {
    expect(this.everSettled).toBeGreaterThan(this.limit - 1e-6);
  }

  /** Lets time pass, in which all processes look after their leases and records as they should. */
  pass(milliseconds: number): void {
    const until = this.now + milliseconds;
    while (this.now < until) {
      const isTick = Math.floor((this.now + STEP_MS) / TICK_MS) > Math.floor(this.now / TICK_MS);
      this.now += STEP_MS;
      for (const replica of this.replicas) {
        if (replica.isKicked || isTick || replica.waiting.size > 0) replica.renew('answered');
        if (isTick) replica.writeRecords(false);
      }
    }
  }

  /** Ends what runs, sends away who waits, and writes everything down. */
  finish(): void {
    for (const replica of this.replicas) {
      for (const request of [...replica.waiting]) request.leave();
      while (replica.running.length > 0) replica.end();
      replica.writeRecords(true);
      replica.writeRecords(false);
    }
  }
}
