import { describe, expect, it } from '@jest/globals';
import { IDLE_MS, KEEP_MS } from './account-times.js';
import type { BudgetAccount, BudgetWaiter } from './budget-account.js';
import { BudgetHold } from './budget-hold.js';
import { BudgetLedger, takeAnswers } from './budget-ledger.js';
import { SimulatedStore } from './simulated-store.tools.spec.js';
import { SLICE_SHARE } from './slices/size-slice.js';

const LIFE_MS = 60_000;
const NOVEMBER = Date.parse('2026-11-30T23:59:59Z');
const DECEMBER = Date.parse('2026-12-01T00:00:00Z');
const MONTHLY = { owner: 'k', period: 'monthly', limit: 100 } as const;

/** Holds of requests that cost what they are expected to cost. */
function holdOf(account: BudgetAccount, cost: number, { limit = MONTHLY.limit as number, isAlone = false } = {}) {
  const hold = new BudgetHold({ account, limit }, undefined, !isAlone);
  hold.expect('m', { known: cost, guess: 0 }, { known: 0, guess: 0 });
  return hold;
}

function open(isAlone: boolean, store = new SimulatedStore()) {
  let leases = 0;
  const kicks = { count: 0 };
  const ledger = new BudgetLedger({
    isAlone,
    newLease: () => `lease-${++leases}-${Math.random()}`,
    onUrgent: () => {
      kicks.count += 1;
    },
  });
  const find = (epochMs = NOVEMBER, now = 0) => ledger.find(MONTHLY, () => 'k', now, epochMs);
  const begin = (amount: number, now = 0, epochMs = NOVEMBER) => {
    const hold = holdOf(find(epochMs, now), amount, { isAlone });
    return { hold, verdict: hold.tryReserve(now) };
  };
  return {
    ledger,
    store,
    find,
    begin,
    kicks,
    renew: (now: number) => {
      const asks = ledger.collectAsks(now, LIFE_MS);
      takeAnswers(asks, store.lease(asks, now, LIFE_MS), now);
      return asks.map(({ ask }) => ask);
    },
    miss: (now: number) => takeAnswers(ledger.collectAsks(now, LIFE_MS), [], now),
    /** Spends at once. */
    spend: (amount: number, now = 0, epochMs = NOVEMBER) => {
      const { hold, verdict } = begin(amount, now, epochMs);
      if (verdict === 'allowed') hold.settle(amount, undefined);
      return verdict;
    },
  };
}

/** Waits for an account and records the verdict. */
function wait(hold: BudgetHold, verdicts: string[], name: string): BudgetWaiter {
  const waiter: BudgetWaiter = {
    amountOf: (account) => hold.amountOf(account),
    retry: (account, now) => {
      const verdict = hold.tryReserve(now, account);
      if (verdict === 'unknown') return false;
      verdicts.push(`${name} ${verdict}`);
      return true;
    },
  };
  hold.blocker?.enqueue(waiter);
  return waiter;
}

describe('budgets of groups', () => {
  const inGroup = (group: string, owner: string) => ({ ...MONTHLY, owner, group });
  const findIn = ({ ledger }: ReturnType<typeof open>, group: string, owner: string) =>
    ledger.find(inGroup(group, owner), () => `${group}:${owner}`, 0, NOVEMBER);

  it('have an account for each owner of a group, by a name that nobody asks for once it is known', () => {
    const opened = open(false);
    const accounts = [
      findIn(opened, 'rule:a', 'acme'),
      findIn(opened, 'rule:a', 'bolt'),
      findIn(opened, 'rule:b', 'acme'),
      opened.ledger.find({ ...MONTHLY, owner: 'acme' }, () => 'acme', 0, NOVEMBER),
    ];
    expect(accounts.map(({ account }) => account)).toEqual(['rule:a:acme', 'rule:a:bolt', 'rule:b:acme', 'acme']);
    const fail = (): string => {
      throw new Error('the name is known');
    };
    expect(opened.ledger.find(inGroup('rule:a', 'bolt'), fail, 0, NOVEMBER)).toBe(accounts[1]);
  });

  it('are forgotten with the last of their owners', () => {
    const opened = open(false);
    const first = findIn(opened, 'rule:a', 'acme');
    opened.ledger.forget(10_000_000, NOVEMBER);
    expect([first.isForgotten, opened.ledger.size]).toEqual([true, 0]);
    expect(findIn(opened, 'rule:a', 'acme')).not.toBe(first);
  });
});

