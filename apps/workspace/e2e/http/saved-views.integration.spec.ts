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

interface View {
  readonly id: string;
  readonly name: string;
  readonly search: string;
}

// docs/contract/control-plane.md#saved-views
describe.each(serviceDatabases())('saved views on $name', (kind) => {
  let workspace: TestWorkspace;
  let viewer: TestCaller;
  let other: TestCaller;
  let admin: TestCaller;
  let stranger: TestCaller;
  let views: string;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    const { workspaceId } = workspace;
    views = `/w/views?workspace_id=${workspaceId}`;
    const join = (role: 'viewer' | 'admin') =>
      workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role }] });
    [viewer, other, admin] = [await join('viewer'), await join('viewer'), await join('admin')];
    const { organizationId } = await addTenant(workspace.database, 'views');
    stranger = await workspace.signIn({ organizationId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  async function save(name: string, page = 'requests'): Promise<View & { readonly etag: string }> {
    const answer = await viewer.send(`POST ${views}`, { page, name, search: 'outcome=failed' });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return { ...(answer.json() as View), etag: String(answer.headers.etag) };
  }

  it('are shared in the workspace, by page, in the order of their names', async () => {
    for (const [name, page] of [
      ['b', 'shared'],
      ['A', 'shared'],
      ['c', 'keys'],
    ] as const)
      await save(name, page);
    const { data } = (await other.send(`GET ${views}&page=shared&order=name`)).json() as { data: View[] };
    expect(data.map(({ name, search }) => [name, search])).toEqual([
      ['A', 'outcome=failed'],
      ['b', 'outcome=failed'],
    ]);
  });

  it('have names of their own for each page', async () => {
    await save('twice');
    await save('twice', 'keys');
    const again = await other.send(`POST ${views}`, { page: 'keys', name: 'twice', search: '' });
    expect(refusalOf(again)).toEqual([409, 'conflict', 'name']);
  });

  it('are changed by their makers and by administrators, and by nobody else', async () => {
    const { id } = await save('mine');
    expect((await other.send(`PATCH /w/views/${id}`, { name: 'theirs' })).status).toBe(403);
    expect((await other.send(`DELETE /w/views/${id}`)).status).toBe(403);
    expect((await viewer.send(`PATCH /w/views/${id}`, { search: 'range=7d' })).json()).toMatchObject({
      name: 'mine',
      search: 'range=7d',
    });
    expect((await admin.send(`DELETE /w/views/${id}`)).status).toBe(204);
    expect((await viewer.send(`GET /w/views/${id}`)).status).toBe(404);
  });

  it('are not there for another tenant', async () => {
    const { id } = await save('hidden');
    for (const call of [`GET /w/views/${id}`, `PATCH /w/views/${id}`, `DELETE /w/views/${id}`]) {
      expect([call, (await stranger.send(call, call.startsWith('PATCH') ? {} : undefined)).status]).toEqual([
        call,
        404,
      ]);
    }
    expect((await stranger.send(`GET ${views}`)).status).toBe(404);
  });

  it('keep a change that was made meanwhile', async () => {
    const { id, etag } = await save('versions');
    await admin.send(`PATCH /w/views/${id}`, { search: 'range=1h' });
    const late = await viewer.send(`PATCH /w/views/${id}`, { name: 'late' }, { 'if-match': etag });
    expect(refusalOf(late)).toEqual([412, 'precondition_failed', 'If-Match']);
    const removal = await viewer.send(`DELETE /w/views/${id}`, undefined, { 'if-match': etag });
    expect(removal.status).toBe(412);
  });

  it.each([
    ['page', { page: 'Requests!', name: 'x', search: '' }],
    ['name', { page: 'requests', name: 'x'.repeat(101), search: '' }],
    ['search', { page: 'requests', name: 'x', search: 'x'.repeat(2_001) }],
  ])('reject a %s that is out of bounds', async (param, body) => {
    expect(refusalOf(await viewer.send(`POST ${views}`, body))).toEqual([400, 'invalid_value', param]);
  });
});
