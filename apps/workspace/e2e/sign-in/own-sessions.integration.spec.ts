import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, newToken, PERMISSIONS } from '@multilane/auth';
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

type Permissions = { organization: string[]; workspaces: { id: string; permissions: string[] }[] };
type Sessions = { data: { id: string; current: boolean }[] };

describe.each(serviceDatabases())(
  'the session of a person on $name (docs/contract/sign-in.md#own-sessions)',
  (kind) => {
    let workspace: TestWorkspace;

    beforeAll(async () => {
      workspace = await startTestWorkspace(await kind.create());
    }, HOOK_LIMIT_MS);

    afterAll(async () => {
      await workspace?.stop();
      await kind.stop();
    }, HOOK_LIMIT_MS);

    const permissionsOf = async ({ send }: TestCaller): Promise<Permissions> => {
      const answer = await send('GET /auth/session');
      expect(answer.status).toBe(200);
      return (answer.json() as { permissions: Permissions }).permissions;
    };
    const sessionsOf = async ({ send }: TestCaller): Promise<Sessions['data']> =>
      ((await send('GET /auth/sessions')).json() as Sessions).data;
    /** Signs the person of a session in once more. */
    const signInAgain = async (caller: TestCaller): Promise<string> => {
      const { id: userId, organizationId } = personOf(caller.user);
      const made = await workspace.database.change({ type: 'system', id: null, name: 'test' }, ({ sessions }) =>
        sessions.create(organizationId, {
          userId,
          hash: hashToken(newToken('')),
          expiresAt: new Date(Date.now() + 3_600_000),
        }),
      );
      return made.id;
    };

    it('tells address and browser of a session, which were noted when the person signed in', async () => {
      const owner = await workspace.signIn();
      const person = await workspace.signIn({ role: 'org_member' });
      const { email } = personOf(person.user);
      const password = 'a long enough password';
      const id = personOf(person.user).id;
      expect((await owner.send(`POST /admin/users/${id}/password`, { new_password: password })).status).toBe(204);
      const userAgent = `Mozilla/5.0 (X11; Linux x86_64) ${'x'.repeat(600)}`;
      const signedIn = await workspace.send('POST /auth/login', { email, password }, { 'user-agent': userAgent });
      expect(signedIn.status).toBe(200);
      const { data } = (await owner.send(`GET /admin/users/${id}/sessions`)).json() as {
        data: { address: string; user_agent: string }[];
      };
      expect(data).toEqual([
        expect.objectContaining({
          address: expect.stringMatching(/127\.0\.0\.1/),
          user_agent: userAgent.slice(0, 512),
        }),
      ]);
    });

    it('changes the name of the person who asks, and of nobody else', async () => {
      const [one, other] = [await workspace.signIn(), await workspace.signIn({ role: 'org_member' })];
      const before = personOf(one.user).name;
      const answer = await other.send('PATCH /auth/profile', { name: 'Grace Hopper' });
      expect([answer.status, (answer.json() as { user: { name: string } }).user.name]).toEqual([200, 'Grace Hopper']);
      const nameOf = async ({ send }: TestCaller) =>
        ((await send('GET /auth/session')).json() as { user: { name: string } }).user.name;
      expect([await nameOf(other), await nameOf(one)]).toEqual(['Grace Hopper', before]);
      for (const name of ['', ' ', 'x'.repeat(201), 7]) {
        expect((await other.send('PATCH /auth/profile', { name } as object)).status).toBe(400);
      }
      const changed = await other.send('PATCH /auth/profile', { name: 'Grace', role: 'owner' });
      expect(refusalOf(changed).slice(0, 2)).toEqual([400, expect.any(String)]);
    });

    it('changes one version of the own account, and nothing of another one', async () => {
      const [one, other] = [await workspace.signIn(), await workspace.signIn({ role: 'org_member' })];
      const read = await other.send('GET /auth/profile');
      const etag = String(read.headers.etag);
      expect([read.status, etag]).toEqual([200, expect.stringMatching(/^"[0-9a-z]+"$/)]);
      expect((read.json() as { id: string }).id).toBe(personOf(other.user).id);
      const rename = (name: string, version: string) =>
        other.send('PATCH /auth/profile', { name }, { 'if-match': version });
      expect((await rename('First', etag)).status).toBe(200);
      expect(refusalOf(await rename('Second', etag))).toEqual([412, 'precondition_failed', 'If-Match']);
      const theirs = String((await one.send('GET /auth/profile')).headers.etag);
      expect((await rename('Third', theirs)).status).toBe(412);
      const now = await other.send('GET /auth/profile');
      expect((now.json() as { name: string }).name).toBe('First');
      expect((await rename('Fourth', String(now.headers.etag))).status).toBe(200);
    });

    it('tells an owner every permission, over the organization and in the workspaces of memberships', async () => {
      const memberships = [{ workspaceId: workspace.workspaceId, role: 'viewer' as const }];
      const permissions = await permissionsOf(await workspace.signIn({ role: 'owner', memberships }));
      expect(permissions.organization).toEqual(PERMISSIONS);
      expect(permissions.workspaces).toEqual([{ id: workspace.workspaceId, permissions: [...PERMISSIONS] }]);
    });

    it('tells a member the permissions of the role in each workspace, and nobody’s in others', async () => {
      const { organizationId } = workspace;
      const second = await workspace.database.change({ type: 'system', id: null, name: 'test' }, (change) =>
        change.workspaces.create(organizationId, { name: 'second' }),
      );
      const memberships = [
        { workspaceId: workspace.workspaceId, role: 'admin' as const },
        { workspaceId: second.id, role: 'viewer' as const },
      ];
      const { organization, workspaces } = await permissionsOf(
        await workspace.signIn({ role: 'org_member', memberships }),
      );
      const inWorkspace = new Map(workspaces.map(({ id, permissions }) => [id, permissions]));
      expect(organization).toEqual(['org.read']);
      expect(inWorkspace.get(workspace.workspaceId)).toContain('gateway.keys.manage');
      expect(inWorkspace.get(second.id)).toContain('gateway.models.read');
      expect(inWorkspace.get(second.id)).not.toContain('gateway.keys.read');
      expect(inWorkspace.size).toBe(2);
    });

    it('lists one’s own sessions, marks the one in use, and none of anybody else', async () => {
      const ada = await workspace.signIn();
      const other = await signInAgain(ada);
      const bob = await workspace.signIn();
      const found = (await sessionsOf(ada)).map(({ id, current }) => `${id} ${current}`);
      expect(found.toSorted()).toEqual([`${other} false`, `${ada.credentialId} true`].toSorted());
      expect((await sessionsOf(bob)).map(({ id }) => id)).toEqual([bob.credentialId]);
    });

    it('ends one of one’s own sessions, and answers 404 for those of others in the organization and in another', async () => {
      const ada = await workspace.signIn();
      const other = await signInAgain(ada);
      const colleague = await workspace.signIn();
      const tenant = await addTenant(workspace.database, 'sessions');
      const stranger = await workspace.signIn({ organizationId: tenant.organizationId });
      for (const { credentialId } of [colleague, stranger]) {
        expect(refusalOf(await ada.send(`DELETE /auth/sessions/${credentialId}`))).toEqual([404, 'not_found']);
      }
      expect((await ada.send(`DELETE /auth/sessions/${other}`)).status).toBe(204);
      expect((await sessionsOf(ada)).map(({ id }) => id)).toEqual([ada.credentialId]);
      expect((await colleague.send('GET /auth/session')).status).toBe(200);
      expect((await stranger.send('GET /auth/session')).status).toBe(200);
    });

    it('ends all others and keeps the one in use', async () => {
      const ada = await workspace.signIn();
      await signInAgain(ada);
      await signInAgain(ada);
      const bob = await workspace.signIn();
      expect((await ada.send('DELETE /auth/sessions')).status).toBe(204);
      expect((await sessionsOf(ada)).map(({ id }) => id)).toEqual([ada.credentialId]);
      expect((await bob.send('GET /auth/session')).status).toBe(200);
    });

    it('ends the session in use where that one is named', async () => {
      const ada = await workspace.signIn();
      expect((await ada.send(`DELETE /auth/sessions/${ada.credentialId}`)).status).toBe(204);
      expect(refusalOf(await ada.send('GET /auth/session'))).toEqual([401, 'invalid_api_key']);
    });

    it('rejects a PAT: a token does not see where its person is signed in', async () => {
      const { user } = await workspace.signIn({ memberships: [{ workspaceId: workspace.workspaceId, role: 'admin' }] });
      const pat = await workspace.issuePat(personOf(user), workspace.workspaceId);
      expect(refusalOf(await pat.send('GET /auth/sessions'))).toEqual([403, 'permission_denied']);
      expect(refusalOf(await pat.send('DELETE /auth/sessions'))).toEqual([403, 'permission_denied']);
    });
  },
);
