import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import type { EntityManager } from 'typeorm';
import { Connection } from '../connection/connection.js';
import { newId } from '../ids/new-id.js';
import { migrate } from '../migrations/migrate.js';
import type { LeaseRequest } from '../records/budget.js';
import { BudgetQueries, BudgetRepository, chargeAccounts, type LeaseDecision } from './budgets.js';

const MONTH = '2026-11-01T00:00:00.000Z';
const LIFE_MS = 60_000;

/** Grants as much as there is. */
const ALL: LeaseDecision = ({ wanted }, { free }) => Math.min(wanted, free);

describe.each(databasesInTurn(import.meta.filename))('budgets on the $name database', (kind) => {
  let connection: Connection;
  let budgets: BudgetQueries;
  let number = 0;

  beforeAll(async () => {
    connection = await Connection.open(await kind.create());
    await migrate(connection);
    budgets = new BudgetQueries(connection);
  }, 60_000);

  afterAll(async () => {
    await connection.close();
    await kind.stop();
  }, 30_000);

  /** A budget of its own for each test. */
  function open(limit = 100) {
    const account = `key:${++number}`;
    const request = (lease: string, values: Partial<LeaseRequest> = {}): LeaseRequest => ({
      account,
      period_start: MONTH,
      lease,
      limit,
      settled: 0,
      committed: 0,
      keep: 0,
      wanted: 0,
      needed: 0,
      ...values,
    });
    return {
      account,
      take: async (lease: string, values: Partial<LeaseRequest> = {}, decide = ALL, lifeMs = LIFE_MS) => {
        const { leases } = await budgets.lease([request(lease, values)], lifeMs, decide);
        const [answer] = leases;
        if (!answer) throw new Error('no answer');
        return answer;
      },
      charge: (lease: string | null, ...amounts: number[]) =>
        connection.transaction((manager) =>
          chargeAccounts(
            manager,
            amounts.map((amount) => ({ account, period_start: MONTH, amount, lease })),
          ),
        ),
      look: async () => {
        const [found] = await budgets.listSpending([{ account, period_start: MONTH }]);
        return found && { spent: found.spent, leased: found.leased };
      },
    };
  }

  it('start from zero when they are reset: leases stay, and what was spent is answered once', async () => {
    const { account, take, charge, look } = open();
    const lease = newId();
    await take(lease, { wanted: 60 });
    await charge(lease, 55);
    const reset = () => new BudgetRepository(connection).reset({ account, period_start: MONTH });
    expect(await reset()).toBe(55);
    expect(await look()).toEqual({ spent: 0, leased: 5 });
    expect(await take(lease, { settled: 55, committed: 55, keep: 5, wanted: 1_000 })).toMatchObject({
      granted: 155,
      free: 0,
      settled: 0,
      used: 55,
    });
    expect(await reset()).toBe(0);
    expect(await new BudgetRepository(connection).reset({ account: 'nobody', period_start: MONTH })).toBe(0);
  });

  it('subtract what is charged from the lease that it was drawn from', async () => {
    const { take, charge, look } = open();
    const lease = newId();
    const state = await take(lease, { wanted: 10 });
    expect(state).toEqual({ lease, granted: 10, free: 90, spent: 0, settled: 0, used: 0 });
    await charge(lease, 1.5, 2.5);
    await charge(lease, 0.0000000001);
    expect(await look()).toEqual({ spent: 4.0000000001, leased: 5.9999999999 });
  });

  it('count what was charged before its lease was asked for once', async () => {
    const { take, charge, look } = open();
    const lease = newId();
    await charge(lease, 5);
    expect(await look()).toEqual({ spent: 5, leased: 0 });
    const state = await take(lease, { settled: 5, committed: 5, wanted: 10 });
    expect(state).toEqual({ lease, granted: 15, free: 85, spent: 5, settled: 5, used: 5 });
    expect(await look()).toEqual({ spent: 5, leased: 10 });
  });

  it('are locked by a transaction that the server ends where its process is cut off', async () => {
    if (kind.name === 'embedded') return;
    const setting = "current_setting('idle_in_transaction_session_timeout')";
    await connection.run((manager) =>
      manager.query(`CREATE TABLE seen (setting text);
        CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN INSERT INTO seen VALUES (${setting}); RETURN NEW; END $$;
        CREATE TRIGGER see BEFORE INSERT ON budget_leases FOR EACH ROW EXECUTE FUNCTION see()`),
    );
    await open().take(newId(), { wanted: 1 });
    const seen = await connection.run((manager) => manager.query('SELECT setting FROM seen'));
    await connection.run((manager) => manager.query('DROP TRIGGER see ON budget_leases'));
    expect(seen).toEqual([{ setting: '15s' }]);
  });

  it('give a repeated request what it got the first time', async () => {
    const { take, charge } = open();
    const lease = newId();
    const first = await take(lease, { committed: 3, wanted: 10 });
    expect(await take(lease, { committed: 3, wanted: 10 })).toEqual(first);
    await charge(lease, 3);
    expect(await take(lease, { committed: 3, wanted: 10 })).toEqual({ ...first, spent: 3, settled: 3, used: 3 });
  });

  it('never lease more than there is, no matter who asks at once', async () => {
    const { take, look } = open(100);
    const leases = Array.from({ length: 12 }, () => newId());
    const answers = await Promise.all(leases.map((lease) => take(lease, { wanted: 30 })));
    expect(answers.reduce((sum, { granted }) => sum + granted, 0)).toBe(100);
    expect(await look()).toEqual({ spent: 0, leased: 100 });
  });

  it('hold what running requests have committed although there is no more', async () => {
    const { take, look } = open(10);
    const lease = newId();
    expect(await take(lease, { committed: 12, wanted: 5 })).toMatchObject({ granted: 12, free: -2, spent: 0 });
    expect(await take(newId(), { wanted: 1 })).toMatchObject({ granted: 0 });
    expect(await look()).toEqual({ spent: 0, leased: 12 });
  });

  it('report what all processes have spent, also before it is recorded, and count nothing twice', async () => {
    const { take, charge } = open(100);
    const [lease, other] = [newId(), newId()];
    await take(other, { settled: 20, committed: 30, wanted: 0 });
    expect(await take(lease, { settled: 5, committed: 7 })).toMatchObject({ settled: 25, used: 0, free: 63 });
    await charge(other, 20);
    await charge(lease, 4);
    expect(await take(lease, { settled: 5, committed: 7 })).toMatchObject({ settled: 25, used: 4, free: 63 });
    // Recorded before its process reported it: a charge is as certain as can be.
    await charge(other, 10);
    expect(await take(lease, { settled: 5, committed: 7 })).toMatchObject({ settled: 35, free: 63 });
  });

  it('never take from a process what it holds and may be spending, but from one whose lease has ended', async () => {
    const { take } = open(100);
    const [lease, other] = [newId(), newId()];
    await take(lease, { wanted: 60 });
    await take(other, { wanted: 40 });
    const none: LeaseDecision = () => 0;
    expect(await take(lease, { committed: 10, keep: 50 }, none)).toMatchObject({ granted: 60, free: 0 });
    expect(await take(lease, { committed: 10, keep: 500 }, none)).toMatchObject({ granted: 60, free: 0 });
    expect(await take(lease, { committed: 10, keep: 20 }, none)).toMatchObject({ granted: 30, free: 30 });
    await end(lease, '1 second');
    await take(other, { committed: 0, keep: 40, wanted: 90 });
    expect(await take(lease, { committed: 10, keep: 20 }, none)).toMatchObject({ granted: 10, free: 0 });
  });

  it('get back what a process no longer wants', async () => {
    const { take } = open(10);
    const idle = newId();
    await take(idle, { wanted: 8 });
    expect(await take(idle, { wanted: 0 })).toMatchObject({ granted: 0, free: 10 });
    expect(await take(newId(), { wanted: 10 })).toMatchObject({ granted: 10, free: 0 });
  });

  it('free what a process held that died, when its lease has ended', async () => {
    const { take } = open(10);
    await take(newId(), { wanted: 8 }, ALL, 1_000);
    const other = newId();
    expect(await take(other, { wanted: 10 })).toMatchObject({ granted: 2 });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await take(other, { wanted: 10 })).toMatchObject({ granted: 10 });
  });

  it('charge many budgets in one order, so that processes never wait for each other in a circle', async () => {
    const accounts = Array.from({ length: 20 }, (_, index) => `shared:${kind.name}:${index}`);
    const charges = accounts.map((account) => ({ account, period_start: MONTH, amount: 1, lease: null }));
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        connection.transaction((manager) => chargeAccounts(manager, index % 2 ? charges : charges.toReversed())),
      ),
    );
    const spending = await budgets.listSpending(charges);
    expect(spending.map(({ spent }) => spent)).toEqual(accounts.map(() => 8));
  });

  it('forget periods of long ago, and never what does not reset', async () => {
    const [account, start] = [`old:${kind.name}`, '2020-01-01T00:00:00.000Z'];
    const charge = { account, amount: 1, lease: null };
    const never = { ...charge, period_start: '1970-01-01T00:00:00.000Z' };
    await connection.transaction((manager) => chargeAccounts(manager, [{ ...charge, period_start: start }, never]));
    await connection.run((manager) =>
      manager.query(`UPDATE budget_accounts SET updated_at = '2020-02-01' WHERE account = $1`, [account]),
    );
    expect(await budgets.removeOldAccounts()).toBe(1);
    expect(await budgets.listSpending([{ ...charge, period_start: start }, never])).toMatchObject([{ spent: 1 }]);
  });

  it('forget short windows of rules sooner, whoever they count', async () => {
    const id = newId();
    const short = [
      `rule:${id}:usd:hour`,
      `declared-rule:${id}/a:requests:rolling-day:acme`,
      `rule:${id}:usd:week,sunday`,
    ];
    const long = [`rule:${id}:usd:month`, `rule:${id}:usd:rolling-month:day`, `credential:${id}:daily`];
    const start = '2020-01-01T00:00:00.000Z';
    const charges = [...short, ...long].map((account) => ({ account, period_start: start, amount: 1, lease: null }));
    await connection.transaction((manager) => chargeAccounts(manager, charges));
    await connection.run((manager) =>
      manager.query(`UPDATE budget_accounts SET updated_at = now() - interval '60 days' WHERE account LIKE $1`, [
        `%${id}%`,
      ]),
    );
    expect(await budgets.removeOldAccounts()).toBe(short.length);
    expect((await budgets.listSpending(charges)).map(({ account }) => account).toSorted()).toEqual(long.toSorted());
  });

  it('are charged without an entry in an index, but for a few', async () => {
    const account = `rule:${newId()}:usd:month:acme`;
    const chargeOne = (amount: number) => [{ account, period_start: MONTH, amount, lease: null }];
    await connection.transaction((manager) => chargeAccounts(manager, chargeOne(1_000)));
    // The session counts what it has not reported yet, of earlier transactions too.
    const count = async (manager: EntityManager, sign: number): Promise<void> => {
      const [counted] = await manager.query<readonly [{ readonly updates: number; readonly heap: number }]>(
        `SELECT n_tup_upd::int AS updates, n_tup_hot_upd::int AS heap
           FROM pg_stat_xact_user_tables WHERE relname = 'budget_accounts'`,
      );
      updates += sign * counted.updates;
      heapOnly += sign * counted.heap;
    };
    let [updates, heapOnly] = [0, 0];
    for (let turn = 0; turn < 20; turn++) {
      await connection.transaction(async (manager) => {
        await count(manager, -1);
        for (let charge = 0; charge < 5; charge++) await chargeAccounts(manager, chargeOne(1));
        await count(manager, 1);
      });
    }
    expect(updates).toBe(100);
    expect(heapOnly).toBeGreaterThan(90);
    expect(await budgets.listSpending(chargeOne(0))).toMatchObject([{ spent: 1_100 }]);
  });

  it('note that they are in use at most once an hour', async () => {
    const account = `rule:${newId()}:usd:month:acme`;
    const charge = () =>
      connection.transaction((manager) =>
        chargeAccounts(manager, [{ account, period_start: MONTH, amount: 1, lease: null }]),
      );
    const setUsed = (ago: string) =>
      connection.executeSql('UPDATE budget_accounts SET updated_at = now() - $2::interval WHERE account = $1', [
        account,
        ago,
      ]);
    const minutesAgo = async () => {
      const { rows } = await connection.executeSql(
        'SELECT round(extract(epoch FROM now() - updated_at) / 60)::int AS ago FROM budget_accounts WHERE account = $1',
        [account],
      );
      return rows[0].ago;
    };
    await charge();
    await setUsed('50 minutes');
    await charge();
    expect(await minutesAgo()).toBe(50);
    await setUsed('70 minutes');
    await charge();
    expect(await minutesAgo()).toBe(0);
  });

  describe('of a rule', () => {
    const OCTOBER = '2026-10-01T00:00:00.000Z';
    const chargeIn = (account: string, start: string, amount: number) =>
      connection.transaction((manager) =>
        chargeAccounts(manager, [{ account, period_start: start, amount, lease: null }]),
      );

    it('count what was spent in earlier steps of a rolling window, and what processes hold of them', async () => {
      const { account, take } = open();
      const earlier = { from: OCTOBER };
      await chargeIn(account, '2026-09-30T00:00:00.000Z', 50);
      await chargeIn(account, OCTOBER, 30);
      await take(newId(), { period_start: OCTOBER, wanted: 10 });
      expect(await take(newId(), { earlier, wanted: 1_000 })).toMatchObject({ granted: 60, free: 0, settled: 30 });
    });

    it('add the rest of the window before, at most once the limit', async () => {
      const { account, take } = open();
      const earlier = { from: OCTOBER, carriesOf: 100 };
      await chargeIn(account, OCTOBER, 30);
      expect(await take(newId(), { earlier, wanted: 1_000 })).toMatchObject({ granted: 170, free: 0, settled: -70 });
    });

    it('add nothing of a window in which more was spent than there was, nor of one that was never used', async () => {
      const [over, unused] = [open(), open()];
      const earlier = { from: OCTOBER, carriesOf: 100 };
      await chargeIn(over.account, OCTOBER, 130);
      for (const { take } of [over, unused]) {
        expect(await take(newId(), { earlier, wanted: 1_000 })).toMatchObject({ granted: 100, free: 0, settled: 0 });
      }
    });

    it('are listed by what is spent in their window, and start from zero in all of it', async () => {
      const account = `rule:${newId()}:usd:month`;
      const other = `${account}-longer`;
      for (const [part, start, amount] of [
        ['acme', OCTOBER, 1],
        ['acme', MONTH, 2],
        ['initech', MONTH, 5],
        ['hooli', '2026-09-01T00:00:00.000Z', 9],
      ] as const) {
        await chargeIn(`${account}:${part}`, start, amount);
      }
      await chargeIn(other, MONTH, 7);
      const list = (most: number) =>
        budgets.listRuleAccounts(
          [
            { account, from: OCTOBER, period_start: MONTH },
            { account: other, from: MONTH, period_start: MONTH },
          ],
          most,
        );
      expect(await list(10)).toEqual([
        { place: 0, account: `${account}:initech`, spent: 5 },
        { place: 0, account: `${account}:acme`, spent: 3 },
        { place: 1, account: other, spent: 7 },
      ]);
      expect(await list(1)).toHaveLength(2);
      expect(await budgets.listRuleAccounts([{ account, from: MONTH, period_start: MONTH }], 1)).toEqual([
        { place: 0, account: `${account}:initech`, spent: 5 },
      ]);
      expect(await new BudgetRepository(connection).resetWindow(`${account}:acme`, OCTOBER)).toBe(3);
      expect(await list(10)).toContainEqual({ place: 0, account: `${account}:acme`, spent: 0 });
    });

    it('are those that spent most of thousands, to the step of an index where as many spent about the same', async () => {
      const account = `rule:${newId()}:usd:month`;
      const fill = (prefix: string, count: number, spent: string) =>
        connection.executeSql(
          `INSERT INTO budget_accounts (account, period_start, spent)
           SELECT $1 || ':${prefix}-' || n, $2, ${spent} FROM generate_series(1, $3::int) AS n`,
          [account, MONTH, count],
        );
      await fill('c', 3_000, 'n / 100.0');
      const listMost = async (most: number) =>
        (await budgets.listRuleAccounts([{ account, from: MONTH, period_start: MONTH }], most)).map((row) => row.spent);
      expect(await listMost(4)).toEqual([30, 29.99, 29.98, 29.97]);
      await fill('same', 3_000, '100 + n / 10000.0');
      const alike = await listMost(100);
      expect(alike).toHaveLength(100);
      expect(alike).toEqual(alike.toSorted((one, other) => other - one));
      expect(alike.at(-1)).toBeGreaterThan(100);
    });
  });

  it('forget more of long ago than one statement removes', async () => {
    const id = newId();
    const fill = (table: string, columns: string, values: string) =>
      connection.run((manager) =>
        manager.query(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, 5000) AS n`),
      );
    await fill(
      'budget_accounts',
      'account, period_start, updated_at',
      `'rule:${id}:usd:day:c-' || n, '2026-01-01', now() - interval '50 days' - n * interval '1 second'`,
    );
    await fill(
      'budget_leases',
      'id, account, period_start, granted, expires_at',
      `gen_random_uuid(), 'rule:${id}:usd:day:c-' || n, '2026-01-01', 0, now() - interval '4 days'`,
    );
    expect(await budgets.removeEndedLeases()).toBe(5_000);
    expect(await budgets.removeOldAccounts()).toBe(5_000);
    expect(await budgets.removeOldAccounts()).toBe(0);
  });

  it('forget leases that ended long ago, and nothing else', async () => {
    const { take, charge, look } = open();
    const lease = newId();
    await take(lease, { wanted: 10 });
    await charge(lease, 4);
    await end(lease, '4 days');
    expect(await budgets.removeEndedLeases()).toBe(1);
    expect(await look()).toEqual({ spent: 4, leased: 0 });
  });

  it('know what was charged of a lease that its process comes back to after hours, and do not count it twice', async () => {
    const { take, charge } = open();
    const lease = newId();
    await take(lease, { wanted: 100 });
    await charge(lease, 100);
    await end(lease, '2 days');
    expect(await budgets.removeEndedLeases()).toBe(0);
    expect(await take(lease, { limit: 150, settled: 100, committed: 100, wanted: 10 })).toEqual({
      lease,
      granted: 110,
      free: 40,
      spent: 100,
      settled: 100,
      used: 100,
    });
  });

  const end = (lease: string, ago: string): Promise<unknown> =>
    connection.run((manager) =>
      manager.query('UPDATE budget_leases SET expires_at = now() - $2::interval WHERE id = $1', [lease, ago]),
    );
});
