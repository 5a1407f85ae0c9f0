import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Dashboard {
  readonly id: string;
  readonly name: string;
  readonly charts: readonly object[];
}

const CHART = {
  title: 'Cost by team',
  kind: 'stacked',
  measure: 'cost_usd',
  group_by: 'team',
  span: '30d',
  filters: { model: 'gpt-5-mini' },
};
const NUMBER = {
  ...CHART,
  title: 'Requests',
  kind: 'number',
  measure: 'requests',
  group_by: 'tag:feature',
  filters: {},
};

// docs/contract/control-plane.md#dashboards
describe.each(serviceDatabases())('dashboards on $name', (kind) => {
  let workspace: TestWorkspace;
  let viewer: TestCaller;
  let other: TestCaller;
  let admin: TestCaller;
  let stranger: TestCaller;
  let dashboards: string;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    const { workspaceId } = workspace;
    dashboards = `/w/dashboards?workspace_id=${workspaceId}`;
    const join = (role: 'viewer' | 'admin') =>
      workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role }] });
    [viewer, other, admin] = [await join('viewer'), await join('viewer'), await join('admin')];
    const { organizationId } = await addTenant(workspace.database, 'dashboards');
    stranger = await workspace.signIn({ organizationId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  async function save(name: string, charts: readonly object[] = [CHART]): Promise<Dashboard & { etag: string }> {
    const answer = await viewer.send(`POST ${dashboards}`, { name, charts });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return { ...(answer.json() as Dashboard), etag: String(answer.headers.etag) };
  }

  it('are shared in the workspace with their charts in order', async () => {
    const { id } = await save('shared', [NUMBER, CHART]);
    const { data } = (await other.send(`GET ${dashboards}&order=name`)).json() as { data: Dashboard[] };
    expect(data.find(({ name }) => name === 'shared')?.charts).toEqual([NUMBER, CHART]);
    const moved = await viewer.send(`PATCH /w/dashboards/${id}`, { charts: [CHART, NUMBER] });
    expect(moved.json()).toMatchObject({ name: 'shared', charts: [CHART, NUMBER] });
    expect((await other.send(`GET /w/dashboards/${id}`)).json()).toMatchObject({ charts: [CHART, NUMBER] });
  });

  it('have names of their own in the workspace', async () => {
    await save('twice');
    const again = await other.send(`POST ${dashboards}`, { name: 'twice' });
    expect(refusalOf(again)).toEqual([409, 'conflict', 'name']);
  });

  it('are changed by their makers and by administrators, and by nobody else', async () => {
    const { id } = await save('mine');
    expect((await other.send(`PATCH /w/dashboards/${id}`, { charts: [] })).status).toBe(403);
    expect((await other.send(`DELETE /w/dashboards/${id}`)).status).toBe(403);
    const renamed = await admin.send(`PATCH /w/dashboards/${id}`, { name: 'ours' });
    expect(renamed.json()).toMatchObject({ name: 'ours', charts: [CHART] });
    expect((await viewer.send(`DELETE /w/dashboards/${id}`)).status).toBe(204);
    expect((await viewer.send(`GET /w/dashboards/${id}`)).status).toBe(404);
  });

  it('are not there for another tenant', async () => {
    const { id } = await save('hidden');
    for (const call of [`GET /w/dashboards/${id}`, `PATCH /w/dashboards/${id}`, `DELETE /w/dashboards/${id}`]) {
      const answer = await stranger.send(call, call.startsWith('PATCH') ? {} : undefined);
      expect([call, answer.status]).toEqual([call, 404]);
    }
    expect((await stranger.send(`GET ${dashboards}`)).status).toBe(404);
    expect((await viewer.send(`GET /w/dashboards/${id}`)).status).toBe(200);
  });

  it('keep a change that was made meanwhile', async () => {
    const { etag, id } = await save('versions');
    await admin.send(`PATCH /w/dashboards/${id}`, { charts: [] });
    const late = await viewer.send(`PATCH /w/dashboards/${id}`, { charts: [NUMBER] }, { 'if-match': etag });
    expect(refusalOf(late)).toEqual([412, 'precondition_failed', 'If-Match']);
    const removal = await viewer.send(`DELETE /w/dashboards/${id}`, undefined, { 'if-match': etag });
    expect(removal.status).toBe(412);
  });

  it.each([
    ['name', { name: 'x'.repeat(101) }],
    ['charts', { name: 'x', charts: Array.from({ length: 25 }, () => CHART) }],
    ['charts[0].kind', { name: 'x', charts: [{ ...CHART, kind: 'pie' }] }],
    ['charts[0].group_by', { name: 'x', charts: [{ ...CHART, group_by: 'customer,model' }] }],
    ['charts[0].group_by', { name: 'x', charts: [{ ...CHART, group_by: 'team,team' }] }],
    ['charts[0].span', { name: 'x', charts: [{ ...CHART, span: '2027-01-01' }] }],
    ['charts[0].filters.tag', { name: 'x', charts: [{ ...CHART, filters: { tag: 'nothing' } }] }],
  ])('reject a value out of bounds at %s', async (param, body) => {
    expect(refusalOf(await viewer.send(`POST ${dashboards}`, body))).toEqual([400, 'invalid_value', param]);
  });

  it('are at most 20 in a workspace, though many are made at once', async () => {
    const names = Array.from({ length: 24 }, (_, number) => `one of many ${number}`);
    await Promise.all(names.map((name) => viewer.send(`POST ${dashboards}`, { name })));
    expect(await startCount()).toBe(20);
    const more = await viewer.send(`POST ${dashboards}`, { name: 'one too many' });
    expect([more.status, more.text]).toEqual([409, expect.stringContaining('20 dashboards')]);
  });

  async function startCount(): Promise<number> {
    const { data } = (await viewer.send(`GET ${dashboards}&limit=200`)).json() as { data: Dashboard[] };
    return data.length;
  }
});
