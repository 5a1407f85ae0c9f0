import { describe, expect, it } from '@jest/globals';
import { CREDIT_SHARE, IDLE_MS, SLICE_SHARE } from './budget-account.js';
import { BudgetHold } from './budget-hold.js';
import { BudgetLedger, takeAnswers } from './budget-ledger.js';
import { SimulatedStore } from './simulated-store.tools.spec.js';

const LIFE_MS = 60_000;
const NOVEMBER = Date.parse('2026-11-30T23:59:59Z');
const DECEMBER = Date.parse('2026-12-01T00:00:00Z');
const MONTHLY = { owner: 'k', period: 'monthly', limit: 100 } as const;

function open(isAlone: boolean) {
  let leases = 0;
  const ledger = new BudgetLedger({ isAlone, newLease: () => `lease-${++leases}` });
  const store = new SimulatedStore();
  const find = (wall = NOVEMBER, now = 0) => ledger.find(MONTHLY, () => 'k', now, wall);
  return {
    ledger,
    store,
    find,
    renew: (now: number) => {
      const asks = ledger.collectAsks(now, LIFE_MS);
      takeAnswers(asks, store.lease(asks, now, LIFE_MS), now);
      return asks.map(({ ask }) => ask);
    },
    miss: (now: number) => takeAnswers(ledger.collectAsks(now, LIFE_MS), [], now),
    /** Spends at once. */
    spend: (amount: number, now = 0, wall = NOVEMBER) => {
      const account = find(wall, now);
      const verdict = account.check(amount, MONTHLY.limit, now);
      if (verdict === 'allowed') new BudgetHold(account, amount, undefined, 0, !isAlone).settle(amount, undefined);
      return verdict;
    },
  };
}

describe('a budget without a database', () => {
  it('is spent to its limit and no further', () => {
    const { spend } = open(true);
    expect([spend(60), spend(40), spend(0.01), spend(0)]).toEqual(['allowed', 'allowed', 'exceeded', 'exceeded']);
  });

  it('smaller than one request lets one through', () => {
    const { spend } = open(true);
    expect([spend(500), spend(1)]).toEqual(['allowed', 'exceeded']);
  });

  it('begins anew with its period, in UTC', () => {
    const { spend } = open(true);
    spend(100);
    expect(spend(1, 0, NOVEMBER)).toBe('exceeded');
    expect(spend(1, 0, DECEMBER)).toBe('allowed');
  });

  it('is remembered when the clock is moved back and forth over the end of a period', () => {
    const { ledger, spend } = open(true);
    spend(100);
    spend(100, 0, DECEMBER);
    ledger.forget(1, DECEMBER);
    expect(spend(1, 0, NOVEMBER)).toBe('exceeded');
    expect(spend(1, 0, DECEMBER)).toBe('exceeded');
  });

  it('is charged in the period that a request began in', () => {
    const { find } = open(true);
    const hold = new BudgetHold(find(), 5, undefined, 0, false);
    find(DECEMBER);
    expect(hold.settle(7, undefined)).toEqual([
      { account: 'k', period_start: '2026-11-01T00:00:00.000Z', amount: 7, lease: null },
    ]);
  });

  it('never asks for anything', () => {
    const { spend, renew } = open(true);
    spend(60);
    expect(renew(0)).toEqual([]);
  });
});

