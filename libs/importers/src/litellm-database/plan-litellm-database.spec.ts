import { describe, expect, it } from 'vitest';
import type { DatabaseRow, DatabaseRows } from './database-rows.js';
import { planLitellmDatabase } from './plan-litellm-database.js';

const HASH = 'a'.repeat(64);
const key = (row: DatabaseRow): DatabaseRow => ({ token: HASH, key_alias: 'k', models: [], spend: 0, ...row });
const plan = (rows: Partial<DatabaseRows>) =>
  planLitellmDatabase({ teams: [], users: [], keys: [], budgets: [], ...rows });
const oneKey = (row: DatabaseRow, rows: Partial<DatabaseRows> = {}) => plan({ ...rows, keys: [key(row)] }).keys[0];

describe('a plan for a LiteLLM database', () => {
  it('keeps teams, people and keys together', () => {
    const { teams, users, keys, findings } = plan({
      users: [
        { user_id: 'u1', user_email: 'Ada@Example.com', user_alias: 'Ada', user_role: 'proxy_admin' },
        { user_id: 'u2', user_email: null },
      ],
      teams: [
        {
          team_id: 't1',
          team_alias: 'research',
          models: ['gpt-4o'],
          rpm_limit: 60,
          tpm_limit: null,
          members_with_roles: [
            { user_id: 'u1', role: 'admin' },
            { user_id: 'u2', role: 'user' },
          ],
          max_budget: 100,
        },
      ],
      keys: [
        key({ team_id: 't1', user_id: 'u1', key_name: 'sk-...abcd', rpm_limit: 5, expires: '2030-01-01T00:00:00' }),
      ],
    });
    expect(users).toEqual([{ email: 'ada@example.com', name: 'Ada' }]);
    expect(teams).toEqual([
      { name: 'research', allowedModels: ['gpt-4o'], rpmLimit: 60, tpmLimit: 0, members: ['ada@example.com'] },
    ]);
    expect(keys).toEqual([
      expect.objectContaining({
        hash: HASH,
        name: 'k',
        hint: 'sk-...abcd',
        team: 'research',
        owner: 'ada@example.com',
        rpmLimit: 5,
        disabled: false,
        expiresAt: new Date('2030-01-01T00:00:00'),
      }),
    ]);
    expect(findings.map(({ path, status }) => [path, status])).toEqual(
      expect.arrayContaining([
        ['LiteLLM_UserTable[u1].user_role', 'manual'],
        ['LiteLLM_UserTable[u2]', 'unsupported'],
        ['LiteLLM_TeamTable[t1].max_budget', 'manual'],
        ['LiteLLM_VerificationToken[k]', 'exact'],
      ]),
    );
  });

  it.each([
    ['no budget', {}, [0, 'monthly', false]],
    ['a monthly budget', { max_budget: 50, budget_duration: '30d', spend: 10 }, [50, 'monthly', false]],
    ['a daily budget', { max_budget: 5, budget_duration: '24h' }, [5, 'daily', false]],
    ['the rest of a budget for ever', { max_budget: 50, spend: 12.5 }, [37.5, 'never', false]],
    // A budget of 0 would be unlimited.
    ['a budget that is spent', { max_budget: 50, spend: 50.01 }, [0, 'never', true]],
    ['a budget of nothing', { max_budget: 0, budget_duration: '30d' }, [0, 'monthly', true]],
    ['a blocked key', { blocked: true }, [0, 'monthly', true]],
  ])('gives a key %s', (_name, row, expected) => {
    const made = oneKey(row);
    expect([made?.budgetUsd, made?.budgetResetPeriod, made?.disabled]).toEqual(expected);
  });

  it('takes limits of a budget that the key names', () => {
    const budgets = [{ budget_id: 'b', max_budget: 7, budget_duration: '7d', tpm_limit: 900 }];
    expect(oneKey({ budget_id: 'b' }, { budgets })).toMatchObject({
      budgetUsd: 7,
      budgetResetPeriod: 'weekly',
      tpmLimit: 900,
    });
  });

  it.each([
    ['every model of a team without a list', [], ['all-proxy-models'], null],
    ['the models of its team', ['a', 'b'], ['all-team-models'], ['a', 'b']],
    ['its own models among those of its team', ['a', 'b'], ['b', 'c'], ['b']],
    ['no wildcards', [], ['a', 'openai/*'], ['a']],
    ['no more than its team', ['a'], ['*'], ['a']],
    ['nothing, where its team has nothing', ['no-default-models'], [], []],
  ])('lets a key use %s', (_name, teamModels, keyModels, expected) => {
    const { teams, keys } = plan({
      teams: [{ team_id: 't', team_alias: 'team', models: teamModels }],
      keys: [key({ team_id: 't', models: keyModels })],
    });
    expect(teams.find(({ name }) => name === keys[0]?.team)?.allowedModels).toEqual(expected);
  });

  it('disables keys of blocked teams, and leaves out what is no hash', () => {
    const teams = [{ team_id: 't', team_alias: 'team', blocked: true }];
    expect(oneKey({ team_id: 't' }, { teams })?.disabled).toBe(true);
    expect(plan({ keys: [key({ token: 'sk-in-the-open' })] }).keys).toEqual([]);
  });

  it('tells teams apart that have the same name in another case', () => {
    const teams = ['One', 'one', 'imported'].map((name, index) => ({ team_id: String(index), team_alias: name }));
    expect(plan({ teams, keys: [key({})] }).teams.map(({ name }) => name)).toEqual([
      'One',
      'one 2',
      'imported 2',
      'imported',
    ]);
  });
});