describe('a budget that is reset', () => {
  it('starts from zero in a process that had spent it, and in others, and is rejected again once it is spent again', () => {
    const store = new SimulatedStore();
    const [one, other] = [open(false, store), open(false, store)];
    let records = 0;
    /** Begins, ends and records one request that costs as much as there is. */
    const spendAll = (now: number) => {
      const { hold, verdict } = one.begin(100, now);
      store.write(++records, hold.settle(100, undefined) ?? []);
      return verdict;
    };
    for (const each of [one, other]) {
      each.find();
      each.renew(0);
    }
    for (const now of [1_000, 10_000]) {
      expect(spendAll(now)).toBe('allowed');
      for (const each of [one, other]) {
        // It spends of its slice, or is rejected: either way it asks.
        each.spend(1, now + 1_000);
        each.renew(now + 2_500);
        expect(each.spend(1, now + 3_000)).toBe('key exceeded');
      }

      store.spent = 0;
      one.renew(now + 5_000);
      other.renew(now + 5_000);
    }
    expect(other.spend(1, 15_500)).toBe('allowed');
  });
});

describe('a budget without a database', () => {
  it('rejects for good what comes after it is spent, and nothing before', () => {
    const { spend } = open(true);
    expect([spend(60), spend(39), spend(5), spend(0.01), spend(0)]).toEqual([
      'allowed',
      'allowed',
      'allowed',
      'key exceeded',
      'key exceeded',
    ]);
  });

  it('smaller than one request lets one through', () => {
    const { spend } = open(true);
    expect([spend(500), spend(1)]).toEqual(['allowed', 'key exceeded']);
  });

  it('is spent where sums of dollars are not exact', () => {
    const { spend } = open(true);
    const verdicts = Array.from({ length: 1_001 }, () => spend(0.1));
    expect(verdicts.filter((verdict) => verdict === 'allowed')).toHaveLength(1_000);
  });

  it('does not know, while requests run that may use the rest; when they end, those who wait have their turn in order', () => {
    const { begin } = open(true);
    const [first, second] = [begin(60), begin(30)];
    const verdicts: string[] = [];
    const waiting = [begin(20), begin(5), begin(30)];
    expect(waiting.map(({ verdict }) => verdict)).toEqual(['unknown', 'allowed', 'unknown']);
    wait(waiting[0]?.hold as BudgetHold, verdicts, 'a');
    expect(begin(1).verdict).toBe('unknown');
    wait(waiting[2]?.hold as BudgetHold, verdicts, 'b');
    second.hold.settle(29, undefined);
    expect(verdicts).toEqual([]);
    first.hold.settle(10, undefined);
    expect(verdicts).toEqual(['a allowed', 'b allowed']);
  });

  it('lets nobody wait whose request costs nothing, until it is spent', () => {
    const { begin } = open(true);
    const { hold } = begin(100);
    wait(begin(1).hold, [], 'a');
    expect(begin(0).verdict).toBe('allowed');
    hold.settle(100, undefined);
    expect(begin(0).verdict).toBe('key exceeded');
  });

  it('rejects those who wait as soon as it is spent', () => {
    const { begin } = open(true);
    const { hold } = begin(100);
    const verdicts: string[] = [];
    wait(begin(1).hold, verdicts, 'a');
    wait(begin(2).hold, verdicts, 'b');
    hold.settle(100, undefined);
    expect(verdicts).toEqual(['a key exceeded', 'b key exceeded']);
  });

  it('lets those have their turn who waited behind one that has left', () => {
    const { begin } = open(true);
    begin(60);
    const verdicts: string[] = [];
    const [large, small] = [begin(90).hold, begin(10).hold];
    // Small enough from the start, but it came later.
    const waiter = wait(large, verdicts, 'large');
    const late = holdOf(large.blocker as BudgetAccount, 10, { isAlone: true });
    expect(late.tryReserve(0)).toBe('unknown');
    wait(late, verdicts, 'late');
    large.blocker?.dequeue(waiter);
    expect(verdicts).toEqual(['late allowed']);
    small.settle(0, undefined);
  });

  it('begins again with its period, in UTC', () => {
    const { spend } = open(true);
    spend(100);
    expect(spend(1, 0, NOVEMBER)).toBe('key exceeded');
    expect(spend(1, 0, DECEMBER)).toBe('allowed');
  });

  it('is remembered when the clock is moved back and forth over the end of a period', () => {
    const { ledger, spend } = open(true);
    spend(100);
    spend(100, 0, DECEMBER);
    ledger.forget(1, DECEMBER);
    expect(spend(1, 0, NOVEMBER)).toBe('key exceeded');
    expect(spend(1, 0, DECEMBER)).toBe('key exceeded');
  });

  it('is charged in the period that a request began in', () => {
    const { begin, find } = open(true);
    const { hold } = begin(5);
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

describe('expected costs of requests to a model', () => {
  const expected = (account: BudgetAccount, model: string) => account.costsOf(model).expect(1, 1_000);

  it('is learned from those that ended: at once where they cost more, slowly where they cost less', () => {
    const { find } = open(true);
    const account = find();
    expect(expected(account, 'm')).toBe(1_001);
    account.costsOf('m').learn(14);
    expect(expected(account, 'm')).toBe(15);
    account.costsOf('m').learn(200);
    expect(expected(account, 'm')).toBe(201);
    for (let turn = 0; turn < 100; turn++) account.costsOf('m').learn(14);
    expect(expected(account, 'm')).toBeLessThan(17);
    expect(expected(account, 'another')).toBe(1_001);
  });

  it('is never less than what is known in advance', () => {
    const { find } = open(true);
    find().costsOf('m').learn(-500);
    expect(expected(find(), 'm')).toBe(1);
  });

  it('takes no more memory the more models there are', () => {
    const { find } = open(true);
    const account = find();
    for (let model = 0; model < 10_000; model++) account.costsOf(`m${model}`).learn(model);
    expect(expected(account, 'm3')).toBe(4);
    expect(expected(account, 'm9999')).toBe(10_000);
    expect(expected(account, 'never seen')).toBe(10_000);
  });

  it('is not learned from failures, nor from what nobody could count', () => {
    const { begin, find } = open(true);
    begin(5).hold.settle(0, undefined);
    begin(5).hold.settle(undefined, undefined);
    expect(find().costsOf('m').expect(0, 77)).toBe(77);
  });
});

describe('a budget that processes share', () => {
  it('is asked for before the first request begins: a process that restarts knows nothing', () => {
    const { spend, renew, find } = open(false);
    expect(spend(1)).toBe('unknown');
    expect(find().isUrgent(0)).toBe(true);
    renew(1);
    expect(spend(1, 2)).toBe('allowed');
  });

  it('known to be spent elsewhere, is rejected after the first answer', () => {
    const [first, second] = [open(false), open(false)];
    const other = open(false, first.store);
    first.renew(0);
    first.spend(1);
    first.renew(1);
    expect(first.spend(100, 2)).toBe('allowed');
    first.renew(3);
    other.spend(1, 4);
    other.renew(4);
    expect(other.spend(1, 5)).toBe('key exceeded');
    expect(second.spend(1)).toBe('unknown');
  });

  it('lets one request begin beyond its slice, and the next when the database knows what that cost', () => {
    const { begin, renew, spend, kicks } = open(false);
    spend(0.1);
    renew(0);
    const large = begin(30, 1);
    expect([large.verdict, begin(30, 1).verdict, begin(1, 1).verdict]).toEqual(['allowed', 'unknown', 'unknown']);
    const kicked = kicks.count;
    large.hold.settle(30, undefined);
    expect(kicks.count).toBeGreaterThan(kicked);
    expect(begin(30, 2).verdict).toBe('unknown');
    renew(3);
    expect(begin(1, 4).verdict).toBe('allowed');
  });

  it('holds five percent while there is plenty, and a part of that for minutes when it is idle', () => {
    const { spend, renew, store } = open(false);
    spend(0.05);
    expect(renew(0)).toMatchObject([{ committed: 0, wanted: SLICE_SHARE * MONTHLY.limit }]);
    const [charge] = [spend(0.05)];
    expect([charge, renew(1_000)]).toEqual(['allowed', []]);
    expect(renew(IDLE_MS + 1)).toMatchObject([{ committed: 0.05, settled: 0.05, keep: 1, wanted: 1 }]);
    expect(renew(IDLE_MS + 1_000)).toEqual([]);
    expect(renew(2 * IDLE_MS)).toMatchObject([{ keep: 1 }]);
    store.write(1, [{ account: 'k', period_start: '', amount: 0.05, lease: 'unknown' }]);
    expect(renew(KEEP_MS + 1)).toMatchObject([{ committed: 0.05, settled: 0.05, keep: 0, wanted: 0 }]);
  });

  it('serves the next requests of an idle budget while the database is away, and no more than it keeps', () => {
    const { spend, renew, miss } = open(false);
    spend(0.05);
    renew(0);
    spend(0.05);
    for (let now = 1_000; now <= 30_000; now += 1_000) renew(now);
    for (let now = 31_000; now <= 61_000; now += 1_000) miss(now);
    const verdicts = Array.from({ length: 40 }, () => spend(0.05, 61_001));
    // A hundredth of the budget, and one request beyond it.
    expect(verdicts.filter((verdict) => verdict === 'allowed')).toHaveLength(21);
    expect(verdicts.at(-1)).toBe('unknown');
  });

  it('keeps parts of no more than some hundred idle budgets, those that were used last', () => {
    let leases = 0;
    const ledger = new BudgetLedger({ isAlone: false, newLease: () => `${++leases}`, onUrgent: () => undefined });
    const renew = (now: number) => {
      const asks = ledger.collectAsks(now, LIFE_MS);
      const answers = asks.map(({ ask: { committed, settled, wanted } }) => ({
        granted: committed + wanted,
        free: 90,
        settled,
        used: settled,
      }));
      takeAnswers(asks, answers, now);
      return asks.filter(({ ask }) => ask.keep > 0).map(({ account }) => Number(account.account));
    };
    const accounts = Array.from({ length: 1_000 }, (_, index) =>
      ledger.find({ ...MONTHLY, owner: `${index}` }, () => `${index}`, 0, NOVEMBER),
    );
    // One after the other, twenty a second.
    for (const [index, account] of accounts.entries()) {
      const now = index * 50;
      for (let turn = 0; turn < 2; turn++) {
        const hold = holdOf(account, 0.01);
        if (hold.tryReserve(now) === 'allowed') hold.settle(0.01, undefined);
        if (turn === 0) renew(now);
      }
      if (index % 20 === 0) renew(now);
    }
    for (let now = 50_000; now < 60_000; now += 1_000) renew(now);
    const kept = new Set([...renew(60_000), ...renew(61_000)]);
    expect(kept.size).toBeGreaterThan(20);
    expect(kept.size).toBeLessThanOrEqual(300);
    expect(Math.min(...kept)).toBeGreaterThan(650);
  });

  it('looks at no more budgets than are in use, however many customers there were', () => {
    let leases = 0;
    const ledger = new BudgetLedger({ isAlone: false, newLease: () => `${++leases}`, onUrgent: () => undefined });
    const renew = (now: number) => {
      const asks = ledger.collectAsks(now, LIFE_MS);
      const answers = asks.map(({ ask: { committed, keep, settled, wanted } }) => ({
        granted: committed + Math.max(keep, wanted),
        free: 90,
        settled,
        used: settled,
      }));
      takeAnswers(asks, answers, now);
    };
    const sizes: number[] = [];
    for (let now = 0; now < 60_000; now += 1_000) {
      const names = Array.from({ length: 500 }, (_, index) => `customer-${now / 2 + index}`);
      const holds = names.map((owner) =>
        holdOf(
          ledger.find({ ...MONTHLY, owner }, () => owner, now, NOVEMBER),
          0.07,
        ),
      );
      for (const hold of holds) hold.tryReserve(now);
      renew(now);
      expect(new Set(holds.map((hold) => hold.tryReserve(now + 1)))).toEqual(new Set(['allowed']));
      for (const hold of holds) hold.settle(0.07, undefined);
      if (now > 30_000) sizes.push(ledger.activeSize);
    }
    expect(ledger.size).toBe(30_000);
    expect(Math.max(...sizes)).toBeLessThan(5_000);
  });

  it('asks first for budgets that requests wait for', () => {
    let leases = 0;
    const ledger = new BudgetLedger({ isAlone: false, newLease: () => `${++leases}`, onUrgent: () => undefined });
    const holds = ['idle', 'awaited', 'new'].map((owner) =>
      holdOf(
        ledger.find({ ...MONTHLY, owner }, () => owner, 0, NOVEMBER),
        1,
      ),
    );
    const [, awaited] = holds;
    if (awaited === undefined) throw new Error('no request');
    for (const hold of holds) expect(hold.tryReserve(0)).toBe('unknown');
    wait(awaited, [], 'first');
    expect(ledger.collectAsks(0, LIFE_MS).map(({ account }) => account.account)).toEqual(['awaited', 'idle', 'new']);
  });

  it('looks at a budget again that was not in use, also for a request that found it before', () => {
    const { begin, find, ledger, renew, spend, store } = open(false);
    const early = holdOf(find(), 1);
    expect(begin(1).verdict).toBe('unknown');
    renew(0);
    const { hold } = begin(1, 1);
    store.write(1, hold.settle(1, undefined));
    for (let now = 1_000; now <= KEEP_MS + 20_000; now += 1_000) renew(now);
    expect([ledger.size, ledger.activeSize]).toEqual([1, 0]);
    expect(early.tryReserve(KEEP_MS + 21_000)).toBe('allowed');
    expect(ledger.activeSize).toBe(1);
    expect(renew(KEEP_MS + 21_000)).toMatchObject([{ settled: 1 }]);
    expect(spend(1, KEEP_MS + 21_001)).toBe('allowed');
  });

  it('keeps nothing of an idle budget of which little is left: others need it', () => {
    const { spend, renew } = open(false);
    const charge = spend(1);
    renew(0);
    expect([charge, spend(1)]).toEqual(['unknown', 'allowed']);
    for (let amount = 0; amount < 91; amount++) {
      spend(1, 10 + amount);
      renew(10 + amount);
    }
    expect(renew(IDLE_MS + 200)).toMatchObject([{ keep: 0, wanted: 0 }]);
  });

  it('is returned in part at once, when the first answer shows that requests cost far less than was guessed', () => {
    const { find, renew, kicks } = open(false);
    const request = new BudgetHold({ account: find(), limit: MONTHLY.limit }, undefined, true);
    request.expect('m', { known: 0, guess: 10 }, { known: 0, guess: 0 });
    expect(request.tryReserve(0)).toBe('unknown');
    expect(renew(0)).toMatchObject([{ wanted: MONTHLY.limit / 4 }]);
    expect(request.tryReserve(1)).toBe('allowed');
    const kicked = kicks.count;
    request.settle(0.01, undefined);
    expect(kicks.count).toBeGreaterThan(kicked);
    expect(renew(2)).toMatchObject([{ keep: SLICE_SHARE * MONTHLY.limit }]);
  });

  it('spends nothing of what it returned, also where the answer to that was lost', () => {
    const { begin, ledger, renew, spend } = open(false);
    spend(0.5);
    renew(0);
    spend(0.5);
    const later = KEEP_MS + 1;
    takeAnswers(ledger.collectAsks(later, LIFE_MS), [], later);
    // One beyond the slice, and nothing from it.
    expect([begin(1, later).verdict, begin(1, later).verdict]).toEqual(['allowed', 'unknown']);
  });

  it('is not held for ever by what rounding leaves of sums of dollars', () => {
    const { begin, ledger, renew, spend, store } = open(false);
    spend(0.1);
    renew(0);
    const [small, large] = [begin(0.1, 1).hold, begin(0.2, 1).hold];
    store.write(1, small.settle(0.1, undefined));
    store.write(2, large.settle(0.2, undefined));
    renew(KEEP_MS + 2);
    renew(KEEP_MS + LIFE_MS);
    expect(renew(KEEP_MS + 2 * LIFE_MS)).toEqual([]);
    ledger.forget(3_600_000, NOVEMBER);
    expect(ledger.collectReturns()).toEqual([]);
  });

  it('is asked to hold enough for all that wait', () => {
    const { begin, renew, spend } = open(false);
    spend(2);
    renew(0);
    const verdicts: string[] = [];
    for (let turn = 0; turn < 15; turn++) {
      const { hold, verdict } = begin(2, 1);
      if (verdict === 'unknown') wait(hold, verdicts, 'one');
    }
    const before = verdicts.length;
    const [ask] = renew(100);
    expect(ask?.wanted).toBeGreaterThanOrEqual(2 * (15 - 10));
    expect(verdicts.length - before).toBeGreaterThanOrEqual(4);
  });

  it('is renewed every few seconds as long as it is held, so that a process learns what others have left', () => {
    const { spend, renew } = open(false);
    spend(0.001);
    const askedAt: number[] = [];
    for (let now = 0; now <= 20_000; now += 1_000) {
      if (renew(now).length > 0) askedAt.push(now);
      spend(0.001, now);
    }
    expect(askedAt).toEqual([0, 4_000, 8_000, 12_000, 16_000, 20_000]);
  });

  it('near its end is returned as soon as others find nothing', () => {
    const first = open(false);
    const other = open(false, first.store);
    for (const each of [first, other]) {
      each.spend(1);
      each.renew(0);
      each.spend(1, 1);
    }
    expect(other.spend(91, 2)).toBe('allowed');
    other.renew(3);
    const verdicts: string[] = [];
    const { hold, verdict } = other.begin(1, 4);
    expect(verdict).toBe('unknown');
    wait(hold, verdicts, 'other');
    // In use all the time, so that it is not idleness that gives it back.
    for (let now = 100; now < 5_000; now += 100) {
      first.spend(0.001, now);
      if (now % 1_000 === 0) first.renew(now);
      other.renew(now);
    }
    expect(verdicts).toEqual(['other allowed']);
  });

  it('is spent no further after its lease ended while its process stood still', () => {
    const { begin, renew, spend } = open(false);
    spend(1);
    renew(0);
    spend(1, 1);
    // One may go beyond a slice, and here there is none left.
    expect([begin(1, LIFE_MS + 1).verdict, begin(1, LIFE_MS + 1).verdict]).toEqual(['allowed', 'unknown']);
  });

  it('continues from its slice while the database is unavailable, and then says that it cannot know', () => {
    const { spend, renew, miss, find } = open(false);
    spend(1);
    renew(0);
    const verdicts: string[] = [];
    for (let turn = 0; turn < 12; turn++) {
      verdicts.push(spend(1, 1_000 + turn));
      miss(1_000 + turn);
    }
    // Ten of the slice, and one beyond it.
    expect(verdicts).toEqual([...Array(11).fill('allowed'), 'unknown']);
    expect(find().isCutOff).toBe(true);
    renew(10_000);
    expect(spend(1, 10_001)).toBe('allowed');
  });

  it('that was used up before the database went away stays so', () => {
    const { spend, renew, miss } = open(false);
    spend(1);
    renew(0);
    spend(100, 1);
    renew(2);
    miss(1_000);
    expect(spend(1, 2_000)).toBe('key exceeded');
  });

  it('rejected, asks again every second and continues when it is raised', () => {
    const { find, spend, renew } = open(false);
    spend(1);
    renew(0);
    spend(100, 0);
    renew(10);
    expect(spend(1, 500)).toBe('key exceeded');
    expect(renew(600)).toEqual([]);
    expect(renew(1_100)).toHaveLength(1);
    expect(find().check(1, 200, 1_500, false)).toBe('allowed');
  });

  it('lowered, is not spent from what was held of the larger one', () => {
    const { find, spend, renew } = open(false);
    spend(10);
    renew(0);
    spend(10);
    expect(find().check(1, 5, 1, false)).toBe('exceeded');
  });

  it('keeps its lease until all that was spent of it is recorded', () => {
    const { spend, renew, store, begin } = open(false);
    spend(1);
    renew(0);
    const charges = begin(1, 1).hold.settle(1, undefined);
    renew(KEEP_MS + 2);
    expect(renew(LIFE_MS / 3 + KEEP_MS + 2)).toMatchObject([{ settled: 1, wanted: 0 }]);
    store.write(1, charges);
    renew(KEEP_MS + LIFE_MS);
    expect(renew(KEEP_MS + 2 * LIFE_MS)).toEqual([]);
  });

  it('is forgotten when nobody uses it, and all of it is recorded', () => {
    const { begin, find, ledger, renew, spend, store } = open(false);
    spend(1);
    renew(0);
    const charges = begin(1, 1).hold.settle(1, undefined);
    renew(KEEP_MS + 2);
    ledger.forget(3_600_000, NOVEMBER);
    expect(find(NOVEMBER, 3_600_000).committed).toBe(1);
    store.write(1, charges);
    renew(KEEP_MS + LIFE_MS);
    ledger.forget(3_700_000, NOVEMBER);
    expect(find(NOVEMBER, 3_700_000).committed).toBe(0);
  });

  it('is forgotten while the database is away, if nothing is known of it but that somebody asked', () => {
    const { begin, ledger, miss } = open(false);
    expect(begin(1).verdict).toBe('unknown');
    miss(0);
    ledger.forget(1, NOVEMBER);
    expect(ledger.size).toBe(1);
    ledger.forget(3_600_000, NOVEMBER);
    expect(ledger.size).toBe(0);
  });

  it('returns all that is not spent when the process ends', () => {
    const { ledger, spend, renew } = open(false);
    spend(1);
    renew(0);
    spend(1);
    expect(ledger.collectReturns()).toMatchObject([{ ask: { committed: 1, settled: 1, keep: 0, wanted: 0 } }]);
  });
});

describe('a request with two budgets', () => {
  it('reserves of both or of neither, and waits for the one that does not know', () => {
    const [keys, teams] = [open(true), open(true)];
    const hold = (usd: number, tokens: number) => {
      const made = new BudgetHold({ account: keys.find(), limit: 100 }, { account: teams.find(), limit: 100 }, false);
      made.expect('m', { known: usd, guess: 0 }, { known: tokens, guess: 0 });
      return made;
    };
    const first = hold(10, 90);
    expect(first.tryReserve(0)).toBe('allowed');
    const second = hold(10, 20);
    expect(second.tryReserve(0)).toBe('unknown');
    expect(second.blocker).toBe(teams.find());
    expect([keys.find().committed, teams.find().committed]).toEqual([10, 90]);
    const verdicts: string[] = [];
    wait(second, verdicts, 'second');
    first.settle(10, 90);
    expect(verdicts).toEqual(['second allowed']);
    expect(second.settle(10, 20)).toHaveLength(2);
    expect(hold(1, 1).tryReserve(0)).toBe('team exceeded');
  });
});