describe('a budget that processes share', () => {
  it('opens with a credit of two percent, or one request, until the database has answered', () => {
    const { spend, renew } = open(false);
    const credit = CREDIT_SHARE * MONTHLY.limit;
    expect([spend(credit / 2), spend(credit / 2), spend(0.01)]).toEqual(['allowed', 'allowed', 'unknown']);
    renew(1);
    expect(spend(0.01, 2)).toBe('allowed');
    const large = open(false);
    expect([large.spend(30), large.spend(0.01)]).toEqual(['allowed', 'unknown']);
  });

  it('holds five percent while there is plenty, and gives it back when it is idle', () => {
    const { spend, renew } = open(false);
    spend(0.5);
    expect(renew(0)).toMatchObject([{ committed: 0.5, wanted: SLICE_SHARE * MONTHLY.limit }]);
    expect(renew(1_000)).toEqual([]);
    expect(renew(IDLE_MS + 1)).toMatchObject([{ committed: 0.5, wanted: 0 }]);
    expect(renew(2 * IDLE_MS)).toEqual([]);
  });

  it('is not held for ever by what rounding leaves of sums of dollars', () => {
    const { find, ledger, renew } = open(false);
    find().check(0.3, MONTHLY.limit, 0);
    const holds = [0.1, 0.2].map((amount) => new BudgetHold(find(), amount, undefined, 0, true));
    renew(0);
    for (const hold of holds) hold.settle(0, undefined);
    renew(IDLE_MS + 1);
    expect(renew(LIFE_MS + IDLE_MS)).toEqual([]);
    ledger.forget(3_600_000, NOVEMBER);
    expect(ledger.collectReturns()).toEqual([]);
  });

  it('is large enough for as many requests at once as were turned away', () => {
    const { find, renew } = open(false);
    const begin = (now: number) => {
      const verdict = find().check(2, MONTHLY.limit, now);
      if (verdict === 'allowed') new BudgetHold(find(), 2, undefined, 0, true);
      return verdict;
    };
    const first = Array.from({ length: 15 }, () => begin(0));
    expect(first).toEqual(['allowed', ...Array(14).fill('unknown')]);
    renew(10);
    expect(Array.from({ length: 14 }, () => begin(1_000))).toEqual(Array(14).fill('allowed'));
  });

  it('is renewed more often towards its end, so that others get what is held here too much', () => {
    const { spend, renew } = open(false);
    spend(80);
    renew(0);
    const askedAt: number[] = [];
    for (let now = 1_000; now <= 20_000; now += 1_000) {
      spend(0.0001, now);
      if (renew(now).length > 0) askedAt.push(now);
    }
    expect(askedAt).toContain(5_000);
    expect(askedAt).toContain(10_000);
  });

  it('is renewed before the lease ends, as long as requests use it', () => {
    const { spend, renew } = open(false);
    const askedAt: number[] = [];
    for (let now = 0; now <= 5 * LIFE_MS; now += 1_000) {
      spend(0.001, now);
      if (renew(now).length > 0) askedAt.push(now);
    }
    expect(askedAt).toEqual(Array.from({ length: 16 }, (_, index) => (index * LIFE_MS) / 3));
  });

  it('goes on from its slice while the database is away, then from the credit, then says that it cannot know', () => {
    const { spend, renew, miss } = open(false);
    spend(1);
    renew(0);
    miss(1_000);
    const told: string[] = [];
    for (let turn = 0; turn < 14; turn++) {
      told.push(spend(1, 2_000 + turn));
      miss(2_000 + turn);
    }
    // Ten of the slice, two of the credit.
    expect(told).toEqual([...Array(12).fill('allowed'), 'unknown', 'unknown']);
    renew(10_000);
    expect(spend(1, 10_001)).toBe('allowed');
  });

  it('that was used up before the database went away stays so', () => {
    const { spend, renew, miss } = open(false);
    spend(100);
    renew(0);
    miss(1_000);
    expect(spend(1, 2_000)).toBe('exceeded');
  });

  it('refused, asks again every second and goes on when it is raised', () => {
    const { find, spend, renew } = open(false);
    spend(100);
    renew(0);
    expect(spend(1, 500)).toBe('exceeded');
    expect(renew(500)).toEqual([]);
    expect(renew(1_000)).toHaveLength(1);
    expect(find().check(1, 200, 1_500)).toBe('allowed');
    expect(find().isUrgent(1_500)).toBe(true);
  });

  it('lowered, is not spent from what was held of the larger one', () => {
    const { find, spend, renew } = open(false);
    spend(10);
    renew(0);
    expect(find().check(1, 5, 1)).toBe('exceeded');
  });

  it('is forgotten when nobody uses it; that it is used up, after a day', () => {
    const [used, spent] = [open(false), open(false)];
    for (const [each, amount] of [
      [used, 1],
      [spent, 100],
    ] as const) {
      each.spend(amount);
      each.renew(0);
      each.renew(IDLE_MS + 1);
      each.ledger.forget(3_600_000, NOVEMBER);
    }
    expect(used.find(NOVEMBER, 3_600_000).committed).toBe(0);
    expect(spent.find(NOVEMBER, 3_600_000).committed).toBe(100);
    spent.ledger.forget(90_000_000, NOVEMBER);
    expect(spent.find(NOVEMBER, 90_000_000).committed).toBe(0);
  });

  it('gives back all that is not spent when the process ends', () => {
    const { ledger, spend, renew } = open(false);
    spend(1);
    renew(0);
    expect(ledger.collectReturns()).toMatchObject([{ ask: { committed: 1, wanted: 0, needed: 0 } }]);
  });
});
