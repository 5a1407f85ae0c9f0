import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { serviceDatabases } from '@multilane/testing';
import { applyConfig } from '../../src/app/apply-config.js';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const SMTP =
  'alerts: { smtp: { host: mail.example.com, from: alerts@example.com, recipient_domains: [example.com] } }\n';
const RULES = '/admin/alerts/rules';
const CHANNELS = '/admin/alerts/channels';
const BUDGETS = { name: 'Budgets', kind: 'budget' } as const;
const HOOK = { name: 'Hook', kind: 'webhook', url: 'https://hooks.example.com/in?token=hush' } as const;
const ACTOR = { type: 'system', id: null, name: 'test' } as const;

interface Shown {
  readonly id: string;
  readonly [field: string]: unknown;
}

describe.each(serviceDatabases())('/admin/alerts on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;
  let teamId: string;
  let otherTeamId: string;
  let keyAdmin: TestCaller;
  let editor: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), SMTP);
    owner = await workspace.signIn();
    const other = await addTenant(workspace.database, 'other');
    stranger = await workspace.signIn({ organizationId: other.organizationId });
    const { database, organizationId, workspaceId } = workspace;
    const [first, second] = await database.change(ACTOR, async ({ teams }) => [
      await teams.create(organizationId, { name: 'search' }),
      await teams.create(organizationId, { name: 'ads' }),
    ]);
    [teamId, otherTeamId] = [first?.id ?? '', second?.id ?? ''];
    keyAdmin = await workspace.issueKey({ teamId, workspaceId });
    editor = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'editor' }] });
    await database.change(ACTOR, ({ memberships }) =>
      memberships.set(organizationId, { userId: editor.user?.id ?? '', workspaceId, role: 'editor', teamId }),
    );
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const create = async (path: string, body: object, caller = owner): Promise<Shown> => {
    const answer = await caller.send(`POST ${path}`, body);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json() as Shown;
  };

  it('creates, lists, changes and deletes a rule, with every default of its settings', async () => {
    const rule = await create(RULES, BUDGETS);
    expect(rule).toMatchObject({
      object: 'alert_rule',
      workspace_id: workspace.workspaceId,
      team_id: null,
      enabled: true,
      settings: { thresholds: [50, 80, 100], forecast: true },
      channel_ids: [],
      problem: null,
    });
    const changed = await owner.send(`PATCH ${RULES}/${rule.id}`, { settings: { thresholds: [90] }, enabled: false });
    expect(changed.json()).toMatchObject({ settings: { thresholds: [90], forecast: true }, enabled: false });
    expect((await owner.send(`GET ${RULES}`)).json()).toMatchObject({ data: [{ id: rule.id }] });
    expect((await owner.send(`DELETE ${RULES}/${rule.id}`)).status).toBe(204);
    expect(refusalOf(await owner.send(`GET ${RULES}/${rule.id}`))).toEqual([404, 'not_found']);
  });

  it.each([
    ['an unknown kind', { name: 'a', kind: 'weather' }, 'kind'],
    ['a threshold out of bounds', { ...BUDGETS, settings: { thresholds: [0] } }, 'settings.thresholds'],
    ['a setting of another kind', { ...BUDGETS, settings: { percent: 5 } }, 'settings.percent'],
    ['a kind that belongs to the organization', { name: 'a', kind: 'backlog' }, 'kind'],
    ['an unknown channel', { ...BUDGETS, channel_ids: ['0198c0de-0000-7000-8000-000000000000'] }, 'channel_ids'],
    ['a channel that is no id', { ...BUDGETS, channel_ids: ['nobody'] }, 'channel_ids'],
    ['an unknown team', { ...BUDGETS, team_id: '0198c0de-0000-7000-8000-000000000000' }, 'team_id'],
  ])('rejects a rule with %s', async (_what, body, param) => {
    expect(refusalOf(await owner.send(`POST ${RULES}`, body))).toEqual([400, 'invalid_value', param]);
  });

  it('creates no more rules and channels than there may be, however many come at once', async () => {
    const { organizationId } = await addTenant(workspace.database, 'crowd');
    const crowd = await workspace.signIn({ organizationId });
    const place = { scope: 'organization' };
    const rules = Array.from({ length: 56 }, () => crowd.send(`POST ${RULES}`, { ...BUDGETS, ...place }));
    const channels = Array.from({ length: 24 }, () => crowd.send(`POST ${CHANNELS}`, { ...HOOK, ...place }));
    const statuses = async (answers: readonly Promise<{ status: number }>[]) =>
      (await Promise.all(answers)).map(({ status }) => status).filter((status) => status === 201).length;
    expect([await statuses(rules), await statuses(channels)]).toEqual([50, 20]);
  });

  it('has the rules and channels of gateway.yaml, which are changed there alone', async () => {
    const declare = (alerts: string) => {
      const env = {};
      return applyConfig(workspace.database, parseConfig(`alerts: ${alerts}\n`, { env, sourceName: 'a.yaml' }).config);
    };
    const list = async (path: string) =>
      ((await owner.send(`GET ${path}?limit=100`)).json() as { data: Shown[] }).data.filter(
        ({ source }) => source === 'config',
      );
    const channels = '[{ name: hook, kind: slack, url: "https://hooks.example.com/hush" }]';
    await declare(`{ channels: ${channels}, rules: [{ name: low, kind: budget, channels: [hook] }] }`);
    const [channel] = await list(CHANNELS);
    const [rule] = await list(RULES);
    expect(channel).toMatchObject({ name: 'hook', hint: 'https://hooks.example.com', workspace_id: null });
    expect(rule).toMatchObject({
      name: 'low',
      settings: { thresholds: [50, 80, 100], forecast: true },
      channel_ids: [channel?.id],
    });
    for (const path of [`${CHANNELS}/${channel?.id}`, `${RULES}/${rule?.id}`]) {
      expect(refusalOf(await owner.send(`PATCH ${path}`, { enabled: false }))).toEqual([409, 'declared_in_config']);
      expect(refusalOf(await owner.send(`DELETE ${path}`))).toEqual([409, 'declared_in_config']);
      expect(refusalOf(await stranger.send(`GET ${path}`))).toEqual([404, 'not_found']);
    }
    const stored = await workspace.database.sql.executeSql('SELECT sealed FROM alert_channels WHERE sealed IS NULL');
    expect(stored).toMatchObject({ rows: [{ sealed: null }] });
    await declare(`{ channels: ${channels}, rules: [{ name: low, kind: budget, settings: { thresholds: [90] } }] }`);
    expect(await list(RULES)).toMatchObject([{ id: rule?.id, settings: { thresholds: [90] }, channel_ids: [] }]);
    await declare('{ rules: [{ name: low, kind: expiry }] }');
    expect([await list(CHANNELS), await list(RULES)]).toMatchObject([[], [{ name: 'low', kind: 'expiry' }]]);
    await declare('{}');
    expect(await list(RULES)).toEqual([]);
  });

  it('shows of a channel where it leads and never its address or its secret, but for the one that it has made', async () => {
    const made = await create(CHANNELS, HOOK);
    expect(made).toMatchObject({ hint: 'https://hooks.example.com', secret: expect.stringMatching(/^whsec_/) });
    const shown = await owner.send(`GET ${CHANNELS}/${made.id}`);
    expect(shown.json()).toMatchObject({ hint: 'https://hooks.example.com', secret: null });
    const listed = await owner.send(`GET ${CHANNELS}`);
    const trail = await owner.send('GET /org/changes?limit=100');
    for (const text of [shown.text, listed.text, trail.text]) {
      expect(text).not.toContain('hush');
      expect(text).not.toContain(String(made.secret));
    }
    expect((await owner.send(`DELETE ${CHANNELS}/${made.id}`)).status).toBe(204);
  });

  it('replaces an address together with its secret', async () => {
    const made = await create(CHANNELS, HOOK);
    const renamed = (await owner.send(`PATCH ${CHANNELS}/${made.id}`, { name: 'Moved' })).json() as Shown;
    expect(renamed).toMatchObject({ name: 'Moved', hint: 'https://hooks.example.com', secret: null });
    const moved = (await owner.send(`PATCH ${CHANNELS}/${made.id}`, { url: 'https://b.example.com/' })).json() as Shown;
    expect(moved).toMatchObject({ hint: 'https://b.example.com', secret: expect.stringMatching(/^whsec_/) });
    expect(moved.secret).not.toBe(made.secret);
    await owner.send(`DELETE ${CHANNELS}/${made.id}`);
  });

  it.each([
    ['a private address', { ...HOOK, url: 'http://169.254.169.254/latest' }, 'url'],
    ['an address with a password', { ...HOOK, url: 'https://a:b@example.com/' }, 'url'],
    ['no address', { name: 'a', kind: 'slack' }, 'url'],
    ['a weak secret', { ...HOOK, secret: 'hello' }, 'secret'],
    ['a field of another kind', { name: 'a', kind: 'slack', url: HOOK.url, to: ['a@example.com'] }, 'to'],
    ['a key of PagerDuty that is too short', { name: 'a', kind: 'pagerduty', routing_key: 'abc' }, 'routing_key'],
    ['no recipient', { name: 'a', kind: 'email' }, 'to'],
    ['a recipient that is two', { name: 'a', kind: 'email', to: ['a@example.com,b@example.com'] }, 'to[0]'],
    ['a recipient with a line break', { name: 'a', kind: 'email', to: ['a@example.com\nBcc: b'] }, 'to[0]'],
    ['a recipient at another domain', { name: 'a', kind: 'email', to: ['a@evil.example'] }, 'to[0]'],
    [
      'quiet hours of no zone',
      { ...HOOK, quiet_hours: { from: '22:00', to: '07:00', timezone: 'Mars/Olympus' } },
      'quiet_hours.timezone',
    ],
  ])('rejects a channel with %s', async (_what, body, param) => {
    expect(refusalOf(await owner.send(`POST ${CHANNELS}`, body))).toEqual([400, 'invalid_value', param]);
  });

  it('keeps a channel that a rule sends to', async () => {
    const channel = await create(CHANNELS, HOOK);
    const rule = await create(RULES, { ...BUDGETS, channel_ids: [channel.id, channel.id] });
    expect(rule.channel_ids).toEqual([channel.id]);
    expect(refusalOf(await owner.send(`DELETE ${CHANNELS}/${channel.id}`))).toEqual([409, 'conflict']);
    await owner.send(`DELETE ${RULES}/${rule.id}`);
    expect((await owner.send(`DELETE ${CHANNELS}/${channel.id}`)).status).toBe(204);
  });

  it('queues a test of a channel, a few in a minute', async () => {
    const channel = await create(CHANNELS, { ...HOOK, kind: 'slack' });
    const answer = await owner.send(`POST ${CHANNELS}/${channel.id}/test`);
    expect([answer.status, answer.json()]).toEqual([
      202,
      expect.objectContaining({ event: 'test', status: 'pending', channel_id: channel.id, attempts: 0, alerts: 1 }),
    ]);
    const { id } = answer.json() as Shown;
    expect((await owner.send(`GET /admin/alerts/deliveries/${id}`)).json()).toMatchObject({ id, event: 'test' });
    const listed = await owner.send(`GET /admin/alerts/deliveries?channel_id=${channel.id}&status=pending`);
    expect(listed.json()).toMatchObject({ data: [{ id }], next_cursor: null });
    for (let each = 0; each < 4; each++) await owner.send(`POST ${CHANNELS}/${channel.id}/test`);
    const refused = await owner.send(`POST ${CHANNELS}/${channel.id}/test`);
    expect(refusalOf(refused)).toEqual([429, 'rate_limit_exceeded']);
  });

  it('lets nobody of another organization see or use anything', async () => {
    const channel = await create(CHANNELS, HOOK);
    const rule = await create(RULES, BUDGETS);
    for (const route of [
      `GET ${RULES}/${rule.id}`,
      `PATCH ${RULES}/${rule.id}`,
      `DELETE ${RULES}/${rule.id}`,
      `GET ${CHANNELS}/${channel.id}`,
      `PATCH ${CHANNELS}/${channel.id}`,
      `DELETE ${CHANNELS}/${channel.id}`,
      `POST ${CHANNELS}/${channel.id}/test`,
    ]) {
      const body = route.startsWith('PATCH') ? { enabled: false } : undefined;
      expect([route, ...refusalOf(await stranger.send(route, body))]).toEqual([route, 404, 'not_found']);
    }
    const used = await stranger.send(`POST ${RULES}`, { ...BUDGETS, channel_ids: [channel.id] });
    expect(refusalOf(used)).toEqual([400, 'invalid_value', 'channel_ids']);
    expect((await stranger.send(`GET ${RULES}`)).json()).toMatchObject({ data: [] });
    await owner.send(`DELETE ${RULES}/${rule.id}`);
  });

  it('lets the people and the keys of a team alert on their team alone', async () => {
    const own = await create(RULES, BUDGETS, keyAdmin);
    expect(own).toMatchObject({ team_id: teamId, workspace_id: workspace.workspaceId });
    const ofEditor = await create(RULES, { ...BUDGETS, team_id: teamId }, editor);
    const ofOthers = await create(RULES, { ...BUDGETS, team_id: otherTeamId });
    const ofAll = await create(RULES, BUDGETS);
    for (const body of [BUDGETS, { ...BUDGETS, team_id: otherTeamId }]) {
      expect(refusalOf(await editor.send(`POST ${RULES}`, body))).toEqual([403, 'permission_denied']);
    }
    const stolen = await keyAdmin.send(`POST ${RULES}`, { ...BUDGETS, team_id: otherTeamId });
    expect(refusalOf(stolen)).toEqual([403, 'permission_denied']);
    expect((await editor.send(`PATCH ${RULES}/${own.id}`, { name: 'Ours' })).status).toBe(200);
    expect(refusalOf(await editor.send(`PATCH ${RULES}/${ofAll.id}`, { name: 'Mine' }))).toEqual([
      403,
      'permission_denied',
    ]);
    for (const { id } of [ofOthers, ofAll]) {
      expect(refusalOf(await keyAdmin.send(`GET ${RULES}/${id}`))).toEqual([404, 'not_found']);
    }
    const listed = (await keyAdmin.send(`GET ${RULES}`)).json() as { data: Shown[] };
    expect(listed.data.map(({ id }) => id).sort()).toEqual([own.id, ofEditor.id].sort());
    for (const { id } of [own, ofEditor, ofOthers, ofAll]) await owner.send(`DELETE ${RULES}/${id}`);
  });

  it('takes a rule of the organization from its administrators alone', async () => {
    const rule = await create(RULES, { name: 'Jobs', kind: 'backlog', scope: 'organization' });
    expect(rule).toMatchObject({ workspace_id: null, settings: { jobs: 1000, waiting_minutes: 15 } });
    const refused = await editor.send(`POST ${RULES}`, { name: 'Jobs', kind: 'backlog', scope: 'organization' });
    expect(refusalOf(refused)).toEqual([403, 'permission_denied']);
    expect(refusalOf(await editor.send(`GET ${RULES}/${rule.id}`))).toEqual([404, 'not_found']);
    await owner.send(`DELETE ${RULES}/${rule.id}`);
  });

  it('takes 50 rules in a workspace', async () => {
    const { database, organizationId, workspaceId } = workspace;
    const values = { ...BUDGETS, workspaceId, teamId: null, settings: {}, channelIds: [], enabled: false } as const;
    await database.change(ACTOR, async ({ alertRules }) => {
      for (let each = 0; each < 50; each++) await alertRules.create(organizationId, values);
    });
    expect(refusalOf(await owner.send(`POST ${RULES}`, BUDGETS))).toEqual([409, 'conflict']);
  });

  it('shows alerts until somebody has acknowledged them, and then in the history', async () => {
    const { database, organizationId, workspaceId } = workspace;
    const rule = await database.change(ACTOR, ({ alertRules }) =>
      alertRules.create(organizationId, {
        ...BUDGETS,
        workspaceId,
        teamId: null,
        settings: {},
        channelIds: [],
        enabled: true,
      }),
    );
    const finding = {
      subjectType: 'api_key',
      subjectId: 'k',
      subjectName: 'search-prod',
      threshold: 80,
      windowKey: 'monthly',
      value: 83,
      severity: 'warning',
      title: 'The budget of key search-prod is spent to 83%',
      lines: ['Spent: $8.30 of $10.00 (83%)'],
      link: null,
    } as const;
    const open = () => database.inTransaction((sql) => database.alertWork.open(sql, rule, [finding]));
    const [alert] = await open();
    expect(await open()).toEqual([]);
    const inbox = '/admin/alerts?acknowledged=false';
    expect((await owner.send(`GET ${inbox}`)).json()).toMatchObject({
      data: [{ id: alert?.id, state: 'firing', title: finding.title, lines: finding.lines, acknowledged_at: null }],
    });
    const seen = await owner.send(`POST /admin/alerts/${alert?.id}/acknowledge`);
    expect(seen.json()).toMatchObject({ acknowledged_at: expect.any(String), acknowledged_by: owner.user?.name });
    expect((await owner.send(`GET ${inbox}`)).json()).toMatchObject({ data: [] });
    const history = await owner.send(`GET /admin/alerts?rule_id=${rule.id}&state=firing`);
    expect(history.json()).toMatchObject({ data: [{ id: alert?.id }] });
    expect(refusalOf(await stranger.send(`GET /admin/alerts/${alert?.id}`))).toEqual([404, 'not_found']);
    expect(refusalOf(await keyAdmin.send(`GET /admin/alerts/${alert?.id}`))).toEqual([404, 'not_found']);
  });

  it('name who acknowledged an alert, without an address, to those alone who may see people', async () => {
    const { database, organizationId, workspaceId } = workspace;
    const finding = {
      subjectType: 'team',
      subjectId: teamId,
      subjectName: 'search',
      threshold: 80,
      windowKey: 'monthly',
      value: 83,
      severity: 'warning',
      title: 'The budget of team search is spent to 83%',
      lines: [],
      link: null,
    } as const;
    const rule = await database.change(ACTOR, ({ alertRules }) =>
      alertRules.create(organizationId, {
        ...BUDGETS,
        workspaceId,
        teamId,
        settings: {},
        channelIds: [],
        enabled: true,
      }),
    );
    const [alert] = await database.inTransaction((sql) => database.alertWork.open(sql, rule, [finding]));
    const path = `/admin/alerts/${alert?.id}`;
    await owner.send(`POST ${path}/acknowledge`);
    const viewer = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'viewer' }] });
    for (const [caller, name] of [
      [owner, owner.user?.name],
      [viewer, owner.user?.name],
      [keyAdmin, null],
    ] as const) {
      const seen = { acknowledged_at: expect.any(String), acknowledged_by: name };
      expect((await caller.send(`GET ${path}`)).json()).toMatchObject(seen);
      expect((await caller.send(`GET /admin/alerts?rule_id=${rule.id}`)).json()).toMatchObject({ data: [seen] });
    }
    expect((await keyAdmin.send(`POST ${path}/acknowledge`)).json()).toMatchObject({ acknowledged_by: null });
  });
});
