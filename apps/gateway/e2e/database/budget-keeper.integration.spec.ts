import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@multilane/persistence';
import { BudgetHold, CREDIT_SHARE } from '@multilane/policy';
import { testDatabases, waitUntil } from '@multilane/testing';
import { BudgetKeeper } from '../../src/budgets/budget-keeper.js';
import { HOOK_LIMIT_MS } from '../start-pair.js';

const LIMIT = 1_000;
const LARGEST = 10;

describe.each([...testDatabases()])('budgets that processes share on the $name database', (kind) => {
  let database: Database;
  let names = 0;

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const makeKeeper = (leaseMs?: number) =>
    new BudgetKeeper({
      database,
      onAway: (error) => {
        throw error;
      },
      ...(leaseMs === undefined ? {} : { leaseMs }),
    });

  /** Asks once; what is allowed is settled at once. */
  function spend(keeper: BudgetKeeper, account: string, amount: number): 'allowed' | 'exceeded' | 'unknown' {
    const now = performance.now();
    const budget = { owner: account, period: 'never', limit: LIMIT } as const;
    const found = keeper.credentials.find(budget, () => account, now, keeper.wall(now));
    const verdict = found.check(amount, LIMIT, now);
    if (verdict === 'allowed') new BudgetHold(found, amount, undefined, 0, true).settle(amount, undefined);
    if (found.isUrgent(now)) keeper.kick();
    return verdict;
  }

  async function spendAll(keeper: BudgetKeeper, account: string): Promise<number> {
    let spent = 0;
    const deadline = performance.now() + 30_000;
    while (performance.now() < deadline) {
      const amount = 1 + Math.floor(Math.random() * LARGEST);
      const verdict = spend(keeper, account, amount);
      if (verdict === 'allowed') spent += amount;
      if (verdict === 'exceeded') return spent;
      await sleep(verdict === 'allowed' ? 1 : 20);
    }
    throw new Error('a budget without an end');
  }

  it(
    'are overspent by no more than an opening credit or one request a process',
    async () => {
      const account = `shared:${++names}`;
      const keepers = [makeKeeper(), makeKeeper(), makeKeeper(), makeKeeper()];
      const spent = await Promise.all(keepers.map((keeper) => spendAll(keeper, account)));
      const total = spent.reduce((sum, each) => sum + each, 0);
      expect(total).toBeLessThanOrEqual(LIMIT + keepers.length * Math.max(CREDIT_SHARE * LIMIT, LARGEST));
      expect(total).toBeGreaterThan(LIMIT / 2);
      await Promise.all(keepers.map((keeper) => keeper.close()));
      const start = { account, period_start: new Date(0).toISOString() };
      const [left] = await database.budgets.listSpending([start]);
      // Nobody wrote these down yet: all of it is leased, and none of it free.
      expect(left?.leased).toBeCloseTo(total, 6);
    },
    HOOK_LIMIT_MS,
  );

  it(
    'get back what a process held that was killed, when its lease ends',
    async () => {
      const account = `killed:${++names}`;
      const killed = makeKeeper(2_000);
      spend(killed, account, 1);
      const start = { account, period_start: new Date(0).toISOString() };
      const leased = async () => (await database.budgets.listSpending([start]))[0]?.leased ?? 0;
      await waitUntil('a slice', async () => ((await leased()) > 1 ? true : undefined));
      // It renews nothing any more, and settles nothing.
      clearInterval((killed as unknown as { timer: NodeJS.Timeout }).timer);
      const heir = makeKeeper();
      let spent = await spendAll(heir, account);
      await waitUntil(
        'the slice of the killed process, a twentieth of the budget, to be spent by the other',
        async () => {
          if (spend(heir, account, 1) === 'allowed') spent += 1;
          else await sleep(50);
          return spent > LIMIT * 0.99 ? true : undefined;
        },
        20_000,
      );
      await Promise.all([killed.close(), heir.close()]);
    },
    HOOK_LIMIT_MS,
  );
});
