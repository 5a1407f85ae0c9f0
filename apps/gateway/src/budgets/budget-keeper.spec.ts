import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LeaseAnswers, LeaseRequest } from '@multilane/persistence';
import { BudgetHold } from '@multilane/policy';
import { BudgetKeeper } from './budget-keeper.js';

const DAY_MS = 86_400_000;
const MONTHLY = { owner: 'k', period: 'monthly', limit: 100 } as const;

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** A database that leases all that is asked for, when it is told to. */
function makeKeeper({ clockAhead = 0, hasDatabase = true } = {}) {
  const asked: LeaseRequest[][] = [];
  const problems: unknown[] = [];
  const state = { isAway: false, isStuck: false };
  let running = 0;
  const lease = async (requests: readonly LeaseRequest[]): Promise<LeaseAnswers> => {
    running += 1;
    expect(running).toBe(1);
    asked.push([...requests]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    running -= 1;
    if (state.isStuck) await new Promise(() => undefined);
    if (state.isAway) throw new Error('away');
    const leases = requests.map(({ lease, committed, wanted }) => ({
      lease,
      granted: committed + wanted,
      free: 50,
      spent: 0,
    }));
    return { leases, now: Date.now() + clockAhead };
  };
  const database = { budgets: { lease } };
  const keeper = new BudgetKeeper({
    database: hasDatabase ? (database as never) : undefined,
    onAway: (error) => problems.push(error),
  });
  const find = () => {
    const now = performance.now();
    return keeper.credentials.find(MONTHLY, () => 'k', now, keeper.wall(now));
  };
  return { keeper, asked, problems, state, find };
}

describe('the budget keeper', () => {
  it('asks at once for what is urgent, one ask at a time however often it is kicked', async () => {
    const { keeper, asked, find } = makeKeeper();
    expect(find().check(1, 100, performance.now())).toBe('allowed');
    for (let time = 0; time < 5; time++) {
      keeper.kick();
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(asked).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(asked).toHaveLength(1);
    const closed = keeper.close();
    await jest.advanceTimersByTimeAsync(200);
    await closed;
  });

  it('asks again at once for those who were turned away while it asked', async () => {
    const { keeper, asked, find } = makeKeeper();
    find().check(1, 100, performance.now());
    new BudgetHold(find(), 1, undefined, 0, true);
    keeper.kick();
    await jest.advanceTimersByTimeAsync(50);
    for (let turn = 0; turn < 20; turn++) expect(find().check(2, 100, performance.now())).toBe('unknown');
    keeper.kick();
    await jest.advanceTimersByTimeAsync(200);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.[0]?.wanted).toBeGreaterThanOrEqual(40);
    const closed = keeper.close();
    await jest.advanceTimersByTimeAsync(200);
    await closed;
  });

  it('tells an outage once, and goes on asking', async () => {
    const { keeper, asked, problems, state, find } = makeKeeper();
    state.isAway = true;
    find().check(1, 100, performance.now());
    await jest.advanceTimersByTimeAsync(4_500);
    expect(problems).toHaveLength(1);
    expect(asked.length).toBeGreaterThanOrEqual(4);
    state.isAway = false;
    await jest.advanceTimersByTimeAsync(2_000);
    expect(find().check(4, 100, performance.now())).toBe('allowed');
    state.isAway = true;
    find().check(10, 100, performance.now());
    await jest.advanceTimersByTimeAsync(2_000);
    expect(problems).toHaveLength(2);
    state.isAway = false;
    const closed = keeper.close();
    await jest.advanceTimersByTimeAsync(200);
    await closed;
  });

  it("goes by the database's time of day, whatever its own clock says", async () => {
    const { keeper, find } = makeKeeper({ clockAhead: 400 * DAY_MS });
    const before = find().periodStart;
    find().check(1, 100, performance.now());
    await jest.advanceTimersByTimeAsync(1_500);
    expect(keeper.wall(performance.now()) - Date.now()).toBeGreaterThan(399 * DAY_MS);
    expect(find().periodStart > before).toBe(true);
    const closed = keeper.close();
    await jest.advanceTimersByTimeAsync(200);
    await closed;
  });

  it('gives everything back when it closes, and keeps what is committed', async () => {
    const { keeper, asked, find } = makeKeeper();
    const account = find();
    account.check(7, 100, performance.now());
    new BudgetHold(account, 7, undefined, 0, true).settle(7, undefined);
    await jest.advanceTimersByTimeAsync(1_500);
    const closed = keeper.close();
    await jest.advanceTimersByTimeAsync(200);
    await closed;
    expect(asked.at(-1)).toEqual([expect.objectContaining({ committed: 7, wanted: 0, needed: 0 })]);
    keeper.kick();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(asked).toHaveLength(2);
  });

  it('does not keep a process from ending that cannot give anything back', async () => {
    const { keeper, problems, state, find } = makeKeeper();
    find().check(1, 100, performance.now());
    await jest.advanceTimersByTimeAsync(1_500);
    state.isStuck = true;
    const closed = keeper.close();
    await jest.advanceTimersByTimeAsync(3_100);
    await closed;
    expect(problems).toHaveLength(1);
  });

  it('asks nobody where there is no database', async () => {
    const { keeper, asked, find } = makeKeeper({ hasDatabase: false });
    expect([find().check(100, 100, 0), find().check(1, 100, 0)]).toEqual(['allowed', 'allowed']);
    keeper.kick();
    await jest.advanceTimersByTimeAsync(120_000);
    await keeper.close();
    expect(asked).toEqual([]);
  });
});
