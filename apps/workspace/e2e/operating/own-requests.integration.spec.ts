import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@multilane/persistence';
import { auditLine, auditLines, idAt, serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Row {
  readonly id: string;
  readonly rating: string | null;
}

// docs/contract/audit.md#own-requests
describe.each(serviceDatabases())('own requests and changes on $name', (kind) => {
  let workspace: TestWorkspace;
  let viewer: TestCaller;
  let viewerId: string;
  let other: TestCaller;
  let otherId: string;
  let count = 0;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    const { workspaceId } = workspace;
    const join = async () => {
      const caller = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'viewer' }] });
      const { user } = (await caller.send('GET /auth/session')).json() as { user: { id: string } };
      return [caller, user.id] as const;
    };
    [viewer, viewerId] = await join();
    [other, otherId] = await join();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const record = async (values: object): Promise<string> => {
    const { database, organizationId, workspaceId } = workspace;
    const time = new Date(Date.now() - 60_000 + count);
    const id = idAt(time);
    count += 1;
    const own = { id, request_id: `r-${count}`, organization_id: organizationId, workspace_id: workspaceId };
    await database.storeAuditRecords(auditLines([auditLine({ ...own, ...values }, time)]));
    return id;
  };
  const list = async (caller: TestCaller, more = ''): Promise<Row[]> => {
    const answer = await caller.send(`GET /w/own-requests?workspace_id=${workspace.workspaceId}${more}`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return (answer.json() as { data: Row[] }).data;
  };

  it('are those of the person alone, in the workspace, without what others noted', async () => {
    const { database, organizationId } = workspace;
    const mine = await record({ user_id: viewerId, model: 'mine', logical_name: 'mine' });
    const theirs = await record({ user_id: otherId });
    await record({ user_id: null });
    await record({ user_id: viewerId, workspace_id: newId() });
    const actor = { type: 'system', id: null, name: 'test' } as const;
    const note = { rating: 'bad', note: 'Not for them', annotatedById: null, annotatedBy: 'test' } as const;
    await database.change(actor, ({ requestAnnotations }) =>
      requestAnnotations.create(organizationId, { id: mine, time: new Date(), requestId: 'r', ...note }),
    );
    expect((await list(viewer)).map(({ id }) => id)).toEqual([mine]);
    expect((await list(viewer, '&model=mine')).map(({ id, rating }) => [id, rating])).toEqual([[mine, null]]);
    expect(await list(viewer, '&model=other')).toEqual([]);
    expect((await list(viewer, `&user_id=${otherId}`)).map(({ id }) => id)).toEqual([mine]);
    expect((await list(other)).map(({ id }) => id)).toEqual([theirs]);
    expect((await viewer.send(`GET /w/own-requests/${mine}`)).json()).toMatchObject({ id: mine, note: null });
    expect((await viewer.send(`GET /w/own-requests/${theirs}`)).status).toBe(404);
  });

  it('open neither the records of others nor anything else of their own', async () => {
    const mine = await record({ user_id: viewerId });
    for (const path of ['', `/${mine}`, `/${mine}/payload`, `/${mine}/tree`, `/${mine}/annotation`, '/export']) {
      expect([path, (await viewer.send(`GET /admin/audit${path}`)).status]).toEqual([path, 403]);
    }
  });

  it('are not there in a workspace that the person has no place in, nor for another tenant', async () => {
    const away = newId();
    const left = await record({ user_id: viewerId, workspace_id: away });
    expect((await viewer.send(`GET /w/own-requests/${left}`)).status).toBe(404);
    expect((await viewer.send(`GET /w/own-requests?workspace_id=${away}`)).status).toBe(404);
    const tenant = await addTenant(workspace.database, 'own');
    const stranger = await workspace.signIn({ organizationId: tenant.organizationId });
    const mine = await record({ user_id: viewerId });
    expect((await stranger.send(`GET /w/own-requests/${mine}`)).status).toBe(404);
    expect((await stranger.send(`GET /w/own-requests?workspace_id=${workspace.workspaceId}`)).status).toBe(404);
  });

  it('are beside the changes that the person made', async () => {
    const { workspaceId } = workspace;
    const view = { page: 'requests', name: 'mine', search: '' };
    expect((await viewer.send(`POST /w/views?workspace_id=${workspaceId}`, view)).status).toBe(201);
    const read = async (caller: TestCaller, more = '') =>
      ((await caller.send(`GET /auth/changes?limit=50${more}`)).json() as { data: { action: string }[] }).data.map(
        ({ action }) => action,
      );
    expect(await read(viewer)).toContain('saved_view.create');
    expect(await read(other)).not.toContain('saved_view.create');
    expect(await read(other, `&actor_id=${viewerId}`)).not.toContain('saved_view.create');
    expect((await viewer.send('GET /admin/changes')).status).toBe(403);
  });
});
