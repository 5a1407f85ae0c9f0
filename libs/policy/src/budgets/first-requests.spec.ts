import { describe, expect, it } from '@jest/globals';
import { BudgetHold } from './budget-hold.js';
import type { SliceAnswer } from './budget-lease.js';
import { BudgetLedger, type LedgerRequest, takeAnswers } from './budget-ledger.js';
import { LearnedCosts } from './learned-costs.js';
import { grantSlice } from './slices/grant-slice.js';

const LIFE_MS = 60_000;
const LIMIT = 5;
const COST = 0.002;
const LOOK_MS = 50;
const PERIOD = { period: 'monthly', limit: LIMIT, costs: new LearnedCosts() } as const;
const EPOCH_MS = Date.parse('2026-11-10T00:00:00Z');

/** Answers of a database in which nobody else spends, and each charge is recorded at once. */
function answerAll(asks: readonly LedgerRequest[]): SliceAnswer[] {
  return asks.map(({ ask }) => {
    const free = LIMIT - ask.committed;
    const more = Math.max(Math.min(grantSlice(ask, { free, others: 0 }), free), 0);
    return { granted: ask.committed + more, free: free - more, settled: ask.settled, used: ask.settled };
  });
}

/** A process that looks after its budgets as the gateway does: whenever a request waits, and every second. */
function startProcess() {
  const asked = new Map<string, number>();
  const running: BudgetHold[] = [];
  let [leases, now, isUrgent] = [0, 0, false];
  const ledger = new BudgetLedger({
    isAlone: false,
    newLease: () => `lease-${++leases}`,
    onUrgent: () => {
      isUrgent = true;
    },
  });
  const look = (): void => {
    isUrgent = false;
    const asks = ledger.collectAsks(now, LIFE_MS);
    for (const { account } of asks) asked.set(account.account, (asked.get(account.account) ?? 0) + 1);
    takeAnswers(asks, answerAll(asks), now);
  };
  const request = (customer: string): void => {
    const account = ledger.find({ ...PERIOD, owner: customer }, () => customer, now, EPOCH_MS);
    const hold = new BudgetHold({ account, limit: LIMIT }, undefined, true);
    hold.expect('m', { known: COST / 4, guess: COST * 8 }, { known: 0, guess: 0 });
    const begin = (turnOf = false): boolean => {
      if (hold.tryReserve(now, turnOf ? account : undefined) !== 'allowed') return false;
      running.push(hold);
      return true;
    };
    if (!begin()) account.enqueue({ amountOf: () => hold.amountOf(account), retry: () => begin(true) });
  };
  const isKeeping = (customer: string): boolean =>
    ledger.find({ ...PERIOD, owner: customer }, () => customer, now, EPOCH_MS).isKeeping;
  return {
    asked,
    isKeeping,
    request,
    pass: (milliseconds: number): void => {
      for (const until = now + milliseconds; now < until; ) {
        now += LOOK_MS;
        for (const hold of running.splice(0)) hold.settle(COST, undefined);
        if (isUrgent || now % 1_000 === 0) look();
      }
    },
  };
}

const averageOf = (counts: Iterable<number>): number => {
  const all = [...counts];
  return all.reduce((sum, count) => sum + count, 0) / all.length;
};

describe('the first requests of customers with a budget each', () => {
  it('ask the database once, and once more to return what is left', () => {
    const { asked, pass, request } = startProcess();
    for (let turn = 0, customer = 0; turn < 600; turn++) {
      for (let each = 0; each < 10; each++) request(`customer-${++customer}`);
      pass(LOOK_MS);
    }
    pass(20_000);
    // Those of the first seconds, in which few customers are known, keep a part for a while.
    const later = [...asked].filter(([customer]) => Number(customer.slice('customer-'.length)) > 2_000);
    expect(later.length).toBe(4_000);
    expect(averageOf(later.map(([, count]) => count))).toBe(2);
  });

  it('take from customers with many requests nothing of what these keep while they are idle', () => {
    const { isKeeping, pass, request } = startProcess();
    for (let turn = 0; turn < 5; turn++) {
      for (let each = 0; each < 10; each++) request('regular');
      pass(1_000);
    }
    for (let customer = 0; customer < 2_000; customer++) request(`customer-${customer}`);
    pass(8_000);
    expect([isKeeping('regular'), isKeeping('customer-1')]).toEqual([true, false]);
  });
});
