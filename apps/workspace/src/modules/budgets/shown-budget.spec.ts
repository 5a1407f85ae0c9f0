import { describe, expect, it } from '@jest/globals';
import type { AccountPeriod, BudgetAccountRecord } from '@multilane/persistence';
import { readBudgets } from '@multilane/policy';
import { BudgetView } from './dto/budget.view.js';
import type { BudgetHolder } from './shown-budget.js';

const KEY: BudgetHolder = {
  id: '01930000-0000-7000-8000-000000000001',
  scope: 'api_key',
  name: 'ci',
  limit: 10,
  period: 'weekly',
  teamId: '01930000-0000-7000-8000-000000000002',
  workspaceId: null,
  source: 'database',
};
const TEAM: BudgetHolder = { ...KEY, id: KEY.teamId ?? '', scope: 'team', name: 'research', period: 'monthly' };

const PRICED = { unpriced: 'allow', unpricedModels: [] } as const;

/** A Wednesday. */
const NOW = Date.parse('2026-11-18T12:00:00Z');

function read(holders: readonly BudgetHolder[], records: readonly Omit<BudgetAccountRecord, 'periodStart'>[]) {
  const asked: AccountPeriod[] = [];
  const list = async (accounts: readonly AccountPeriod[]) => {
    asked.push(...accounts);
    return records.map((record) => ({ ...record, periodStart: new Date(0) }));
  };
  return readBudgets(holders, 'default', NOW, list).then((states) => ({
    asked,
    views: states.map((state) => BudgetView.of({ ...state, ...PRICED })),
  }));
}

describe('the state of budgets (docs/contract/budgets.md#budgets)', () => {
  it('asks for the current period, and says when it starts again', async () => {
    const { asked, views } = await read([KEY], [{ account: `credential:${KEY.id}:weekly`, spent: 4, leased: 0.5 }]);
    expect(asked).toEqual([{ account: `credential:${KEY.id}:weekly`, period_start: '2026-11-16T00:00:00.000Z' }]);
    expect(views).toEqual([
      {
        id: KEY.id,
        object: 'budget',
        scope: 'api_key',
        name: 'ci',
        team_id: KEY.teamId,
        workspace_id: null,
        unit: 'usd',
        period: 'weekly',
        period_start: '2026-11-16T00:00:00.000Z',
        resets_at: '2026-11-23T00:00:00.000Z',
        limit: 10,
        spent: 4,
        reserved: 0.5,
        remaining: 6,
        unpriced: 'allow',
        unpriced_models: [],
      },
    ]);
  });

  it('one that never starts again has no such times; what is overspent leaves 0', async () => {
    const key = { ...KEY, period: 'never' as const };
    const { views } = await read([key], [{ account: `credential:${KEY.id}:never`, spent: 10.5, leased: 0 }]);
    expect(views).toMatchObject([{ period_start: null, resets_at: null, spent: 10.5, remaining: 0 }]);
  });

  it('a team that gateway.yaml declares is counted under its name, any other under its id', async () => {
    const declared = { ...TEAM, source: 'config' as const, id: '01930000-0000-7000-8000-000000000003' };
    const { asked, views } = await read(
      [TEAM, declared],
      [
        { account: `team:${TEAM.id}`, spent: 3, leased: 0 },
        { account: 'declared-team:default/research', spent: 4, leased: 1 },
      ],
    );
    expect(asked.map(({ account }) => account)).toEqual([`team:${TEAM.id}`, 'declared-team:default/research']);
    expect(views).toMatchObject([
      { unit: 'tokens', spent: 3, reserved: 0, remaining: 7 },
      { unit: 'tokens', spent: 4, reserved: 1, remaining: 6 },
    ]);
  });

  it('a key that gateway.yaml declares is counted under its name', async () => {
    const { asked, views } = await read([{ ...KEY, declaredIn: 'research' }], []);
    expect(asked.map(({ account }) => account)).toEqual(['declared-key:default/research/ci:weekly']);
    expect(views).toMatchObject([{ spent: 0, reserved: 0, remaining: 10 }]);
  });
});
