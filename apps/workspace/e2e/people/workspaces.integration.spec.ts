import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { personOf } from '../access/callers/make-callers.js';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Listed {
  readonly object: string;
  readonly data: readonly Record<string, unknown>[];
  readonly next_cursor: string | null;
}

const TEST = { type: 'system', id: null, name: 'test' } as const;

describe.each(serviceDatabases())('/admin/workspaces on $name (docs/contract/control-plane.md#people)', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    stranger = await workspace.signIn({
      organizationId: (await addTenant(workspace.database, 'other')).organizationId,
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const create = async (name: string): Promise<string> => {
    const answer = await owner.send('POST /admin/workspaces', { name });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return (answer.json() as { id: string }).id;
  };
  const member = (workspaceId: string, role: 'admin' | 'editor' | 'viewer') =>
    workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role }] });
  const listOf = async (caller: TestCaller, route: string): Promise<Listed> =>
    (await caller.send(`GET ${route}`)).json() as Listed;
  const makeTeam = (name: string) =>
    workspace.database.change(TEST, ({ teams }) => teams.create(workspace.organizationId, { name }));

  it('creates a workspace, whose first admin is who made it', async () => {
    const answer = await owner.send('POST /admin/workspaces', { name: 'made' });
    const made = answer.json() as { id: string };
    expect([answer.status, made]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f-]{14}7/),
        object: 'workspace',
        name: 'made',
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
        payloads_captured_until: null,
      },
    ]);
    expect(await listOf(owner, `/admin/workspaces/${made.id}/members`)).toMatchObject({
      object: 'list',
      data: [
        { object: 'workspace_member', workspace_id: made.id, user_id: owner.user?.id, role: 'admin', team_id: null },
      ],
      next_cursor: null,
    });
  });

  it('renames one; a name is unique in its organization only (409 with param name)', async () => {
    const id = await create('to-rename');
    await create('occupied');
    const renamed = await owner.send(`PATCH /admin/workspaces/${id}`, { name: 'renamed' });
    expect([renamed.status, renamed.json()]).toMatchObject([200, { id, name: 'renamed' }]);
    const taken = await owner.send(`PATCH /admin/workspaces/${id}`, { name: 'occupied' });
    expect(refusalOf(taken)).toEqual([409, 'conflict', 'name']);
    expect(refusalOf(await owner.send('POST /admin/workspaces', { name: 'occupied' }))).toEqual([
      409,
      'conflict',
      'name',
    ]);
    expect((await stranger.send('POST /admin/workspaces', { name: 'occupied' })).status).toBe(201);
  });

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a name that is no text', { name: ['x'] }, 'name'],
    ['the tenant', { name: 'x', organization_id: 'x' }, 'organization_id'],
    ['an id', { name: 'x', id: 'x' }, 'id'],
  ])('rejects %s', async (_what, body, param) => {
    expect(refusalOf(await owner.send('POST /admin/workspaces', body))).toEqual([400, 'invalid_value', param]);
  });

  it('shows all of them to who runs the organization, and to others those they have a place in', async () => {
    const [first, second] = [await create('seen'), await create('unseen')];
    const everybody = (await listOf(owner, '/admin/workspaces?limit=200')).data.map(({ id }) => id);
    expect(everybody).toEqual(expect.arrayContaining([first, second, workspace.workspaceId]));
    const viewer = await member(first, 'viewer');
    expect((await listOf(viewer, '/admin/workspaces')).data.map(({ id }) => id)).toEqual([first]);
    expect((await viewer.send(`GET /admin/workspaces/${first}`)).status).toBe(200);
    expect(refusalOf(await viewer.send(`GET /admin/workspaces/${second}`))).toEqual([404, 'not_found']);
    expect((await listOf(stranger, '/admin/workspaces?limit=200')).data.map(({ id }) => id)).not.toContain(first);
  });

  it('pages through those that a person has a place in, each once', async () => {
    const ids = [await create('page-1'), await create('page-2'), await create('page-3')];
    const memberships = ids.map((workspaceId) => ({ workspaceId, role: 'viewer' as const }));
    const viewer = await workspace.signIn({ role: 'org_member', memberships });
    const first = await listOf(viewer, '/admin/workspaces?limit=2');
    const second = await listOf(viewer, `/admin/workspaces?limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids.toReversed());
    expect(second.next_cursor).toBeNull();
  });

  it('a PAT sees the one workspace it was issued for, though its person reaches others', async () => {
    const [first, second] = [await create('pat-1'), await create('pat-2')];
    const memberships = [first, second].map((workspaceId) => ({ workspaceId, role: 'admin' as const }));
    const { user } = await workspace.signIn({ role: 'owner', memberships });
    const pat = await workspace.issuePat(personOf(user), first);
    expect((await listOf(pat, '/admin/workspaces')).data.map(({ id }) => id)).toEqual([first]);
    expect(refusalOf(await pat.send(`PATCH /admin/workspaces/${second}`, { name: 'taken-over' }))).toEqual([
      404,
      'not_found',
    ]);
    expect((await pat.send('POST /admin/workspaces', { name: 'by-pat' })).status).toBe(403);
  });

  it('an admin of one workspace is none of another', async () => {
    const [first, second] = [await create('mine'), await create('theirs')];
    const memberships = [
      { workspaceId: first, role: 'admin' as const },
      { workspaceId: second, role: 'viewer' as const },
    ];
    const person = await workspace.signIn({ role: 'org_member', memberships });
    const other = await workspace.signIn({ role: 'org_member' });
    expect((await person.send(`PATCH /admin/workspaces/${first}`, { name: 'mine-2' })).status).toBe(200);
    for (const [route, body] of [
      [`PATCH /admin/workspaces/${second}`, { name: 'theirs-2' }],
      [`PUT /admin/workspaces/${second}/members/${other.user?.id}`, { role: 'admin' }],
      [`PUT /admin/workspaces/${second}/members/${person.user?.id}`, { role: 'admin' }],
      [`DELETE /admin/workspaces/${second}/members/${owner.user?.id}`, undefined],
    ] as const) {
      expect([route, ...refusalOf(await person.send(route, body))]).toEqual([route, 403, 'permission_denied']);
    }
  });

  it('removes one with the places in it; not one that API keys are bound to (409)', async () => {
    const id = await create('to-remove');
    const team = await makeTeam('keeps-key');
    const key = await workspace.issueKey({ teamId: team.id, workspaceId: id });
    expect(refusalOf(await owner.send(`DELETE /admin/workspaces/${id}`))).toEqual([409, 'conflict']);
    await workspace.database.change(TEST, ({ credentials }) =>
      credentials.remove(workspace.organizationId, key.credentialId),
    );
    expect((await owner.send(`DELETE /admin/workspaces/${id}`)).status).toBe(204);
    expect((await owner.send(`GET /admin/workspaces/${id}`)).status).toBe(404);
    expect((await owner.send(`DELETE /admin/workspaces/${id}`)).status).toBe(404);
  });

  it('does not remove the last one (409), though two are removed at the same moment', async () => {
    const tenant = await addTenant(workspace.database, `last-${kind.name}`);
    const { organizationId } = tenant;
    const boss = await workspace.signIn({ organizationId });
    const second = (await boss.send('POST /admin/workspaces', { name: 'second' })).json() as { id: string };
    const answers = await Promise.all(
      [tenant.workspaceId, second.id].map((id) => boss.send(`DELETE /admin/workspaces/${id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const [last] = await workspace.database.workspaces.listAll(organizationId);
    expect(refusalOf(await boss.send(`DELETE /admin/workspaces/${last?.id}`))).toEqual([409, 'conflict']);
  });

  describe('members', () => {
    it('get a place, another role, and lose the place with the PATs for the workspace', async () => {
      const id = await create('crew');
      const person = await workspace.signIn({ role: 'org_member' });
      const route = `/admin/workspaces/${id}/members/${person.user?.id}`;
      const added = await owner.send(`PUT ${route}`, { role: 'viewer' });
      expect([added.status, added.json()]).toEqual([
        200,
        {
          object: 'workspace_member',
          workspace_id: id,
          user_id: person.user?.id,
          email: person.user?.email,
          name: 'org_member',
          role: 'viewer',
          team_id: null,
          team: null,
          managed_by: 'person',
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ]);
      expect((await owner.send(`GET ${route}`)).json()).toEqual(added.json());
      expect((await person.send(`PATCH /admin/workspaces/${id}`, { name: 'crew-2' })).status).toBe(403);
      await owner.send(`PUT ${route}`, { role: 'admin' });
      expect((await person.send(`PATCH /admin/workspaces/${id}`, { name: 'crew-2' })).status).toBe(200);
      const pat = await workspace.issuePat(personOf(person.user), id);
      expect((await pat.send(`GET /admin/workspaces/${id}`)).status).toBe(200);
      for (const _time of [1, 2]) expect((await owner.send(`DELETE ${route}`)).status).toBe(204);
      expect(refusalOf(await owner.send(`GET ${route}`))).toEqual([404, 'not_found']);
      expect(refusalOf(await pat.send(`GET /admin/workspaces/${id}`))).toEqual([401, 'invalid_api_key']);
      expect((await person.send(`GET /admin/workspaces/${id}`)).status).toBe(403);
    });

    it('are paged through, each once', async () => {
      const id = await create('crowded');
      const people: (string | undefined)[] = [owner.user?.id];
      for (const _time of [1, 2, 3]) people.push((await member(id, 'viewer')).user?.id);
      const first = await listOf(owner, `/admin/workspaces/${id}/members?limit=3`);
      const rest = await listOf(owner, `/admin/workspaces/${id}/members?limit=3&cursor=${first.next_cursor}`);
      expect([...first.data, ...rest.data].map((place) => place.user_id)).toEqual(people.toReversed());
      expect([first.data.length, rest.next_cursor]).toEqual([3, null]);
    });

    it.each([
      ['no role', {}, 'role'],
      ['a role of the organization', { role: 'owner' }, 'role'],
      ['a team that is no id', { role: 'viewer', team_id: 'x' }, 'team_id'],
      ['a team that does not exist', { role: 'viewer', team_id: '01930000-0000-7000-8000-00000000000a' }, 'team_id'],
      ['a field that nobody knows', { role: 'viewer', user_id: 'x' }, 'user_id'],
    ])('are rejected with %s', async (_what, body, param) => {
      const person = await workspace.signIn({ role: 'org_member' });
      const route = `PUT /admin/workspaces/${workspace.workspaceId}/members/${person.user?.id}`;
      expect(refusalOf(await owner.send(route, body))).toEqual([400, 'invalid_value', param]);
    });

    it('are attributed to a team of theirs and to no other, and have lost it once they leave it', async () => {
      const [own, foreign] = [await makeTeam('of-member'), await makeTeam('not-of-member')];
      const person = await workspace.signIn({ role: 'org_member' });
      const id = await create('attributed');
      const route = `/admin/workspaces/${id}/members/${person.user?.id}`;
      await owner.send(`PUT /admin/teams/${own.id}/members/${person.user?.id}`);
      const placed = await owner.send(`PUT ${route}`, { role: 'editor', team_id: own.id });
      expect([placed.status, placed.json()]).toMatchObject([200, { team_id: own.id, team: own.name }]);
      const named = (await listOf(owner, `/admin/workspaces/${id}/members`)).data;
      expect(named).toMatchObject([{ team: own.name }, { team: null }]);
      expect(refusalOf(await owner.send(`PUT ${route}`, { role: 'editor', team_id: foreign.id }))).toEqual([
        400,
        'invalid_value',
        'team_id',
      ]);
      await owner.send(`DELETE /admin/teams/${own.id}/members/${person.user?.id}`);
      const { data } = await listOf(owner, `/admin/workspaces/${id}/members`);
      expect(data).toMatchObject([
        { user_id: person.user?.id, team_id: null, team_removed_at: expect.stringMatching(/Z$/) },
        {},
      ]);
      const [place] = (await listOf(owner, '/org/members?limit=200')).data
        .filter(({ user_id }) => user_id === person.user?.id)
        .flatMap(({ workspaces }) => workspaces as object[]);
      expect(place).toMatchObject({ workspace_id: id, team_id: null, team_removed_at: expect.stringMatching(/Z$/) });
    });

    it('stay without model access until an administrator names a team or none: a role alone changes nothing', async () => {
      const team = await makeTeam('left-behind');
      const person = await workspace.signIn({ role: 'org_member' });
      const id = await create('abandoned');
      const route = `/admin/workspaces/${id}/members/${person.user?.id}`;
      await owner.send(`PUT /admin/teams/${team.id}/members/${person.user?.id}`);
      await owner.send(`PUT ${route}`, { role: 'editor', team_id: team.id });
      expect((await owner.send(`PUT ${route}`, { role: 'viewer' })).json()).toMatchObject({ team_id: team.id });
      await owner.send(`DELETE /admin/teams/${team.id}/members/${person.user?.id}`);
      const lost = { team_id: null, team_removed_at: expect.any(String) };
      expect((await owner.send(`PUT ${route}`, { role: 'admin' })).json()).toMatchObject(lost);
      for (const team_id of [null, team.id]) {
        const own = await person.send(`PUT ${route}`, { role: 'admin', team_id });
        expect(own.status).toBe(403);
      }
      expect((await person.send(`PUT ${route}`, { role: 'admin' })).json()).toMatchObject(lost);
      const decided = await owner.send(`PUT ${route}`, { role: 'admin', team_id: null });
      expect(decided.json()).toMatchObject({ team_id: null });
      expect(decided.json()).not.toHaveProperty('team_removed_at');
    });
  });

  it('makes every process forget those whose place changed', async () => {
    const person = await workspace.signIn({ role: 'org_member' });
    const since = await workspace.database.version();
    await owner.send(`PUT /admin/workspaces/${workspace.workspaceId}/members/${person.user?.id}`, { role: 'viewer' });
    const { changes } = await workspace.database.readTopics(since);
    expect(changes.flatMap(({ topics }) => topics)).toContain(`user:${person.user?.id}`);
  });
});
