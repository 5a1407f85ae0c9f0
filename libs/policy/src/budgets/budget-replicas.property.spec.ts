import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CREDIT_SHARE } from './budget-account.js';
import { BudgetHold, type Charge } from './budget-hold.js';
import { BudgetLedger, takeAnswers } from './budget-ledger.js';
import { SimulatedStore } from './simulated-store.tools.spec.js';

const LIFE_MS = 60_000;
const TICK_MS = 1_000;
const LIMIT = 400;
const LARGEST = 30;
const WALL = Date.parse('2026-11-10T00:00:00Z');

/** A record as it waits for the database: on the disk, or in memory alone. */
interface Waiting {
  readonly record: number;
  readonly charges: readonly Charge[];
}

/** One gateway process: what it has in memory dies with it, what it has spooled does not. */
class Replica {
  ledger: BudgetLedger;
  readonly running: { hold: BudgetHold; record: number; reserved: number }[] = [];
  memory: Waiting[] = [];
  spool: Waiting[] = [];

  constructor(private readonly world: World) {
    this.ledger = this.newLedger();
  }

  request(amount: number): string {
    const account = this.ledger.find({ owner: 'k', period: 'monthly', limit: LIMIT }, () => 'k', this.world.now, WALL);
    const verdict = account.check(amount, LIMIT, this.world.now);
    if (verdict === 'allowed') {
      const hold = new BudgetHold(account, amount, undefined, 0, true);
      this.running.push({ hold, record: this.world.newRecord(), reserved: amount });
    }
    return verdict;
  }

  /** However it ends, a request is settled once; a second call must do nothing. */
  end(used: number | undefined): void {
    const ended = this.running.shift();
    if (!ended) return;
    const charges = ended.hold.settle(used === undefined ? undefined : Math.min(used, ended.reserved), undefined);
    expect(ended.hold.settle(used, undefined)).toEqual([]);
    this.world.settled.set(
      ended.record,
      charges.reduce((sum, { amount }) => sum + amount, 0),
    );
    this.memory.push({ record: ended.record, charges });
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

  renew(fate: 'answered' | 'unanswered' | 'lost'): void {
    const asks = this.ledger.collectAsks(this.world.now, LIFE_MS);
    const answers = fate === 'lost' ? [] : this.world.store.lease(asks, this.world.now, LIFE_MS);
    takeAnswers(asks, fate === 'answered' ? answers : [], this.world.now);
  }

  /** What was settled and neither spooled nor written is lost, as are the requests that run. */
  kill(): void {
    for (const { record } of this.memory) this.world.settled.delete(record);
    this.memory = [];
    this.running.length = 0;
    this.ledger = this.newLedger();
  }

  private newLedger(): BudgetLedger {
    this.world.starts += 1;
    return new BudgetLedger({ isAlone: false, newLease: () => `lease-${++this.world.leases}` });
  }
}

class World {
  readonly store = new SimulatedStore();
  /** What each request was charged in the process that ran it. */
  readonly settled = new Map<number, number>();
  now = 0;
  leases = 0;
  starts = 0;
  private records = 0;
  readonly replicas: readonly Replica[];

  constructor(count: number) {
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
}

const index = fc.nat({ max: 3 });
const amount = fc.integer({ min: 1, max: LARGEST });

type Step =
  | { do: 'request'; index: number; amount: number }
  | { do: 'end'; index: number; used: number | undefined }
  | { do: 'renew'; index: number; fate: 'answered' | 'unanswered' | 'lost' }
  | { do: 'write'; index: number; isAway: boolean }
  | { do: 'wait'; ms: number };

const request = fc.record({ do: fc.constant('request' as const), index, amount });
const end = fc.record({ do: fc.constant('end' as const), index, used: fc.option(amount, { nil: undefined }) });
const write = fc.record({ do: fc.constant('write' as const), index, isAway: fc.boolean() });
const wait = fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(5, 200, 500, TICK_MS) });
const renewWith = (...fates: ('answered' | 'unanswered' | 'lost')[]) =>
  fc.record({ do: fc.constant('renew' as const), index, fate: fc.constantFrom(...fates) });
const kill = fc.record({ do: fc.constant('kill' as const), index });

/** Long ones, so that a budget is used up in most of them. */
function stepsOf<Each>(step: fc.Arbitrary<Each>, length: number): fc.Arbitrary<Each[]> {
  return fc.array(step, { minLength: length / 2, maxLength: length, size: 'max' });
}

