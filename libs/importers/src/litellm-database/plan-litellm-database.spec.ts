import { describe, expect, it } from '@jest/globals';
import type { DatabaseRow, DatabaseRows } from './database-rows.js';
import { planLitellmDatabase } from './plan-litellm-database.js';

const HASH = 'a'.repeat(64);
const key = (row: DatabaseRow): DatabaseRow => ({ token: HASH, key_alias: 'k', models: [], spend: 0, ...row });
const NOW = new Date('2026-06-15T12:00:00Z');
const plan = (rows: Partial<DatabaseRows>, ...opened: string[]) =>
  planLitellmDatabase({ teams: [], users: [], keys: [], budgets: [], ...rows }, { now: NOW, opened: new Set(opened) });
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
      {
        ...{ name: 'research', allowedModels: ['gpt-4o'], members: ['ada@example.com'] },
        ...{ rpmLimit: 60, tpmLimit: 0, maxParallel: 0 },
      },
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
        // LiteLLM stores UTC without saying so.
        expiresAt: new Date('2030-01-01T00:00:00Z'),
      }),
    ]);
    expect(findings.map(({ path, status }) => [path, status])).toEqual(
      expect.arrayContaining([
        ['LiteLLM_UserTable[u1].user_role', 'manual'],
        ['LiteLLM_UserTable[u2]', 'unsupported'],
        ['LiteLLM_TeamTable[t1].max_budget', 'exact'],
        ['LiteLLM_VerificationToken[k]', 'exact'],
      ]),
    );
  });

  it.each([
    ['no budget', {}, [0, 'monthly', false]],
    ['a monthly budget', { max_budget: 50, budget_duration: '30d', spend: 10 }, [50, 'monthly', false]],
    ['the rest of a budget for longer than a month', { max_budget: 50, budget_duration: '1y' }, [50, 'never', false]],
    ['no budget anew before its period ends', { max_budget: 5, budget_duration: '7d', spend: 5 }, [5, 'weekly', true]],
    [
      'a budget anew whose period has ended',
      { max_budget: 5, budget_duration: '7d', spend: 5, budget_reset_at: '2026-06-01T00:00:00' },
      [5, 'weekly', false],
    ],
    ['a longer period in place of two days', { max_budget: 5, budget_duration: '2d' }, [5, 'weekly', false]],
    ['a longer period in place of an hour', { max_budget: 5, budget_duration: '1h' }, [5, 'daily', false]],
    [
      'the rest of a budget of a period that cannot be read',
      { max_budget: 5, budget_duration: 'x' },
      [5, 'never', false],
    ],
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

  const uuid = 'o1';
  it.each<[string, DatabaseRow, Partial<DatabaseRows>, string]>([
    ['routes', { allowed_routes: ['/v1/embeddings'] }, {}, 'allowed_routes'],
    ['routes of managers', { allowed_routes: ['management_routes'] }, {}, 'allowed_routes'],
    ['permissions', { permissions: { allow_model: false } }, {}, 'permissions'],
    ['budgets of models', { model_max_budget: { a: { budget_limit: 1 } } }, {}, 'model_max_budget'],
    ['several budgets', { budget_limits: [{ max_budget: 1 }] }, {}, 'budget_limits'],
    ['cache controls', { allowed_cache_controls: ['no-store'] }, {}, 'allowed_cache_controls'],
    ['policies', { policies: ['strict'] }, {}, 'policies'],
    ['settings of its own', { config: { x: 1 } }, {}, 'config'],
    ['an agent', { agent_id: 'a' }, {}, 'agent_id'],
    ['guardrails', { metadata: { guardrails: ['pii'] } }, {}, 'metadata.guardrails'],
    ['limits of one model', { metadata: { model_rpm_limit: { a: 1 } } }, {}, 'metadata.model_rpm_limit'],
    ['limits in metadata that are a text', { metadata: '{"model_tpm_limit":{"a":1}}' }, {}, 'metadata.model_tpm_limit'],
    ['tags', { metadata: { tags: ['free'] } }, {}, 'metadata.tags'],
    ['mandatory parameters', { metadata: { enforced_params: ['user'] } }, {}, 'metadata.enforced_params'],
    ['addresses', { metadata: { allowed_ips: ['10.0.0.1'] } }, {}, 'metadata.allowed_ips'],
    ['a column of tomorrow', { allowed_regions: ['eu'] }, {}, 'allowed_regions'],
    ['a time that cannot be read', { expires: 'soon' }, {}, 'expires'],
    ['a team that is gone', { team_id: 'gone' }, {}, 'team_id'],
    ['an organization that is gone', { organization_id: 'gone' }, {}, 'organization_id'],
    ['a budget that is gone', { budget_id: 'gone' }, {}, 'budget_id'],
    ['permissions that are gone', { object_permission_id: 'gone' }, {}, 'object_permission_id'],
    [
      'tools of a server',
      { object_permission_id: uuid },
      { objectPermissions: [{ object_permission_id: uuid, mcp_tool_permissions: { s: ['read'] } }] },
      'mcp_tool_permissions',
    ],
    [
      'tools that are refused',
      { object_permission_id: uuid },
      { objectPermissions: [{ object_permission_id: uuid, blocked_tools: ['rm'] }] },
      'blocked_tools',
    ],
    [
      'guardrails of its team',
      { team_id: 't' },
      { teams: [{ team_id: 't', models: [], metadata: { guardrails: ['pii'] } }] },
      'metadata.guardrails',
    ],
    [
      'budgets of models of its owner',
      { user_id: 'u' },
      { users: [{ user_id: 'u', models: [], model_max_budget: { a: 1 } }] },
      'model_max_budget',
    ],
    [
      'limits of one model of its project',
      { project_id: 'p' },
      { projects: [{ project_id: 'p', models: [], model_rpm_limit: { a: 1 } }] },
      'model_rpm_limit',
    ],
    ['other names for models', { aliases: { large: 'small' } }, {}, 'aliases'],
    [
      'guardrails for everyone',
      {},
      { guardrails: [{ guardrail_name: 'g', litellm_params: { default_on: true } }] },
      'guardrails',
    ],
    ['tokens of a day', { tpd_limit: 5 }, {}, 'tpd_limit'],
    ['tokens of a day of its budget', { budget_id: 'b' }, { budgets: [{ budget_id: 'b', tpd_limit: 5 }] }, 'tpd_limit'],
    [
      'people whose budgets hold in teams',
      {},
      { settings: [{ param_name: 'general_settings', param_value: { apply_user_budget_to_team_keys: true } }] },
      'apply_user_budget_to_team_keys',
    ],
    ['policies for everyone', {}, { policyAttachments: [{ attachment_id: '1', scope: '*' }] }, 'policies'],
    ['refused tools for everyone', {}, { tools: [{ tool_id: '1', input_policy: 'blocked' }] }, 'blocked_tools'],
    [
      'addresses for everyone',
      {},
      { settings: [{ param_name: 'general_settings', param_value: { allowed_ips: ['10.0.0.1'] } }] },
      'allowed_ips',
    ],
  ])(
    'leaves a key without access where LiteLLM restricts it by %s, says so first, and opens it by name',
    (_name, row, rows, column) => {
      const made = plan({ ...rows, keys: [key(row)] });
      const [one] = made.keys;
      const models = made.teams.find(({ name }) => name === one?.team)?.allowedModels;
      expect(one?.disabled === true || models?.length === 0).toBe(true);
      expect(made.findings[0]).toMatchObject({ status: 'opens_access' });
      expect(made.findings[0]?.path.endsWith(`.${column}`)).toBe(true);
      const opened = plan({ ...rows, keys: [key(row)] }, column.replace('metadata.', ''));
      expect(opened.keys[0]?.disabled).toBe(false);
      expect(opened.findings[0]).toMatchObject({ status: 'opens_access' });
    },
  );

  it.each<[string, Partial<DatabaseRows>, string]>([
    ['refused clients', { endUsers: [{ user_id: 'e', blocked: true }] }, 'end_users'],
    ['models of clients', { endUsers: [{ user_id: 'e', models: ['a'] }] }, 'end_users'],
    ['budgets of clients', { endUsers: [{ user_id: 'e', budget_id: 'b' }] }, 'end_users'],
    ['regions of clients', { endUsers: [{ user_id: 'e', allowed_model_region: 'eu' }] }, 'end_users'],
    ['budgets of tags', { tags: [{ tag_name: 'x', budget_id: 'b' }] }, 'tags'],
    [
      'budgets of groups of models',
      { accessGroupBudgets: [{ access_group_name: 'g', budget_id: 'b' }] },
      'access_group_budgets',
    ],
  ])('closes every key because of %s, which any request may name, and opens it by name', (_name, rows, name) => {
    const closed = plan({ ...rows, keys: [key({})] });
    expect(closed.keys[0]?.disabled).toBe(true);
    expect(closed.findings[0]?.status).toBe('opens_access');
    expect(closed.findings[0]?.message).toContain(`--open ${name}`);
    const opened = plan({ ...rows, keys: [key({})] }, name);
    expect(opened.keys[0]?.disabled).toBe(false);
    expect(opened.findings[0]?.status).toBe('opens_access');
  });

  it.each<[string, DatabaseRow]>([
    ['every route that calls models', { allowed_routes: ['llm_api_routes'] }],
    ['permissions that only allow', { permissions: { get_spend_routes: true } }],
    [
      'empty settings',
      { config: {}, permissions: {}, allowed_routes: [], metadata: { guardrails: [] }, blocked: false },
    ],
    ['addresses of those who are told of budgets', { metadata: { soft_budget_alerting_emails: ['a@example.com'] } }],
    ['labels', { metadata: { cost_center: '12', description: 'x' } }],
    [
      'bookkeeping',
      {
        settings_updated_at: 'x',
        created_at: 'x',
        last_active: 'x',
        rotation_count: 3,
        soft_budget_cooldown: true,
        new_counter: 0,
      },
    ],
  ])('leaves a key enabled with %s', (_name, row) => {
    expect(oneKey(row)?.disabled).toBe(false);
  });

  it('gives a limit of 0, which rejects everything at LiteLLM, no requests', () => {
    for (const column of ['rpm_limit', 'tpm_limit', 'max_parallel_requests']) {
      expect(oneKey({ [column]: 0 })?.disabled).toBe(true);
      const teams = [{ team_id: 't', team_alias: 'team', models: [], [column]: 0 }];
      expect(oneKey({ team_id: 't' }, { teams })?.disabled).toBe(true);
    }
  });

  it('shares budgets and limits of organizations and projects out among their keys', () => {
    const projects = [{ project_id: 'p', models: [], budget_id: 'b' }];
    const budgets = [{ budget_id: 'b', max_budget: 10, rpm_limit: 5, max_parallel_requests: 4 }];
    const keys = ['b', 'c'].map((letter) => key({ token: letter.repeat(64), project_id: 'p', key_alias: letter }));
    expect(plan({ projects, budgets, keys }).keys).toEqual([
      expect.objectContaining({ budgetUsd: 5, rpmLimit: 2, maxParallel: 2, disabled: false }),
      expect.objectContaining({ budgetUsd: 5, rpmLimit: 2, maxParallel: 2, disabled: false }),
    ]);
  });

  const allowedOf = (row: DatabaseRow, rows: Partial<DatabaseRows>) => {
    const made = plan({ ...rows, keys: [key(row)] });
    return made.teams.find(({ name }) => name === made.keys[0]?.team)?.allowedModels;
  };

  it.each<[string, DatabaseRow, Partial<DatabaseRows>, readonly string[] | null]>([
    ['its owner, without a team', { user_id: 'u' }, { users: [{ user_id: 'u', models: ['a'] }] }, ['a']],
    [
      'nobody, where its owner has none beside a name',
      { user_id: 'u' },
      { users: [{ user_id: 'u', models: ['a', 'no-default-models'] }] },
      [],
    ],
    [
      'nobody, where its owner has none beside all',
      { user_id: 'u' },
      { users: [{ user_id: 'u', models: ['all-proxy-models', 'no-default-models'] }] },
      [],
    ],
    ['no team, where it has none', { models: ['all-team-models', 'a'] }, {}, ['a']],
    ['no team of its owner', { user_id: 'u' }, { users: [{ user_id: 'u', models: ['all-team-models'] }] }, []],
    ['its owner, who has none', { user_id: 'u' }, { users: [{ user_id: 'u', models: ['no-default-models'] }] }, []],
    [
      'its team and not its owner',
      { user_id: 'u', team_id: 't' },
      { users: [{ user_id: 'u', models: ['a'] }], teams: [{ team_id: 't', team_alias: 't', models: ['b'] }] },
      ['b'],
    ],
    [
      'the organization of its team',
      { team_id: 't' },
      {
        teams: [{ team_id: 't', team_alias: 't', models: [], organization_id: 'o' }],
        organizations: [{ organization_id: 'o', models: ['a'] }],
      },
      ['a'],
    ],
    ['its project', { project_id: 'p' }, { projects: [{ project_id: 'p', models: ['a'] }] }, ['a']],
    [
      'its membership',
      { team_id: 't', user_id: 'u' },
      {
        teams: [{ team_id: 't', team_alias: 't', models: ['a', 'b'] }],
        users: [{ user_id: 'u', models: [] }],
        teamMemberships: [{ team_id: 't', user_id: 'u', budget_id: 'b' }],
        budgets: [{ budget_id: 'b', allowed_models: ['b'] }],
      },
      ['b'],
    ],
    [
      'its permissions',
      { object_permission_id: 'x', models: ['a', 'b'] },
      { objectPermissions: [{ object_permission_id: 'x', models: ['a'] }] },
      ['a'],
    ],
    [
      'its access groups',
      { models: ['group'], access_group_ids: ['g2'] },
      {
        accessGroups: [
          { access_group_id: 'g1', access_group_name: 'group', access_model_names: ['a'] },
          { access_group_id: 'g2', access_group_name: 'other', access_model_names: ['b'] },
        ],
      },
      ['a', 'b'],
    ],
    ['no group that is unknown', { access_group_ids: ['gone'] }, {}, []],
    ['no name that means another model', { models: ['a', 'b'], aliases: { b: 'a' } }, {}, ['a']],
    [
      'no name that means a model of its team alone',
      { team_id: 't' },
      {
        teams: [{ team_id: 't', team_alias: 't', models: ['a', 'own'], model_id: 7 }],
        teamAliases: [{ id: 7, model_aliases: { own: 'model_name_t_1' } }],
      },
      ['a'],
    ],
  ])('lets a key use the models of %s', (_name, row, rows, expected) => {
    expect(allowedOf(row, rows)).toEqual(expected);
  });

  it('says of entries that became no model that they did', () => {
    const { findings } = plan({ keys: [key({ models: ['openai/*'] })] });
    expect(findings).toContainEqual(
      expect.objectContaining({ path: 'LiteLLM_VerificationToken[k].models', status: 'manual' }),
    );
  });

  it('makes no keys of sessions of the dashboard', () => {
    const { keys, findings } = plan({ keys: [key({ team_id: 'litellm-dashboard' })] });
    expect(keys).toEqual([]);
    expect(findings).toEqual([expect.objectContaining({ path: 'LiteLLM_VerificationToken[k]' })]);
  });

  it('has a line for each row of each table that becomes a part of keys and teams', () => {
    const { findings } = plan({
      budgets: [{ budget_id: 'b', max_budget: 5 }],
      organizations: [{ organization_id: 'o' }],
      projects: [{ project_id: 'p' }],
      teamMemberships: [{ user_id: 'u', team_id: 't' }],
      organizationMemberships: [{ user_id: 'u', organization_id: 'o' }],
      objectPermissions: [{ object_permission_id: 'x' }],
      accessGroups: [{ access_group_id: 'g' }],
      accessGroupBudgets: [{ access_group_name: 'g' }],
      teamAliases: [{ id: 7 }],
      policies: [{ policy_id: 'strict' }],
      tools: [{ tool_id: 'ls' }],
    });
    expect(findings.map(({ path }) => path).toSorted()).toEqual([
      'LiteLLM_AccessGroupTable[g]',
      'LiteLLM_BudgetTable[b]',
      'LiteLLM_ModelAccessGroupBudgetTable[g]',
      'LiteLLM_ModelTable[7]',
      'LiteLLM_ObjectPermissionTable[x]',
      'LiteLLM_OrganizationMembership[u]',
      'LiteLLM_OrganizationTable[o]',
      'LiteLLM_PolicyTable[strict]',
      'LiteLLM_ProjectTable[p]',
      'LiteLLM_TeamMembership[u]',
      'LiteLLM_ToolTable[ls]',
    ]);
    expect(findings.every(({ status }) => status !== 'exact')).toBe(true);
  });

  it('has a line for each row of each table that becomes nothing', () => {
    const rows = {
      endUsers: [{ user_id: 'e', blocked: true }, { user_id: 'f' }],
      tags: [{ tag_name: 'x', budget_id: 'b' }, { tag_name: 'y' }],
      models: [{ model_id: 'm', model_name: 'gpt' }],
      mcpServers: [{ server_id: 's', server_name: 'docs' }],
      organizations: [],
      settings: [{ param_name: 'router_settings', param_value: {} }],
    };
    const paths = plan(rows).findings.map(({ path, status }) => [path, status]);
    expect(paths).toEqual([
      ['LiteLLM_EndUserTable[e].blocked', 'opens_access'],
      ['LiteLLM_TagTable[x].budget_id', 'opens_access'],
      ['LiteLLM_ProxyModelTable[gpt]', 'manual'],
      ['LiteLLM_MCPServerTable[docs]', 'manual'],
      ['LiteLLM_EndUserTable[e]', 'unsupported'],
      ['LiteLLM_EndUserTable[f]', 'unsupported'],
      ['LiteLLM_TagTable[x]', 'approximate'],
      ['LiteLLM_TagTable[y]', 'unsupported'],
      ['LiteLLM_Config[router_settings]', 'manual'],
    ]);
  });
});
