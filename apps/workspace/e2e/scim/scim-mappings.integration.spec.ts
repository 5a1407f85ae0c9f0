import { beforeAll, describe, expect, it } from '@jest/globals';
import type { WorkspaceRole } from '@multilane/auth';
import { serviceDatabases } from '@multilane/testing';
import { refusalOf, type TestCaller } from '../start-test-workspace.js';
import { patch, type Resource, startScimTests, TEST } from './start-scim-tests.js';

describe.each(serviceDatabases())('/org/scim-mappings on $name (docs/contract/scim.md#mappings)', (kind) => {
  const world = startScimTests(kind);
  let owner: TestCaller;

  beforeAll(async () => {
    owner = await world.workspace.signIn();
  });

  const makeWorkspace = async (): Promise<string> => {
    const { organizationId, database } = world.workspace;
    const name = `workspace ${world.count()}`;
    return (await database.change(TEST, ({ workspaces }) => workspaces.create(organizationId, { name }))).id;
  };
  const map = async (group: Resource, workspaceId: string, role: WorkspaceRole): Promise<string> => {
    const answer = await owner.send('POST /org/scim-mappings', { group_id: group.id, workspace_id: workspaceId, role });
    expect(answer.status).toBe(201);
    return (answer.json() as { id: string }).id;
  };
  const members = async (workspaceId: string): Promise<readonly unknown[]> => {
    const { json } = await owner.send(`GET /admin/workspaces/${workspaceId}/members?limit=200`);
    const { data } = json() as { data: { user_id: string; role: string; team_id: string; managed_by: string }[] };
    return data.map((member) => [member.user_id, member.role, member.team_id, member.managed_by]);
  };
  const groupOf = (...people: readonly Resource[]) =>
    world.createGroup({ members: people.map(({ id }) => ({ value: id })) });

  it('are created, listed by group and workspace, found, changed and deleted, and the audit trail records it', async () => {
    const ada = await world.createUser();
    const group = await groupOf(ada);
    const workspaceId = await makeWorkspace();
    const id = await map(group, workspaceId, 'viewer');
    const names = { group: expect.stringMatching(/^team \d+$/), workspace: expect.stringMatching(/^workspace \d+$/) };
    const shown = {
      id,
      object: 'scim_mapping',
      group_id: group.id,
      workspace_id: workspaceId,
      role: 'viewer',
      ...names,
    };
    const list = async (query: string) => (await owner.send(`GET /org/scim-mappings?${query}`)).json();
    expect(await list(`group_id=${group.id}`)).toMatchObject({ data: [shown] });
    expect(await list(`workspace_id=${workspaceId}`)).toMatchObject({ data: [shown] });
    expect(await list(`group_id=${workspaceId}`)).toMatchObject({ data: [] });
    expect((await owner.send(`GET /org/scim-mappings/${id}`)).json()).toMatchObject(shown);
    expect(await members(workspaceId)).toEqual([[ada.id, 'viewer', group.id, 'scim']]);
    const changed = await owner.send(`PATCH /org/scim-mappings/${id}`, { role: 'admin' });
    expect([changed.status, changed.json()]).toMatchObject([200, { ...shown, role: 'admin' }]);
    expect(await members(workspaceId)).toEqual([[ada.id, 'admin', group.id, 'scim']]);
    expect((await owner.send(`DELETE /org/scim-mappings/${id}`)).status).toBe(204);
    expect((await owner.send(`GET /org/scim-mappings/${id}`)).status).toBe(404);
    expect(await members(workspaceId)).toEqual([]);
    const { organizationId, database } = world.workspace;
    const { data } = await database.changes.listPage(organizationId, { limit: 6 });
    expect(data.map(({ action, actorId }) => [action, actorId])).toEqual(
      ['workspace.change_memberships', 'scim_mapping.remove', 'workspace.change_memberships', 'scim_mapping.update']
        .concat('workspace.change_memberships', 'scim_mapping.create')
        .map((action) => [action, owner.user?.id]),
    );
  });

  it('are one for each group and workspace, of things that are there: 409, 400, 404', async () => {
    const group = await groupOf();
    const workspaceId = await makeWorkspace();
    await map(group, workspaceId, 'viewer');
    const create = async (body: object) => refusalOf(await owner.send('POST /org/scim-mappings', body));
    const body = { group_id: group.id, workspace_id: workspaceId, role: 'editor' };
    const nobody = '01930000-0000-7000-8000-00000000000a';
    expect(await create(body)).toEqual([409, 'conflict', 'workspace_id']);
    expect(await create({ ...body, group_id: nobody })).toEqual([400, 'invalid_value', 'group_id']);
    expect(await create({ ...body, workspace_id: nobody })).toEqual([400, 'invalid_value', 'workspace_id']);
    expect(await create({ ...body, role: 'owner' })).toEqual([400, 'invalid_value', 'role']);
    expect(await create({ ...body, group_id: 'x' })).toEqual([400, 'invalid_value', 'group_id']);
    const foreign = await world.createGroup({}, world.elsewhere.scim);
    expect(await create({ ...body, group_id: foreign.id })).toEqual([400, 'invalid_value', 'group_id']);
    expect(refusalOf(await owner.send(`PATCH /org/scim-mappings/${nobody}`, { role: 'admin' }))).toEqual([
      404,
      'not_found',
    ]);
  });

  it('put 500 people in their place by one request of the identity provider, or of an administrator', async () => {
    const ids = await world.workspace.database.change(TEST, async ({ users }) => {
      const made: string[] = [];
      for (let count = 0; count < 500; count += 1) {
        const email = `many-${world.count()}-${count}@example.com`;
        made.push((await users.create(world.workspace.organizationId, { email, name: 'Many' })).id);
      }
      return made;
    });
    const [group, workspaceId] = [await groupOf(), await makeWorkspace()];
    const id = await map(group, workspaceId, 'viewer');
    const began = performance.now();
    const value = ids.map((userId) => ({ value: userId }));
    const add = patch({ op: 'Add', path: 'members', value });
    expect((await world.scim(`PATCH /scim/v2/Groups/${group.id}`, add)).status).toBe(200);
    await owner.send(`PATCH /org/scim-mappings/${id}`, { role: 'editor' });
    expect(performance.now() - began).toBeLessThan(10_000);
    const { organizationId, database } = world.workspace;
    const memberships = await database.memberships.list(organizationId, { workspaceId });
    expect(memberships.map(({ role, teamId }) => [role, teamId])).toEqual(ids.map(() => ['editor', group.id]));
  }, 60_000);

  it.each<[string, (group: Resource, user: Resource) => [string, object?]]>([
    [
      'PATCH remove by filter',
      (group, user) => [
        `PATCH /scim/v2/Groups/${group.id}`,
        patch({ op: 'remove', path: `members[value eq "${user.id}"]` }),
      ],
    ],
    [
      'PATCH remove by value',
      (group, user) => [
        `PATCH /scim/v2/Groups/${group.id}`,
        patch({ op: 'Remove', path: 'members', value: [{ value: user.id }] }),
      ],
    ],
    [
      'PATCH replace',
      (group) => [`PATCH /scim/v2/Groups/${group.id}`, patch({ op: 'replace', path: 'members', value: [] })],
    ],
    ['PUT', (group) => [`PUT /scim/v2/Groups/${group.id}`, { displayName: group.displayName }]],
    ['deletion of the group', (group) => [`DELETE /scim/v2/Groups/${group.id}`]],
    [
      'deactivation',
      (_group, user) => [`PATCH /scim/v2/Users/${user.id}`, patch({ op: 'Replace', path: 'active', value: 'False' })],
    ],
    ['deletion of the person', (_group, user) => [`DELETE /scim/v2/Users/${user.id}`]],
  ])('%s takes back what the group gave; what another group gave stays', async (_way, requestOf) => {
    const [ada, other] = [await world.createUser(), await world.createUser()];
    const [group, second] = [await groupOf(ada), await groupOf(ada, other)];
    const [one, two] = [await makeWorkspace(), await makeWorkspace()];
    await map(group, one, 'admin');
    await map(second, one, 'viewer');
    await map(group, two, 'editor');
    const [route, body] = requestOf(group, ada);
    expect((await world.scim(route, body)).status).toBeLessThan(300);
    const isThere = (await world.scim(`GET /scim/v2/Users/${ada.id}`)).text.includes('"active":true');
    const staying = isThere ? [[ada.id, 'viewer', second.id, 'scim']] : [];
    expect(await members(one)).toEqual([[other.id, 'viewer', second.id, 'scim'], ...staying]);
    expect(await members(two)).toEqual([]);
  });

  it('grants of a person stay, and grants of a group alone are not taken away by hand: 409', async () => {
    const ada = await world.createUser();
    const [group, workspaceId] = [await groupOf(ada), await makeWorkspace()];
    await map(group, workspaceId, 'editor');
    const route = `/admin/workspaces/${workspaceId}/members/${ada.id}`;
    expect(refusalOf(await owner.send(`DELETE ${route}`))[0]).toBe(409);
    expect((await owner.send(`PUT ${route}`, { role: 'viewer', team_id: null })).json()).toMatchObject({
      role: 'editor',
      managed_by: 'person',
    });
    await world.scim(`PATCH /scim/v2/Groups/${group.id}`, patch({ op: 'remove', path: 'members' }));
    expect(await members(workspaceId)).toEqual([[ada.id, 'viewer', null, 'person']]);
    expect((await owner.send(`DELETE ${route}`)).status).toBe(204);
    expect(await members(workspaceId)).toEqual([]);
  });

  it('a membership by hand that was attributed to the group has lost its team when the person leaves the group', async () => {
    const ada = await world.createUser();
    const [group, workspaceId] = [await groupOf(ada), await makeWorkspace()];
    const route = `/admin/workspaces/${workspaceId}/members/${ada.id}`;
    expect((await owner.send(`PUT ${route}`, { role: 'viewer', team_id: group.id })).status).toBe(200);
    await world.scim(`PATCH /scim/v2/Groups/${group.id}`, patch({ op: 'remove', path: 'members' }));
    const { organizationId, database } = world.workspace;
    const [membership] = await database.memberships.list(organizationId, { workspaceId, userId: ada.id });
    expect(membership).toMatchObject({ role: 'viewer', teamId: null, teamRemovedAt: expect.any(Date) });
  });
});
