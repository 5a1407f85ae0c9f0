import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Budget {
  readonly id: string;
  readonly [member: string]: unknown;
}

const SETUP = { type: 'system', id: null, name: 'test' } as const;

const CONFIG = `
teams:
  - name: declared
    token_budget_monthly: 1000
    api_keys: [{ name: ci, key: ml-qmzhwkvbtxeyrdpasnjgcfulo, budget_usd_monthly: 5 }]
`;

describe.each(serviceDatabases())('/admin/budgets on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let teamId: string;
  let boundKey: string;
  let freeKey: string;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), CONFIG);
    const { organizationId, workspaceId, database } = workspace;
    owner = await workspace.signIn();
    await database.change(SETUP, async ({ teams }) => {
      ({ id: teamId } = await teams.create(organizationId, { name: 'research', tokenBudgetMonthly: 50_000_000_000 }));
      await teams.create(organizationId, { name: 'without' });
    });
    const add = async (body: object): Promise<string> => {
      const answer = await owner.send('POST /admin/keys', { name: 'k', team: teamId, ...body });
      expect(answer.status).toBe(201);
      return (answer.json() as { id: string }).id;
    };
    boundKey = await add({ workspace_id: workspaceId, budget_usd_monthly: 2.5, budget_reset_period: 'daily' });
    freeKey = await add({ budget_usd: 7 });
    await add({});
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const listed = async (by: TestCaller, query = ''): Promise<readonly Budget[]> => {
    const answer = await by.send(`GET /admin/budgets?limit=200${query}`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return (answer.json() as { data: Budget[] }).data;
  };
  const declaredTeam = async () =>
    (await workspace.database.teams.findByName(workspace.organizationId, 'declared'))?.id ?? '';

  it('lists the keys and teams that have one, those of gateway.yaml too, and nothing of who has none', async () => {
    const all = await listed(owner);
    expect(all.map(({ id, scope }) => [scope, id]).slice(0, 4)).toEqual([
      ['api_key', freeKey],
      ['api_key', boundKey],
      ['team', teamId],
      ['team', await declaredTeam()],
    ]);
    expect(all).toHaveLength(5);
    expect(all[4]).toMatchObject({
      scope: 'api_key',
      name: 'ci',
      limit: 5,
      unit: 'usd',
      team_id: await declaredTeam(),
    });
    expect((await listed(owner, '&scope=team')).map(({ id }) => id)).toEqual([teamId, await declaredTeam()]);
    expect((await listed(owner, `&team_id=${teamId}`)).map(({ id }) => id)).toEqual([freeKey, boundKey, teamId]);
    const ofWorkspace = await listed(owner, `&workspace_id=${workspace.workspaceId}`);
    expect(ofWorkspace.map(({ id }) => id)).toEqual([boundKey]);
  });

  it('pages through all of them', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await owner.send(`GET /admin/budgets?limit=2${cursor && `&cursor=${cursor}`}`);
      const page = answer.json() as { data: Budget[]; next_cursor: string | null };
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual((await listed(owner)).map(({ id }) => id));
  });

  it('reports what gateways hold of one, in the current period', async () => {
    const monthStart = `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`;
    const request = {
      account: `team:${teamId}`,
      period_start: monthStart,
      lease: '01930000-0000-7000-8000-00000000000b',
      limit: 50_000_000_000,
      committed: 0,
      settled: 0,
      keep: 0,
      wanted: 1000,
      needed: 0,
    };
    await workspace.database.budgets.lease([request], 60_000, () => 1000);
    const answer = await owner.send(`GET /admin/budgets/${teamId}`);
    expect(answer.json()).toEqual({
      id: teamId,
      object: 'budget',
      scope: 'team',
      name: 'research',
      team_id: teamId,
      workspace_id: null,
      unit: 'tokens',
      period: 'monthly',
      period_start: monthStart,
      resets_at: expect.stringMatching(/-01T00:00:00\.000Z$/),
      limit: 50_000_000_000,
      spent: 0,
      reserved: 1000,
      remaining: 50_000_000_000,
      unpriced: 'allow',
      unpriced_models: [],
    });
  });

  it('are started from zero by who manages them over the organization, which the audit trail shows', async () => {
    const { workspaceId, organizationId, database } = workspace;
    const declaredKey = (await listed(owner)).at(-1)?.id ?? '';
    const accounts = [
      [boundKey, `credential:${boundKey}:daily`, new Date().toISOString().slice(0, 10)],
      [declaredKey, 'declared-key:default/declared/ci:monthly', `${new Date().toISOString().slice(0, 7)}-01`],
    ];
    for (const [id = '', account, day] of accounts) {
      await database.sql.executeSql('INSERT INTO budget_accounts (account, period_start, spent) VALUES ($1, $2, 2.5)', [
        account,
        `${day}T00:00:00Z`,
      ]);
      expect((await owner.send(`GET /admin/budgets/${id}`)).json()).toMatchObject({ spent: 2.5 });
      const admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
      const key = await workspace.issueKey({ teamId });
      for (const other of [admin, key]) expect((await other.send(`POST /admin/budgets/${id}/reset`)).status).toBe(403);

      const answer = await owner.send(`POST /admin/budgets/${id}/reset`);
      expect([answer.status, answer.json()]).toMatchObject([200, { id, spent: 0 }]);
      const { data } = await database.changes.listPage(organizationId, { limit: 1 });
      expect(data).toMatchObject([
        { action: 'budget.reset', targetId: id, before: { spent: 2.5 }, after: { spent: 0 } },
      ]);
    }
    const foreign = await addTenant(database, 'another');
    const stranger = await workspace.signIn({ organizationId: foreign.organizationId });
    for (const id of [boundKey, declaredKey, teamId])
      expect((await stranger.send(`POST /admin/budgets/${id}/reset`)).status).toBe(404);
  });

  it('shows people those of their workspaces and of their team, and a key those of its team', async () => {
    const { workspaceId, organizationId, database } = workspace;
    const viewer = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'viewer' }] });
    expect((await listed(viewer)).map(({ id }) => id)).toEqual([boundKey]);
    await database.change(SETUP, ({ memberships }) =>
      memberships.set(organizationId, { workspaceId, userId: viewer.user?.id ?? '', role: 'viewer', teamId }),
    );
    expect((await listed(viewer)).map(({ id }) => id)).toEqual([boundKey, teamId]);
    expect((await viewer.send(`GET /admin/budgets/${freeKey}`)).status).toBe(404);
    expect((await viewer.send(`GET /admin/budgets/${boundKey}`)).status).toBe(200);

    const key = await workspace.issueKey({ teamId });
    expect((await listed(key)).map(({ id }) => id)).toEqual([freeKey, boundKey, teamId]);
    expect(await listed(key, `&team_id=${await declaredTeam()}`)).toEqual([]);
    const bound = await workspace.issueKey({ teamId, workspaceId });
    expect((await listed(bound)).map(({ id }) => id)).toEqual([boundKey]);
    const declared = await workspace.issueKey({ teamId: await declaredTeam() });
    expect((await listed(declared)).map(({ scope }) => scope)).toEqual(['team', 'api_key']);

    const other = await addTenant(database, 'other');
    const stranger = await workspace.signIn({ organizationId: other.organizationId });
    expect(await listed(stranger)).toEqual([]);
  });

  it('has none for a key or team without one', async () => {
    const without = await workspace.database.teams.findByName(workspace.organizationId, 'without');
    expect((await owner.send(`GET /admin/budgets/${without?.id}`)).status).toBe(404);
  });
});
