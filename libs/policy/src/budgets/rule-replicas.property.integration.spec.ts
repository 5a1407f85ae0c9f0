import { describe, expect, it } from '@jest/globals';
import type { BudgetCharge } from '@multilane/contracts';
import fc from 'fast-check';
import { BudgetHold, type HoldVerdict } from './budget-hold.js';
import { BudgetLedger, takeAnswers } from './budget-ledger.js';
import type { RuleShare } from './budget-share.js';
import { BudgetWindow } from './budget-window.js';
import { RuleStore } from './rule-store.tools.spec.js';

/** Life of a lease; longer than a run, so that no lease ends in it. */
const LIFE_MS = 100 * 86_400_000;
const LARGEST = 10;

interface RuleOfTest {
  readonly name: string;
  readonly window: BudgetWindow;
  readonly limit: number;
  readonly carriesOver: boolean;
}

const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Havana', 'Asia/Kolkata', 'Australia/Lord_Howe');

const rules = fc.array(
  fc
    .record({
      length: fc.constantFrom('hour' as const, 'day' as const, 'week' as const, 'total' as const),
      timeZone: zones,
      isRolling: fc.boolean(),
      carriesOver: fc.boolean(),
      limit: fc.integer({ min: 15, max: 200 }),
    })
    .map(({ carriesOver, isRolling, length, limit, timeZone }, ...rest) => ({
      window: new BudgetWindow({
        length,
        timeZone,
        weekStart: 'monday',
        fiscalYearStart: 1,
        isRolling: isRolling && length !== 'total',
      }),
      carriesOver: carriesOver && !isRolling,
      limit,
      name: `${JSON.stringify(rest)}`,
    })),
  { minLength: 1, maxLength: 4 },
);

type Step =
  | { do: 'request'; at: number; amount: number }
  | { do: 'end'; at: number }
  | { do: 'renew'; at: number }
  | { do: 'write'; at: number }
  | { do: 'kill'; at: number }
  | { do: 'raise'; rule: number; by: number }
  | { do: 'wait'; ms: number };

const at = fc.nat({ max: 2 });

const steps = fc.array(
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({ do: fc.constant('request' as const), at, amount: fc.integer({ min: 1, max: LARGEST }) }),
    },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('end' as const), at }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('renew' as const), at }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), at }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), at }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('raise' as const),
        rule: fc.nat({ max: 3 }),
        by: fc.integer({ min: 1, max: 50 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        ms: fc.constantFrom(50, 1_000, 600_000, 3_600_000, 6 * 3_600_000),
      }),
    },
  ),
  { minLength: 100, maxLength: 300, size: 'max' },
);

interface Running {
  readonly hold: BudgetHold;
  readonly amount: number;
  readonly record: number;
}

/** Three processes that spend the budgets of the same rules, over changes of the clocks. */
class RuleWorld {
  /** Shortly before the clocks of most zones change. */
  now = 0;
  readonly store = new RuleStore();
  readonly limits: number[];
  starts = 0;
  settled = 0;
  private records = 0;
  private leases = 0;
  readonly replicas: {
    ledger: BudgetLedger;
    running: Running[];
    unwritten: { record: number; charges: readonly BudgetCharge[] }[];
  }[];
  /** Highest limit that a rule ever had. */
  readonly highest: number[];

  constructor(
    private readonly epoch: number,
    private readonly rules: readonly RuleOfTest[],
  ) {
    this.limits = rules.map(({ limit }) => limit);
    this.highest = [...this.limits];
    this.replicas = [0, 1, 2].map(() => this.start());
  }

  private start() {
    this.starts += 1;
    const newLease = () => `lease-${++this.leases}`;
    const ledger = new BudgetLedger({ isAlone: false, newLease, onUrgent: () => undefined });
    return {
      ledger,
      running: [] as Running[],
      unwritten: [] as { record: number; charges: readonly BudgetCharge[] }[],
    };
  }

  replica(at: number) {
    const found = this.replicas[at];
    if (found === undefined) throw new Error('no such replica');
    return found;
  }

  request(at: number, amount: number): HoldVerdict {
    const { ledger, running } = this.replica(at);
    const epochMs = this.epoch + this.now;
    const shares = this.rules.map(({ carriesOver, limit: amount, window }, place): RuleShare => {
      const limit = this.limits[place] ?? 0;
      const carriesOf = carriesOver ? amount : undefined;
      const budget = { owner: `rule-${place}`, period: window, limit, carriesOf };
      const account = ledger.find(budget, () => `rule-${place}`, this.now, epochMs);
      return { account, limit, unit: 'usd', scope: 'organization' };
    });
    const hold = new BudgetHold(undefined, undefined, true, { shares, counted: [] });
    hold.expect('m', { known: amount, guess: 0 }, { known: 0, guess: 0 });
    const verdict = hold.tryReserve(this.now);
    if (verdict === 'allowed') running.push({ hold, amount, record: ++this.records });
    if (verdict === 'rule exceeded') this.checkRefusal(epochMs);
    return verdict;
  }

