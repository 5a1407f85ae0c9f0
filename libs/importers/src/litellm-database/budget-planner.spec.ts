import { describe, expect, it } from '@jest/globals';
import type { DatabaseRow, DatabaseRows } from './database-rows.js';
import { planLitellmDatabase } from './plan-litellm-database.js';

const NOW = new Date('2026-06-15T12:00:00Z');
const key = (name: string, row: DatabaseRow = {}): DatabaseRow => ({
  ...{ token: Buffer.from(name).toString('hex').padEnd(64, '0'), key_alias: name, models: [], spend: 0 },
  ...row,
});
const plan = (rows: Partial<DatabaseRows>, ...opened: string[]) =>
  planLitellmDatabase({ teams: [], users: [], keys: [], budgets: [], ...rows }, { now: NOW, opened: new Set(opened) });
const rulesOf = (rows: Partial<DatabaseRows>, ...opened: string[]) =>
  plan(rows, ...opened).budgets.map(({ action, amount, scope, value, window }) => [
    scope,
    value,
    amount,
    window,
    action,
  ]);
const linesOf = (rows: Partial<DatabaseRows>, path: string) =>
  plan(rows)
    .findings.filter((line) => line.path.startsWith(path))
    .map((line) => [line.path.slice(path.length), line.status]);