function play(world: World, step: Step | { do: 'kill'; index: number }): void {
  if (step.do === 'wait') {
    world.now += step.ms;
    return;
  }
  const replica = world.at(step.index);
  switch (step.do) {
    case 'request':
      replica.request(step.amount);
      break;
    case 'end':
      replica.end(step.used);
      break;
    case 'renew':
      replica.renew(step.fate);
      break;
    case 'write':
      replica.writeRecords(step.isAway);
      break;
    case 'kill':
      replica.kill();
  }
}

/** Ends what runs and writes everything down. */
function finish(world: World): void {
  for (const replica of world.replicas) {
    while (replica.running.length > 0) replica.end(undefined);
    replica.writeRecords(true);
    replica.writeRecords(false);
  }
}

/** Lets one process spend until it is told that the budget is exceeded. */
function exhaust(world: World, amount: number): void {
  const replica = world.at(0);
  for (let turn = 0; turn < 20_000; turn++) {
    const verdict = replica.request(amount);
    replica.end(amount);
    if (turn % 7 === 0 || verdict !== 'allowed') {
      for (const each of world.replicas) each.renew('answered');
      for (const each of world.replicas) each.writeRecords(false);
      world.now += TICK_MS;
    }
    if (verdict === 'exceeded' && world.now > 4 * LIFE_MS && turn > 100) return;
  }
}

const PER_START = Math.max(LIMIT * CREDIT_SHARE, LARGEST);
const spending = fc.oneof(
  { arbitrary: request, weight: 10 },
  { arbitrary: end, weight: 8 },
  { arbitrary: wait, weight: 3 },
);

describe('N replicas that spend one budget', () => {
  it('charge each request exactly once, whatever is killed, cut off, answered late or written twice', () => {
    const step = fc.oneof(
      { arbitrary: spending, weight: 8 },
      { arbitrary: renewWith('answered', 'unanswered', 'lost'), weight: 3 },
      { arbitrary: write, weight: 3 },
      { arbitrary: kill, weight: 1 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), stepsOf(step, 300), (count, steps) => {
        const world = new World(count);
        for (const each of steps) play(world, each);
        finish(world);
        expect(world.store.spent).toBeCloseTo(world.total, 6);
        for (const record of world.settled.keys()) expect(world.store.has(record)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('spend no more than the budget, beyond an opening credit or one request for each process', () => {
    const step = fc.oneof(
      { arbitrary: spending, weight: 12 },
      { arbitrary: renewWith('answered', 'unanswered', 'lost'), weight: 3 },
      { arbitrary: fc.record({ do: fc.constant('write' as const), index, isAway: fc.constant(false) }), weight: 3 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), stepsOf(step, 400), (count, steps) => {
        const world = new World(count);
        let waited = 0;
        for (const each of steps) {
          // A process that is cut off for longer than a lease lives is another case: its slice may be lent to others.
          if (each.do === 'wait') waited += each.ms;
          if (waited < LIFE_MS) play(world, each);
        }
        const running = world.replicas.flatMap((replica) => replica.running.map(({ reserved }) => reserved));
        const taken = world.total + running.reduce((sum, reserved) => sum + reserved, 0);
        expect(taken).toBeLessThanOrEqual(LIMIT + count * PER_START);
      }),
      { numRuns: 300 },
    );
  });

  it('begin again after a kill -9 with one opening credit, and charge what reached a disk', () => {
    const step = fc.oneof(
      { arbitrary: spending, weight: 12 },
      { arbitrary: renewWith('answered'), weight: 4 },
      { arbitrary: write, weight: 3 },
      { arbitrary: kill, weight: 1 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), stepsOf(step, 300), (count, steps) => {
        const world = new World(count);
        let waited = 0;
        for (const each of steps) {
          if (each.do === 'wait') waited += each.ms;
          if (waited < LIFE_MS) play(world, each);
        }
        finish(world);
        expect(world.total).toBeLessThanOrEqual(LIMIT + world.starts * PER_START);
        expect(world.store.spent).toBeCloseTo(world.total, 6);
      }),
      { numRuns: 200 },
    );
  });

  it('can spend all of it in the end: what dead and idle processes held comes back', () => {
    const step = fc.oneof(
      { arbitrary: spending, weight: 10 },
      { arbitrary: renewWith('answered', 'unanswered', 'lost'), weight: 3 },
      { arbitrary: write, weight: 2 },
      { arbitrary: kill, weight: 1 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), stepsOf(step, 150), (count, steps) => {
        const world = new World(count);
        for (const each of steps) play(world, each);
        finish(world);
        exhaust(world, 5);
        expect(world.store.spent).toBeGreaterThan(LIMIT - 5);
      }),
      { numRuns: 100 },
    );
  });
});