  /** A refusal for good says that some rule is spent: by what is written, and what processes have settled and not written. */
  private checkRefusal(epochMs: number): void {
    const isSpent = this.rules.some(
      (rule, place) => this.spentIn(rule, place, epochMs) >= (this.limits[place] ?? 0) - 1e-6,
    );
    expect(isSpent).toBe(true);
  }

  /** Spending of a rule in its window at a moment, with what was carried over taken off. */
  private spentIn({ carriesOver, limit, window }: RuleOfTest, place: number, epochMs: number): number {
    const { startsAt } = window.boundsAt(epochMs);
    const name = `rule-${place}`;
    const everything = [
      ...this.store.charges,
      ...this.replicas.flatMap(({ unwritten }) => unwritten.flatMap(({ charges }) => charges)),
    ];
    const sumOf = (from: number, to: number): number =>
      everything
        .filter(
          ({ account, period_start: start }) =>
            account === name && Date.parse(start) >= from && Date.parse(start) <= to,
        )
        .reduce((sum, { amount }) => sum + amount, 0);
    const spent = sumOf(startsAt - window.earlierMs, startsAt);
    const before = carriesOver ? window.boundsBefore(epochMs) : undefined;
    if (before === undefined || !this.store.has(name, before.startsAt)) return spent;
    return spent - Math.max(0, limit - sumOf(before.startsAt, before.startsAt));
  }

  end(at: number): void {
    const replica = this.replica(at);
    const ended = replica.running.shift();
    if (ended === undefined) return;
    const charges = ended.hold.settle(ended.amount, undefined);
    this.settled += ended.amount;
    replica.unwritten.push({ record: ended.record, charges });
  }

  renew(at: number): void {
    const { ledger } = this.replica(at);
    const asks = ledger.collectAsks(this.now, LIFE_MS);
    takeAnswers(asks, this.store.lease(asks, this.now, LIFE_MS), this.now);
  }

  write(at: number): void {
    for (const { charges } of this.replica(at).unwritten.splice(0)) this.store.write(charges);
  }

  /** Kills a process. Its records were on its disk; what it was serving is lost. */
  kill(at: number): void {
    this.write(at);
    this.replicas[at] = this.start();
  }

  play(played: readonly Step[]): void {
    for (const step of played) {
      if (step.do === 'wait') this.now += step.ms;
      else if (step.do === 'raise') this.raise(step.rule, step.by);
      else if (step.do === 'request') this.request(step.at, step.amount);
      else this[step.do](step.at);
    }
    for (const place of [0, 1, 2]) {
      while (this.replica(place).running.length > 0) this.end(place);
      this.write(place);
    }
  }

  private raise(place: number, by: number): void {
    const limit = this.limits[place];
    if (limit === undefined) return;
    this.limits[place] = limit + by;
    this.highest[place] = Math.max(this.highest[place] ?? 0, limit + by);
  }
}

/** Two days before the clocks go back in most of the zones, and two days before they go forward. */
const epochs = fc.constantFrom(Date.parse('2026-10-23T12:00:00Z'), Date.parse('2026-03-27T12:00:00Z'));

describe('three processes that spend the budgets of several rules', () => {
  it('reject for good only what is spent, by zone, change of the clocks, rolling window, carried rest and raise', () => {
    fc.assert(
      fc.property(epochs, rules, steps, (epoch, made, played) => {
        // Each refusal of these steps is checked: see `checkRefusal`.
        new RuleWorld(epoch, made).play(played);
      }),
      { numRuns: 200 },
    );
  });

  it('spend at most one request each beyond a window, and one for each kill', () => {
    fc.assert(
      fc.property(epochs, rules, steps, (epoch, made, played) => {
        const world = new RuleWorld(epoch, made);
        world.play(played);
        for (const [place, { carriesOver, limit, window }] of made.entries()) {
          const most = (world.highest[place] ?? 0) + (carriesOver ? limit : 0) + world.starts * LARGEST;
          for (const { period_start: start } of world.store.charges) {
            const startsAt = Date.parse(start);
            const spent = world.store.sum(`rule-${place}`, startsAt - window.earlierMs, startsAt);
            expect(spent).toBeLessThanOrEqual(most);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('charge every request to every rule exactly once', () => {
    fc.assert(
      fc.property(epochs, rules, steps, (epoch, made, played) => {
        const world = new RuleWorld(epoch, made);
        world.play(played);
        for (const place of made.keys()) {
          expect(world.store.sum(`rule-${place}`, 0, Number.POSITIVE_INFINITY)).toBeCloseTo(world.settled, 6);
        }
      }),
      { numRuns: 100 },
    );
  });
});
