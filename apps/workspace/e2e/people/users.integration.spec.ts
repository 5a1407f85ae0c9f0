import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPasswordHasher } from '@multilane/auth';
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
  readonly data: readonly Record<string, unknown>[];
  readonly next_cursor: string | null;
}

const TEST = { type: 'system', id: null, name: 'test' } as const;

// docs/contract/control-plane.md#people
describe.each(serviceDatabases())('/admin/users and /org/members on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let admin: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    admin = await workspace.signIn({ role: 'org_admin' });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const idOf = ({ user }: TestCaller): string => personOf(user).id;
  const listOf = async (route: string): Promise<Listed> => (await owner.send(`GET ${route}`)).json() as Listed;

  it('shows an account with its fields and without anything secret', async () => {
    const person = await workspace.signIn({ role: 'org_member' });
    const hash = await createPasswordHasher().hash('correct horse battery');
    await workspace.database.change(TEST, ({ users }) =>
      users.setPassword(workspace.organizationId, idOf(person), hash),
    );
    const answer = await owner.send(`GET /admin/users/${idOf(person)}`);
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        id: idOf(person),
        object: 'user',
        email: person.user?.email,
        name: 'org_member',
        role: 'org_member',
        active: true,
        has_password: true,
        has_second_factor: false,
        scim_managed: false,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('lists people by email address whatever its case, by role and by whether they are active', async () => {
    const person = await workspace.signIn({ role: 'org_member' });
    const email = personOf(person.user).email;
    expect((await listOf(`/admin/users?email=${email.toUpperCase()}`)).data).toMatchObject([{ id: idOf(person) }]);
    const admins = await listOf('/admin/users?role=org_admin&limit=200');
    expect(new Set(admins.data.map(({ role }) => role))).toEqual(new Set(['org_admin']));
    await owner.send(`PATCH /admin/users/${idOf(person)}`, { active: false });
    expect((await listOf('/admin/users?active=false')).data).toMatchObject([{ id: idOf(person) }]);
    expect((await listOf('/admin/users?active=true&limit=200')).data.map(({ id }) => id)).not.toContain(idOf(person));
    const page = await listOf('/admin/users?limit=1');
    const next = await listOf(`/admin/users?limit=1&cursor=${page.next_cursor}`);
    expect(next.data[0]?.id).not.toBe(page.data[0]?.id);
  });

  it.each(['active=yes', 'role=boss', 'limit=0', 'limit=201', 'limit=x', 'cursor=x', 'organization_id=x', 'sort=name'])(
    'rejects the query %s',
    async (query) => {
      const [param] = query.split('=');
      expect(refusalOf(await owner.send(`GET /admin/users?${query}`))).toEqual([400, 'invalid_value', param]);
    },
  );

  it.each([
    ['a role that there is not', { role: 'admin' }, 'role'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['active that is text', { active: 'false' }, 'active'],
    ['the e-mail address', { email: 'x@example.com' }, 'email'],
    ['the hash of a password', { passwordHash: 'x' }, 'passwordHash'],
    ['another tenant', { organization_id: 'x' }, 'organization_id'],
    ['who the person is to SCIM', { scim_user_name: 'x' }, 'scim_user_name'],
  ])('does not set %s', async (_what, body, param) => {
    const person = await workspace.signIn({ role: 'org_member' });
    expect(refusalOf(await owner.send(`PATCH /admin/users/${idOf(person)}`, body))).toEqual([
      400,
      'invalid_value',
      param,
    ]);
  });

  it('changes name and role, in effect with the next request', async () => {
    const person = await workspace.signIn({ role: 'org_member' });
    expect((await person.send('GET /admin/users')).status).toBe(403);
    const changed = await owner.send(`PATCH /admin/users/${idOf(person)}`, { name: 'Grace', role: 'org_admin' });
    expect([changed.status, changed.json()]).toMatchObject([200, { name: 'Grace', role: 'org_admin', active: true }]);
    expect((await person.send('GET /admin/users')).status).toBe(200);
    await owner.send(`PATCH /org/members/${idOf(person)}`, { role: 'org_member' });
    expect((await person.send('GET /admin/users')).status).toBe(403);
  });

  it('ends sessions and PATs at once and for good when a person is deactivated', async () => {
    const { workspaceId } = workspace;
    const person = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
    const pat = await workspace.issuePat(personOf(person.user), workspaceId);
    const since = await workspace.database.version();
    expect((await owner.send(`PATCH /admin/users/${idOf(person)}`, { active: false })).status).toBe(200);
    for (const caller of [person, pat]) {
      expect(refusalOf(await caller.send('GET /admin/workspaces'))).toEqual([401, 'invalid_api_key']);
    }
    const { changes } = await workspace.database.readTopics(since);
    expect(changes.flatMap(({ topics }) => topics)).toContain(`user:${idOf(person)}`);
    await owner.send(`PATCH /admin/users/${idOf(person)}`, { active: true });
    expect((await person.send('GET /admin/workspaces')).status).toBe(401);
    expect((await pat.send('GET /admin/workspaces')).status).toBe(401);
  });

  it('removes a person with the sessions and PATs; API keys that the person owned are disabled', async () => {
    const { workspaceId, organizationId, database } = workspace;
    const person = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
    const pat = await workspace.issuePat(personOf(person.user), workspaceId);
    const team = await database.change(TEST, ({ teams }) => teams.create(organizationId, { name: 'leaver' }));
    const key = await database.change(TEST, ({ credentials }) =>
      credentials.create(organizationId, {
        kind: 'api_key',
        name: 'owned',
        hint: 'ml-',
        hash: 'c'.repeat(64),
        teamId: team.id,
        userId: idOf(person),
      }),
    );
    expect((await owner.send(`DELETE /admin/users/${idOf(person)}`)).status).toBe(204);
    for (const caller of [person, pat]) expect((await caller.send('GET /admin/workspaces')).status).toBe(401);
    expect(await database.credentials.find(organizationId, key.id)).toMatchObject({ disabled: true, userId: null });
    expect((await owner.send(`DELETE /admin/users/${idOf(person)}`)).status).toBe(404);
  });

  it('shows the people of the organization with their places in workspaces', async () => {
    const { workspaceId } = workspace;
    const person = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'editor' }] });
    const expected = {
      object: 'org_member',
      user_id: idOf(person),
      email: person.user?.email,
      name: 'org_member',
      role: 'org_member',
      active: true,
      has_second_factor: false,
      workspaces: [{ workspace_id: workspaceId, role: 'editor', team_id: null }],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    };
    expect((await owner.send(`GET /org/members/${idOf(person)}`)).json()).toEqual(expected);
    expect((await listOf('/org/members?limit=1')).data).toEqual([expected]);
    expect(refusalOf(await owner.send(`PATCH /org/members/${idOf(person)}`, {}))).toEqual([
      400,
      'invalid_value',
      'role',
    ]);
    expect((await owner.send(`DELETE /org/members/${idOf(person)}`)).status).toBe(204);
    expect((await owner.send(`GET /org/members/${idOf(person)}`)).status).toBe(404);
  });

  describe('owners', () => {
    it('are made, changed and removed by owners only (403 for an administrator, who changes the others)', async () => {
      const [other, person] = [await workspace.signIn(), await workspace.signIn({ role: 'org_member' })];
      for (const [route, body] of [
        [`PATCH /admin/users/${idOf(person)}`, { role: 'owner' }],
        [`PATCH /org/members/${idOf(admin)}`, { role: 'owner' }],
        [`PATCH /admin/users/${idOf(other)}`, { name: 'x' }],
        [`PATCH /org/members/${idOf(other)}`, { role: 'org_member' }],
        [`PATCH /admin/users/${idOf(other)}`, { active: false }],
        [`POST /admin/users/${idOf(other)}/password`, { new_password: 'a new password 1' }],
        [`DELETE /admin/users/${idOf(other)}`, undefined],
        [`DELETE /org/members/${idOf(other)}`, undefined],
      ] as const) {
        expect([route, ...refusalOf(await admin.send(route, body))]).toEqual([route, 403, 'permission_denied']);
      }
      expect((await admin.send(`PATCH /admin/users/${idOf(person)}`, { role: 'org_admin' })).status).toBe(200);
      expect((await owner.send(`PATCH /admin/users/${idOf(person)}`, { role: 'owner' })).status).toBe(200);
      expect((await owner.send(`DELETE /admin/users/${idOf(other)}`)).status).toBe(204);
    });

    it('leave one who is active: the last is not demoted, deactivated or removed (409)', async () => {
      const { organizationId } = await addTenant(workspace.database, `lonely-${kind.name}`);
      const last = await workspace.signIn({ organizationId });
      const gone = await workspace.signIn({ organizationId });
      await last.send(`PATCH /admin/users/${idOf(gone)}`, { active: false });
      for (const [route, body] of [
        [`PATCH /admin/users/${idOf(last)}`, { role: 'org_admin' }],
        [`PATCH /admin/users/${idOf(last)}`, { active: false }],
        [`PATCH /org/members/${idOf(last)}`, { role: 'org_member' }],
        [`DELETE /admin/users/${idOf(last)}`, undefined],
        [`DELETE /org/members/${idOf(last)}`, undefined],
      ] as const) {
        expect([route, ...refusalOf(await last.send(route, body))]).toEqual([route, 409, 'conflict']);
      }
      expect((await last.send(`PATCH /admin/users/${idOf(last)}`, { name: 'Still here' })).status).toBe(200);
      expect((await last.send(`DELETE /admin/users/${idOf(gone)}`)).status).toBe(204);
    });

    it('leave one of two who demote each other at the same moment', async () => {
      const { organizationId } = await addTenant(workspace.database, `duel-${kind.name}`);
      const [one, two] = [await workspace.signIn({ organizationId }), await workspace.signIn({ organizationId })];
      const answers = await Promise.all([
        one.send(`PATCH /admin/users/${idOf(two)}`, { role: 'org_member' }),
        two.send(`DELETE /admin/users/${idOf(one)}`),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(await workspace.database.users.count(organizationId, { role: 'owner', active: true })).toBe(1);
    });
  });

  it('sets the password of somebody who forgot it, which ends that person’s sessions', async () => {
    const person = await workspace.signIn({ role: 'org_member' });
    const route = `POST /admin/users/${idOf(person)}/password`;
    expect(refusalOf(await admin.send(route, { new_password: 'short' }))).toEqual([
      400,
      'invalid_value',
      'new_password',
    ]);
    expect((await admin.send(route, { new_password: 'a new password 1' })).status).toBe(204);
    expect((await person.send('GET /auth/session')).status).toBe(401);
    const login = { email: person.user?.email, password: 'a new password 1' };
    expect((await workspace.send('POST /auth/login', login)).status).toBe(200);
  });
});
