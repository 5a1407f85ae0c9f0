import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DatabaseWithSecrets, openDatabase } from '@multilane/persistence';
import { BudgetHold, type HoldVerdict } from '@multilane/policy';
import { serviceDatabases, waitUntil } from '@multilane/testing';
import { BudgetLeaseRenewer } from '../../src/budgets/budget-lease-renewer.js';
import { HOOK_LIMIT_MS } from '../start-pair.js';

const LIMIT = 1_000;
const LARGEST = 10;

describe.each([...serviceDatabases()])('budgets that processes share on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
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
    new BudgetLeaseRenewer({
      database,
      report: {
        failed: (error) => {
          throw error;
        },
        succeeded: () => undefined,
      },
      ...(leaseMs === undefined ? {} : { leaseMs }),
    });

  /** Waits for its turn as a request does; what is allowed is settled at once. */
  async function spend(keeper: BudgetLeaseRenewer, account: string, amount: number): Promise<HoldVerdict> {
    const now = performance.now();
    const budget = { owner: account, period: 'never', limit: LIMIT } as const;
    const found = keeper.credentials.find(budget, () => account, now, keeper.epochMs(now));
    const hold = new BudgetHold({ account: found, limit: LIMIT }, undefined, true);
    hold.expect('m', { known: amount, guess: 0 }, { known: 0, guess: 0 });
    const first = hold.tryReserve(now);
    if (found.isUrgent(now)) keeper.requestRenewal();
    const verdict = first === 'unknown' ? ((await keeper.waits.begin(hold)?.verdict) ?? first) : first;
    hold.settle(amount, undefined);
    return verdict;
  }

  async function spendAll(keeper: BudgetLeaseRenewer, account: string): Promise<number> {
    let spent = 0;
    const deadline = performance.now() + 30_000;
    while (performance.now() < deadline) {
      const amount = 1 + Math.floor(Math.random() * LARGEST);
      const verdict = await spend(keeper, account, amount);
      if (verdict === 'allowed') spent += amount;
      if (verdict === 'key exceeded') return spent;
      await sleep(1);
    }
    throw new Error('a budget without an end');
  }

  it(
    'are overspent by no more than one request a process, and spent to the end',
    async () => {
      const account = `shared:${++names}`;
      const keepers = [makeKeeper(), makeKeeper(), makeKeeper(), makeKeeper()];
      const spent = await Promise.all(keepers.map((keeper) => spendAll(keeper, account)));
      const total = spent.reduce((sum, each) => sum + each, 0);
      expect(total).toBeLessThanOrEqual(LIMIT + keepers.length * LARGEST);
      expect(total).toBeGreaterThanOrEqual(LIMIT);
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
      await spend(killed, account, 1);
      const start = { account, period_start: new Date(0).toISOString() };
      const leased = async () => (await database.budgets.listSpending([start]))[0]?.leased ?? 0;
      await waitUntil('a slice', async () => ((await leased()) > 1 ? true : undefined));
      // It renews nothing any more, and settles nothing.
      clearInterval((killed as unknown as { timer: NodeJS.Timeout }).timer);
      const heir = makeKeeper();
      // It is rejected for good when it has spent all that the killed process did not: what that held, too.
      expect(await spendAll(heir, account)).toBeGreaterThanOrEqual(LIMIT - 1);
      await Promise.all([killed.close(), heir.close()]);
    },
    HOOK_LIMIT_MS,
  );
});
