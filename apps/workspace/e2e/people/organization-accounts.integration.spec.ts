import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GRANTABLE_PERMISSIONS, type Permission } from '@multilane/auth';
import { type HttpAnswer, serviceDatabases } from '@multilane/testing';
import type { RouteEntry } from '../../src/access/list-routes.js';
import { bearing } from '../access/callers/make-callers.js';
import {
  HOOK_LIMIT_MS,
  refusalOf,
  type Send,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

/** An id that nothing has. */
const NOBODY = '01930000-0000-7000-8000-00000000000a';

const good = <Body>(answer: HttpAnswer, status = 200): Body => {
  expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
  return answer.json() as Body;
};

// docs/contract/authentication.md#organization-accounts
describe('virtual accounts of an organization', () => {
  let workspace: TestWorkspace;
  let owner: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  let count = 0;
  const make = async (
    permissions: readonly Permission[],
    by: TestCaller = owner,
  ): Promise<{ id: string; send: Send }> => {
    count += 1;
    const { id } = good<{ id: string }>(await by.send('POST /org/accounts', { name: `ci-${count}`, permissions }), 201);
    const body = { name: 'production', rotate_every_days: 30 };
    const { token } = good<{ token: string }>(await by.send(`POST /org/accounts/${id}/tokens`, body), 201);
    return { id, send: bearing(workspace, token) };
  };

  it(
    'get into the routes of what they were granted, and into no other',
    async () => {
      const nothing = await make([]);
      const everything = await make(GRANTABLE_PERMISSIONS);
      const faults = async ({ method, path, access }: RouteEntry): Promise<unknown[]> => {
        if (access === undefined || access.kind === 'public' || access.kind === 'scim') return [];
        const route = `${method} ${path.replace(/:\w+/g, NOBODY)}`;
        const body = ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
        const [none, all] = await Promise.all([nothing.send(route, body), everything.send(route, body)]);
        const isOpen =
          access.kind === 'permission' &&
          !access.session &&
          !access.person &&
          access.place !== 'knowledge' &&
          GRANTABLE_PERMISSIONS.includes(access.permission);
        const isLetIn = all.status !== 401 && all.status !== 403 && all.status < 500;
        return none.status === 403 && isLetIn === isOpen ? [] : [[route, none.status, all.status, all.text]];
      };
      const found: unknown[] = [];
      for (let index = 0; index < workspace.routes.length; index += 10) {
        found.push(...(await Promise.all(workspace.routes.slice(index, index + 10).map(faults))).flat());
      }
      expect(found).toEqual([]);
    },
    HOOK_LIMIT_MS,
  );

  it('manage teams, keys, policies and invitations without a session, and the audit trail names them', async () => {
    const { id, send } = await make([
      'gateway.teams.manage',
      'gateway.teams.read',
      'gateway.keys.manage',
      'gateway.ratelimits.manage',
      'org.members.manage',
      'org.read',
    ]);
    const team = good<{ id: string }>(await send('POST /admin/teams', { name: 'made-by-ci' }), 201);
    good(await send('POST /admin/keys', { name: 'k', team: 'made-by-ci' }), 201);
    const policy = { name: 'p', scope: 'organization', requests_per_minute: 5 };
    good(await send('POST /admin/gateway/policies/rate-limits', policy), 201);
    good(await send('POST /org/invites', { email: 'new@example.com' }), 201);
    interface ShownChange {
      readonly actor: object;
      readonly target: { readonly id: string };
    }
    const { data } = good<{ data: ShownChange[] }>(await owner.send('GET /admin/changes?limit=200'));
    expect(data.find(({ target }) => target.id === team.id)?.actor).toMatchObject({
      type: 'service_account',
      id,
      name: `ci-${count}: production`,
    });
  });

  it('name the owner who granted what they may do, in the list and alone', async () => {
    const another = await workspace.signIn();
    const { id } = await make(['org.read'], another);
    const granter = { id, granted_by: another.user?.id, granted_by_name: another.user?.name };
    expect(good(await owner.send(`GET /org/accounts/${id}`))).toMatchObject(granter);
    const { data } = good<{ data: object[] }>(await owner.send('GET /org/accounts?limit=200'));
    expect(data).toContainEqual(expect.objectContaining(granter));
  });

  it('see the names of people only with the permission to see people', async () => {
    const { user } = await workspace.signIn({ role: 'org_member' });
    const { id } = good<{ id: string }>(await owner.send('POST /admin/teams', { name: `team-${count}` }), 201);
    good(await owner.send(`PUT /admin/teams/${id}/members/${user?.id}`));
    const [blind, seeing] = [
      await make(['gateway.teams.read']),
      await make(['gateway.teams.read', 'org.members.read']),
    ];
    const members = async ({ send }: { send: Send }) => good(await send(`GET /admin/teams/${id}/members`));
    expect(await members(blind)).toMatchObject({ data: [{ user_id: user?.id, user: null }] });
    expect(await members(seeing)).toMatchObject({ data: [{ user_id: user?.id, user: user?.name }] });
  });

  it('give nobody more than they have', async () => {
    const { send } = await make(['org.members.manage', 'workspace.members.manage', 'workspace.read', 'org.read']);
    const { user } = await workspace.signIn({ role: 'org_member' });
    const refused = [403, 'permission_denied'];
    expect(refusalOf(await send('POST /org/invites', { email: 'a@example.com', role: 'org_admin' }))).toEqual(refused);
    expect(refusalOf(await send('POST /org/invites', { email: 'a@example.com', role: 'owner' }))).toEqual(refused);
    expect(refusalOf(await send(`PATCH /admin/users/${user?.id}`, { role: 'org_admin' }))).toEqual(refused);
    const reset = { new_password: 'correct horse battery staple' };
    expect(refusalOf(await send(`POST /admin/users/${user?.id}/password`, reset))).toEqual(refused);
    const membership = `PUT /admin/workspaces/${workspace.workspaceId}/members/${user?.id}`;
    expect(refusalOf(await send(membership, { role: 'admin' }))).toEqual(refused);
    const invite = { email: 'a@example.com', workspace_id: workspace.workspaceId, workspace_role: 'admin' };
    expect(refusalOf(await send('POST /org/invites', invite))).toEqual(refused);
  });

  it('are granted nothing that makes further powers, by nobody', async () => {
    for (const permission of ['org.owners.manage', 'org.accounts.manage', 'org.scimtokens.issue', 'nonsense']) {
      const answer = await owner.send('POST /org/accounts', { name: 'x', permissions: [permission] });
      expect([permission, ...refusalOf(answer)]).toEqual([permission, 400, 'invalid_value', 'permissions']);
    }
    const admin = await workspace.signIn({ role: 'org_admin' });
    const body = { name: 'x', permissions: ['gateway.teams.read'] };
    expect(refusalOf(await admin.send('POST /org/accounts', body))).toEqual([403, 'permission_denied']);
  });

  it('end with their ownership, their account and their token', async () => {
    const another = await workspace.signIn();
    const reads: Permission[] = ['gateway.teams.read'];
    const [demoted, disabled, removed] = [await make(reads, another), await make(reads), await make(reads)];
    const meet = async ({ send }: { send: Send }) => (await send('GET /admin/teams')).status;
    expect([await meet(demoted), await meet(disabled), await meet(removed)]).toEqual([200, 200, 200]);
    good(await owner.send(`PATCH /admin/users/${another.user?.id}`, { role: 'org_admin' }));
    good(await owner.send(`PATCH /org/accounts/${disabled.id}`, { disabled: true }));
    expect((await owner.send(`DELETE /org/accounts/${removed.id}`)).status).toBe(204);
    expect([await meet(demoted), await meet(disabled), await meet(removed)]).toEqual([401, 401, 401]);
    // Another owner takes the account over by granting anew.
    good(await owner.send(`PATCH /org/accounts/${demoted.id}`, { permissions: reads }));
    expect(await meet(demoted)).toBe(200);
    const { data } = good<{ data: { id: string }[] }>(await owner.send(`GET /org/accounts/${demoted.id}/tokens`));
    const [token] = data;
    const rotated = good<{ token: string }>(
      await owner.send(`POST /org/accounts/${demoted.id}/tokens/${token?.id}/rotate`, { grace_seconds: 0 }),
    );
    expect([await meet(demoted), await meet({ send: bearing(workspace, rotated.token) })]).toEqual([401, 200]);
    expect((await owner.send(`DELETE /org/accounts/${demoted.id}/tokens/${token?.id}`)).status).toBe(204);
    expect(await meet({ send: bearing(workspace, rotated.token) })).toBe(401);
  });
});
