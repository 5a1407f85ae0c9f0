import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@multilane/persistence';
import { databasesInTurn } from '@multilane/testing';
import { sumBy } from './plan-budgets.js';
import { planned } from './planned-example.js';
import { storeRequests } from './store-requests.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const NOW = Date.parse('2026-11-30T09:30:00Z');
const COUNT = 1_200;

describe.each(databasesInTurn(import.meta.filename))('stored requests of the seed on the $name database', (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  it('are as many as were planned, and every sum of usage is that of the requests', async () => {
    const name = 'Brightline';
    const { id } = await database.change(SETUP, ({ organizations }) => organizations.create({ name }));
    const { records } = planned({ count: COUNT, now: NOW, organization: { id, name } });
    expect(await storeRequests(database, records, () => undefined)).toBe(COUNT);
    expect(await storeRequests(database, records, () => undefined)).toBe(0);
    const rows = async (text: string) => (await database.sql.executeSql(text, [id])).rows as Record<string, unknown>[];
    const cost = records.reduce((sum, record) => sum + (record.cost_usd ?? 0), 0);
    const tokens = records.reduce((sum, record) => sum + (record.total_tokens ?? 0), 0);
    const count = (outcome: string): number => records.filter((record) => record.outcome === outcome).length;
    const [days] = await rows(
      `SELECT sum(requests)::int AS requests, sum(refused_requests)::int AS refused, sum(failed_requests)::int AS failed,
         sum(total_tokens)::float8 AS tokens, sum(cost_usd)::float8 AS cost FROM usage_daily WHERE organization_id = $1`,
    );
    expect(days).toEqual({
      requests: COUNT,
      refused: count('refused'),
      failed: count('failed'),
      tokens,
      cost: expect.closeTo(cost, 6),
    });
    const teams = await rows(
      'SELECT team, sum(requests)::int AS requests FROM usage_daily WHERE organization_id = $1 GROUP BY team',
    );
    expect(new Map(teams.map(({ requests, team }) => [team, requests]))).toEqual(
      sumBy(
        records,
        ({ team }) => team,
        () => 1,
      ),
    );
    const series = await database.usageSeries.list(id, {
      ...{ zone: 'UTC', fromDay: '2026-10-01', toDay: '2026-11-30', step: '1d' },
      ...{ dimension: 'all', top: 50, hasPercentiles: false },
    });
    expect(series.series[0]?.total.requests).toBe(COUNT);
    const charged = records.flatMap(({ charges }) => charges).reduce((sum, { amount }) => sum + amount, 0);
    const [spent] = (await database.sql.executeSql('SELECT sum(spent)::float8 AS spent FROM budget_accounts')).rows as {
      spent: number;
    }[];
    expect(spent?.spent).toBeCloseTo(charged, 4);
  }, 120_000);
});