describe('budgets of a LiteLLM database', () => {
  it.each([
    ['in total, of which the rest is left', { max_budget: 50, spend: 12.5 }, [37.5, 'total']],
    ['of an hour', { max_budget: 5, budget_duration: '1h' }, [5, 'hour']],
    ['of a day', { max_budget: 5, budget_duration: '24h' }, [5, 'day']],
    ['of two days', { max_budget: 5, budget_duration: '2d' }, [5, 'week']],
    ['of 30 days, whose spend is not counted', { max_budget: 5, budget_duration: '30d', spend: 2 }, [5, 'month']],
    ['of a quarter', { max_budget: 5, budget_duration: '90d' }, [5, 'quarter']],
    ['of a year', { max_budget: 5, budget_duration: '365d' }, [5, 'year']],
    ['of two years', { max_budget: 5, budget_duration: '730d', spend: 1 }, [4, 'total']],
    ['of a period that cannot be read', { max_budget: 5, budget_duration: 'x', spend: 1 }, [4, 'total']],
  ])('become a rule of the team: one %s', (_name, row, [amount, window]) => {
    const teams = [{ team_id: 't', team_alias: 'research', models: [], ...row }];
    expect(rulesOf({ teams })).toEqual([['team', 'research', amount, window, 'refuse']]);
  });

  it('say of each column of a team what came of it', () => {
    const row = {
      max_budget: 9,
      budget_duration: '30d',
      budget_reset_at: '2026-07-01T00:00:00',
      spend: 2,
      soft_budget: 7,
    };
    const teams = [{ team_id: 't', team_alias: 'research', models: [], ...row }];
    expect(rulesOf({ teams })).toEqual([
      ['team', 'research', 7, 'month', 'alert'],
      ['team', 'research', 9, 'month', 'refuse'],
    ]);
    expect(linesOf({ teams }, 'LiteLLM_TeamTable[t]')).toEqual([
      ['', 'exact'],
      ['.soft_budget', 'approximate'],
      ['.max_budget', 'approximate'],
      ['.budget_duration', 'approximate'],
      ['.budget_reset_at', 'approximate'],
      ['.spend', 'approximate'],
    ]);
  });

  it('are shared with keys of the team that have a team of their own, and never more in all', () => {
    const made = plan({
      teams: [{ team_id: 't', team_alias: 'research', models: ['a', 'b'], max_budget: 100, budget_duration: '30d' }],
      keys: [
        key('one', { team_id: 't' }),
        key('two', { team_id: 't' }),
        key('three', { team_id: 't' }),
        key('narrow', { team_id: 't', models: ['a'] }),
      ],
    });
    expect(made.keys.map(({ budgetUsd, name }) => [name, budgetUsd])).toEqual([
      ['one', 0],
      ['two', 0],
      ['three', 0],
      ['narrow', 25],
    ]);
    expect(made.budgets).toEqual([
      {
        name: 'imported, team research',
        scope: 'team',
        value: 'research',
        amount: 75,
        window: 'month',
        action: 'refuse',
      },
    ]);
  });

  it('have no rule for a team whose keys are all in teams of their own', () => {
    const teams = [{ team_id: 't', team_alias: 'research', models: ['a', 'b'], max_budget: 100 }];
    const keys = [key('narrow', { team_id: 't', models: ['a'] })];
    expect(rulesOf({ teams, keys })).toEqual([]);
    expect(linesOf({ teams, keys }, 'LiteLLM_TeamTable[t].')).toEqual([['max_budget', 'manual']]);
  });

  it.each([
    ['is spent for ever', { max_budget: 5, spend: 5 }, 0],
    ['is spent until its period ends', { max_budget: 5, spend: 6, budget_duration: '30d' }, 1],
    ['is nothing', { max_budget: 0, budget_duration: '30d' }, 0],
  ])('disable the keys of a team whose budget %s', (_name, row, rules) => {
    const teams = [{ team_id: 't', team_alias: 'research', models: [], ...row }];
    const made = plan({ teams, keys: [key('one', { team_id: 't' })] });
    expect([made.keys[0]?.disabled, made.budgets.length]).toEqual([true, rules]);
  });

  it('of a person become those of a team that has the keys of the person, but those of other teams', () => {
    const made = plan({
      users: [
        { user_id: 'u', user_email: 'ada@example.com', models: ['a'], max_budget: 10, rpm_limit: 6, spend: 4 },
        { user_id: 'v', user_email: 'bob@example.com', models: [], max_budget: 1 },
      ],
      teams: [{ team_id: 't', team_alias: 'research', models: [] }],
      keys: [
        key('one', { user_id: 'u' }),
        key('two', { user_id: 'u' }),
        key('of-team', { user_id: 'u', team_id: 't' }),
        key('of-nobody'),
      ],
    });
    expect(made.teams.find(({ name }) => name === 'ada@example.com')).toEqual({
      ...{ name: 'ada@example.com', allowedModels: ['a'], members: ['ada@example.com'] },
      ...{ rpmLimit: 0, tpmLimit: 0, maxParallel: 0 },
    });
    expect(
      made.keys.map(({ budgetUsd, name, owner, rpmLimit, team }) => [name, team, owner, budgetUsd, rpmLimit]),
    ).toEqual([
      ['one', 'ada@example.com', 'ada@example.com', 0, 2],
      ['two', 'ada@example.com', 'ada@example.com', 0, 2],
      ['of-team', 'research', undefined, 0, 2],
      ['of-nobody', 'imported', undefined, 0, 0],
    ]);
    expect(made.budgets.map(({ amount, value, window }) => [value, amount, window])).toEqual([
      ['ada@example.com', 6, 'total'],
    ]);
  });

  it('of end users become rules of customers, and close no key', () => {
    const rows = {
      endUsers: [
        { user_id: 'acme', budget_id: 'b', spend: 1, blocked: false },
        { user_id: 'other', budget_id: null },
      ],
      budgets: [{ budget_id: 'b', max_budget: 20, soft_budget: 15, budget_duration: '30d' }],
      keys: [key('one')],
    };
    expect(rulesOf(rows)).toEqual([
      ['customer', 'acme', 15, 'month', 'alert'],
      ['customer', 'acme', 20, 'month', 'refuse'],
    ]);
    expect(plan(rows).keys[0]?.disabled).toBe(false);
    expect(linesOf(rows, 'LiteLLM_EndUserTable[acme]')).toEqual([
      ['', 'approximate'],
      ['.soft_budget', 'approximate'],
      ['.max_budget', 'approximate'],
      ['.budget_duration', 'approximate'],
      ['.spend', 'approximate'],
    ]);
  });

  it.each([
    ['limits of requests', { rpm_limit: 5 }, 'acme', 'budget.rpm_limit'],
    ['limits of tokens', { tpm_limit: 5 }, 'acme', 'budget.tpm_limit'],
    ['parallel requests', { max_parallel_requests: 5 }, 'acme', 'budget.max_parallel_requests'],
    ['budgets of models', { model_max_budget: { a: { budget_limit: 1 } } }, 'acme', 'budget.model_max_budget'],
    ['a column of tomorrow', { max_pages: 3 }, 'acme', 'budget.max_pages'],
    ['nothing left', { max_budget: 0 }, 'acme', 'max_budget'],
    ['an id that is no customer', {}, 'x'.repeat(300), 'budget_id'],
  ])('of end users close every key where they have %s', (_name, more, user, column) => {
    const rows = {
      endUsers: [{ user_id: user, budget_id: 'b' }],
      budgets: [{ budget_id: 'b', max_budget: 20, ...more }],
      keys: [key('one')],
    };
    const made = plan(rows);
    expect(made.keys[0]?.disabled).toBe(true);
    expect(made.findings[0]?.status).toBe('opens_access');
    expect(made.findings[0]?.path.endsWith(`.${column}`)).toBe(true);
    expect(made.findings[0]?.message).toContain('--open end_users');
    expect(plan(rows, 'end_users').keys[0]?.disabled).toBe(false);
  });

  it('of tags become rules of one tag, whose form clients must send first', () => {
    const rows = {
      tags: [{ tag_name: 'team:search', budget_id: 'b' }],
      budgets: [{ budget_id: 'b', max_budget: 20, budget_duration: '7d' }],
      keys: [key('one')],
    };
    const closed = plan(rows);
    expect(closed.keys[0]?.disabled).toBe(true);
    expect(closed.findings[0]).toMatchObject({
      path: 'LiteLLM_TagTable[team:search].tag_name',
      status: 'opens_access',
    });
    expect(closed.findings[0]?.message).toContain('X-Service-Tags: tag=team:search');
    const opened = plan(rows, 'tags');
    expect([opened.keys[0]?.disabled, opened.tag]).toEqual([false, 'tag']);
    expect(rulesOf(rows, 'tags')).toEqual([['tag', 'tag=team:search', 20, 'week', 'refuse']]);
    expect(plan({ keys: [key('one')] }).tag).toBeUndefined();
  });

  it('of tags that cannot be the value of a tag close every key, and make no rule', () => {
    const rows = { tags: [{ tag_name: 'Größe #1', budget_id: 'b' }], budgets: [{ budget_id: 'b', max_budget: 20 }] };
    expect(plan({ ...rows, keys: [key('one')] }).keys[0]?.disabled).toBe(true);
    expect(rulesOf(rows)).toEqual([]);
  });

  it('of several windows become rules of the key beside its own budget, and its warning too', () => {
    const row = {
      max_budget: 9,
      budget_id: 'b',
      budget_limits: [
        { budget_duration: '1d', max_budget: 2 },
        { budget_duration: '30d', max_budget: 8 },
      ],
    };
    const rows = { keys: [key('one', row)], budgets: [{ budget_id: 'b', soft_budget: 4 }] };
    const token = key('one').token;
    expect(rulesOf(rows)).toEqual([
      ['api_key', token, 4, 'total', 'alert'],
      ['api_key', token, 2, 'day', 'refuse'],
      ['api_key', token, 8, 'month', 'refuse'],
    ]);
    expect(plan(rows).keys[0]).toMatchObject({ budgetUsd: 9, disabled: false });
    const broken = { keys: [key('one', { budget_limits: [{ budget_duration: 'x', max_budget: 2 }] })] };
    expect([rulesOf(broken), plan(broken).keys[0]?.disabled]).toEqual([[], true]);
  });

  it('of an organization are shared out among keys, and its warning is left out with a line', () => {
    const rows = {
      organizations: [{ organization_id: 'o', models: [], budget_id: 'b' }],
      budgets: [
        { budget_id: 'b', max_budget: 10, soft_budget: 5 },
        { budget_id: 'unused', max_budget: 1 },
      ],
      keys: [key('one', { organization_id: 'o' }), key('two', { organization_id: 'o' })],
    };
    const made = plan(rows);
    expect(made.keys.map(({ budgetUsd }) => budgetUsd)).toEqual([5, 5]);
    expect(made.budgets).toEqual([]);
    expect(linesOf(rows, 'LiteLLM_OrganizationTable[o].')).toEqual([['soft_budget', 'manual']]);
    expect(linesOf(rows, 'LiteLLM_BudgetTable')).toEqual([
      ['[b]', 'approximate'],
      ['[unused]', 'unsupported'],
    ]);
  });

  it('have names of their own, also where LiteLLM has one name twice', () => {
    const teams = ['a', 'b'].map((id) => ({
      team_id: id,
      team_alias: 'x'.repeat(118) + id,
      models: [],
      max_budget: 1,
    }));
    const { budgets } = plan({ teams });
    expect(new Set(budgets.map(({ name }) => name)).size).toBe(2);
    expect(budgets.every(({ name }) => name.length <= 128)).toBe(true);
  });

  it('are ten thousand at most, and what is beyond closes keys', () => {
    const endUsers = Array.from({ length: 10_001 }, (_, place) => ({ user_id: `c${place}`, budget_id: 'b' }));
    const made = plan({ endUsers, budgets: [{ budget_id: 'b', max_budget: 20 }], keys: [key('one')] });
    expect(made.budgets).toHaveLength(10_000);
    expect(made.findings[0]).toMatchObject({ path: 'LiteLLM_EndUserTable[c10000].max_budget', status: 'opens_access' });
    expect(made.keys[0]?.disabled).toBe(true);
  });
});
