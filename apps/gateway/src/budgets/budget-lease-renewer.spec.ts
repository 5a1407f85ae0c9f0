import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LeaseAnswers, LeaseRequest } from '@multilane/persistence';
import { BudgetHold } from '@multilane/policy';
import { BudgetLeaseRenewer } from './budget-lease-renewer.js';

const DAY_MS = 86_400_000;
const MONTHLY = { owner: 'k', period: 'monthly', limit: 100 } as const;

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

/** A database that leases all that is asked for, when the test lets it. */
function makeKeeper({ clockAhead = 0, hasDatabase = true } = {}) {
  const asked: LeaseRequest[][] = [];
  const problems: unknown[] = [];
  const state = { isAway: false, isStuck: false, isFull: false, successes: 0 };
  let running = 0;
  const lease = async (requests: readonly LeaseRequest[]): Promise<LeaseAnswers> => {
    running += 1;
    expect(running).toBe(1);
    asked.push([...requests]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    running -= 1;
    if (state.isStuck) await new Promise(() => undefined);
    if (state.isAway) throw new Error('away');
    const leases = requests.map(({ lease, committed, settled, wanted }) => ({
      lease,
      granted: committed + (state.isFull ? 0 : wanted),
      free: state.isFull ? 0 : 50,
      spent: 0,
      settled,
      used: settled,
    }));
    return { leases, now: Date.now() + clockAhead };
  };
  const readClock = async (): Promise<number> => {
    if (state.isStuck) await new Promise(() => undefined);
    if (state.isAway) throw new Error('away');
    return Date.now() + clockAhead;
  };
  const database = { budgets: { lease, readClock } };
  const succeeded = (): void => {
    state.successes += 1;
  };
  const keeper = new BudgetLeaseRenewer({
    database: hasDatabase ? (database as never) : undefined,
    report: { failed: (error) => problems.push(error), succeeded },
  });
  const find = () => {
    const now = performance.now();
    return keeper.credentials.find(MONTHLY, () => 'k', now, keeper.epochMs(now));
  };
  const begin = (amount: number) => {
    const hold = new BudgetHold({ account: find(), limit: 100 }, undefined, true);
    hold.expect('m', { known: amount, guess: 0 }, { known: 0, guess: 0 });
    return { hold, verdict: hold.tryReserve(performance.now()) };
  };
  const close = async () => {
    const closed = keeper.close();
    await jest.advanceTimersByTimeAsync(200);
    await closed;
  };
  return { keeper, asked, problems, state, find, begin, close };
}

describe('the budget keeper', () => {
  it('asks at once for what is urgent, one ask at a time however often it is kicked', async () => {
    const { keeper, asked, begin, close } = makeKeeper();
    expect(begin(1).verdict).toBe('unknown');
    for (let time = 0; time < 5; time++) {
      keeper.requestRenewal();
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(asked).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2_500);
    expect(asked).toHaveLength(1);
    await close();
  });

  it('lets requests wait for the first answer, and asks for as much as they need', async () => {
    const { keeper, asked, begin, close } = makeKeeper();
    const waits = Array.from({ length: 20 }, () => keeper.waits.begin(begin(2).hold)?.verdict);
    expect(keeper.waits.size).toBe(20);
    await jest.advanceTimersByTimeAsync(150);
    expect(await Promise.all(waits)).toEqual(Array(20).fill('allowed'));
    expect(asked[0]?.[0]?.wanted).toBeGreaterThanOrEqual(40);
    expect(keeper.waits.size).toBe(0);
    await close();
  });

  it('asks often while requests wait, and lets none wait for longer than five seconds', async () => {
    const { keeper, asked, begin, state, close } = makeKeeper();
    state.isFull = true;
    const { hold } = begin(2);
    const wait = keeper.waits.begin(hold);
    await jest.advanceTimersByTimeAsync(4_900);
    expect(asked.length).toBeGreaterThan(20);
    expect(keeper.waits.size).toBe(1);
    await jest.advanceTimersByTimeAsync(200);
    expect(await wait?.verdict).toBe('unknown');
    expect([keeper.waits.size, hold.blocker?.waitingCount]).toEqual([0, 0]);
    await close();
  });

  it('lets no more wait than a bound, and nobody when it closes', async () => {
    const { keeper, begin, close } = makeKeeper();
    const waits = Array.from({ length: 1_001 }, () => keeper.waits.begin(begin(2).hold));
    expect(waits.filter((wait) => wait !== undefined)).toHaveLength(1_000);
    await close();
    expect(new Set(await Promise.all(waits.map((wait) => wait?.verdict)))).toEqual(new Set(['unknown', undefined]));
  });

  it('forgets a request whose client has left', async () => {
    const { keeper, begin, close } = makeKeeper();
    const { hold } = begin(2);
    const wait = keeper.waits.begin(hold);
    const verdict = expect(wait?.verdict).rejects.toThrow('gone');
    wait?.abort(new Error('gone'));
    await verdict;
    expect([keeper.waits.size, hold.blocker?.waitingCount]).toEqual([0, 0]);
    await jest.advanceTimersByTimeAsync(150);
    expect(hold.settle(2, undefined)).toEqual([]);
    await close();
  });

  it('lets nobody wait for a database that is away', async () => {
    const { keeper, begin, state, close } = makeKeeper();
    state.isAway = true;
    const wait = keeper.waits.begin(begin(2).hold);
    await jest.advanceTimersByTimeAsync(150);
    expect(await wait?.verdict).toBe('unknown');
    expect(keeper.waits.begin(begin(2).hold)).toBeUndefined();
    state.isAway = false;
    await close();
  });

  it('reports each ask that fails and each that succeeds, and continues asking', async () => {
    const { asked, problems, state, begin, close } = makeKeeper();
    state.isAway = true;
    begin(1);
    await jest.advanceTimersByTimeAsync(4_500);
    expect(problems.length).toBeGreaterThanOrEqual(4);
    expect([asked.length >= 4, state.successes]).toEqual([true, 0]);
    state.isAway = false;
    await jest.advanceTimersByTimeAsync(2_000);
    expect(begin(4).verdict).toBe('allowed');
    expect(state.successes).toBeGreaterThan(0);
    await close();
  });

  it('gives up an ask that is not answered, and asks again', async () => {
    const { asked, problems, state, begin, close } = makeKeeper();
    state.isStuck = true;
    begin(1);
    // Twice the limit: the time that this process was held up is added to it.
    await jest.advanceTimersByTimeAsync(11_000);
    expect(problems.length).toBeGreaterThan(0);
    state.isStuck = false;
    await jest.advanceTimersByTimeAsync(2_000);
    expect(asked.length).toBeGreaterThan(1);
    expect(begin(4).verdict).toBe('allowed');
    await close();
  });

  it('does not know which period it is before the database has said so', async () => {
    const { keeper, problems, state, close } = makeKeeper({ clockAhead: 400 * DAY_MS });
    state.isAway = true;
    await keeper.readClock();
    expect([keeper.isClockKnown, problems.length]).toEqual([false, 1]);
    state.isAway = false;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(keeper.isClockKnown).toBe(true);
    expect(keeper.epochMs(performance.now()) - Date.now()).toBeGreaterThan(399 * DAY_MS);
    await close();
    expect(makeKeeper({ hasDatabase: false }).keeper.isClockKnown).toBe(true);
  });

  it("goes by the database's time of day, whatever its own clock says", async () => {
    const { keeper, find, begin, close } = makeKeeper({ clockAhead: 400 * DAY_MS });
    const before = find().periodStart;
    begin(1);
    await jest.advanceTimersByTimeAsync(1_500);
    expect(keeper.epochMs(performance.now()) - Date.now()).toBeGreaterThan(399 * DAY_MS);
    expect(find().periodStart > before).toBe(true);
    await close();
  });

  it('gives everything back when it closes, and keeps what is committed', async () => {
    const { keeper, asked, begin, close } = makeKeeper();
    begin(1);
    await jest.advanceTimersByTimeAsync(1_500);
    begin(7).hold.settle(7, undefined);
    await close();
    expect(asked.at(-1)).toEqual([expect.objectContaining({ committed: 7, settled: 7, keep: 0, wanted: 0 })]);
    const count = asked.length;
    keeper.requestRenewal();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(asked).toHaveLength(count);
  });

  it('does not keep a process from ending that cannot give anything back', async () => {
    const { keeper, problems, state, begin } = makeKeeper();
    begin(1);
    await jest.advanceTimersByTimeAsync(1_500);
    state.isStuck = true;
    const closed = keeper.close();
    await jest.advanceTimersByTimeAsync(3_100);
    await closed;
    expect(problems.length).toBeGreaterThan(0);
  });

  it('asks nobody if there is no database', async () => {
    const { keeper, asked, begin, close } = makeKeeper({ hasDatabase: false });
    expect([begin(100).verdict, begin(1).verdict]).toEqual(['allowed', 'unknown']);
    keeper.requestRenewal();
    await jest.advanceTimersByTimeAsync(120_000);
    await close();
    expect(asked).toEqual([]);
  });
});
