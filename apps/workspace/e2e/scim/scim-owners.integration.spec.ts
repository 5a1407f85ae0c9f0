import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases, type TestDatabase } from '@multilane/testing';
import { bearing, issueScimToken } from '../access/callers/make-callers.js';
import { HOOK_LIMIT_MS, startTestWorkspace, type TestCaller, type TestWorkspace } from '../start-test-workspace.js';
import { errorOf, patch, resourceOf, startScimTests, TEST } from './start-scim-tests.js';

const REFUSED = [403, 'permission_denied', 'mutability'];
const NO_MEMBER = [403, 'permission_denied', 'members', 'mutability'];

describe.each(serviceDatabases())('owners and SCIM on $name (docs/contract/scim.md#owners)', (kind) => {
  const world = startScimTests(kind);

  const ownerOf = ({ user }: TestCaller): { id: string; email: string } => {
    if (user === undefined) throw new Error('no person');
    return user;
  };
  const change = (work: Parameters<TestWorkspace['database']['change']>[1]) =>
    world.workspace.database.change(TEST, work);

  it.each<[string, (id: string, email: string) => [string, object?]]>([
    [
      'renamed by PATCH',
      (id) => [`PATCH /scim/v2/Users/${id}`, patch({ op: 'replace', path: 'displayName', value: 'x' })],
    ],
    [
      'renamed without a path',
      (id) => [`PATCH /scim/v2/Users/${id}`, patch({ op: 'Replace', value: { userName: 'x@y.example' } })],
    ],
    [
      'given another address',
      (id) => [
        `PATCH /scim/v2/Users/${id}`,
        patch({ op: 'add', path: 'emails[type eq "work"].value', value: 'x@y.example' }),
      ],
    ],
    [
      'deactivated by PATCH',
      (id) => [`PATCH /scim/v2/Users/${id}`, patch({ op: 'replace', value: { active: false } })],
    ],
    ['deactivated by PUT', (id, email) => [`PUT /scim/v2/Users/${id}`, { userName: email, active: false }]],
    ['taken over by PUT', (id, email) => [`PUT /scim/v2/Users/${id}`, { userName: email, externalId: 'x' }]],
    ['removed', (id) => [`DELETE /scim/v2/Users/${id}`]],
  ])('an owner is not %s, also if there are others: 403 mutability', async (_what, requestOf) => {
    const { database, organizationId } = world.workspace;
    const caller = await world.workspace.signIn();
    const { id, email } = ownerOf(caller);
    const before = await database.users.find(organizationId, id);
    const [route, body] = requestOf(id, email);
    const answer = await world.scim(route, body);
    expect(errorOf(answer)).toEqual(REFUSED);
    expect(answer.json()).toMatchObject({ status: '403', scimType: 'mutability' });
    expect(await database.users.find(organizationId, id)).toEqual(before);
    expect((await caller.send('GET /auth/session')).status).toBe(200);
  });

  it('an owner joins and leaves no group, by POST, PUT, PATCH or DELETE, and nobody else does by the same request', async () => {
    const { database, organizationId } = world.workspace;
    const { id: owner } = ownerOf(await world.workspace.signIn());
    const { id: other } = await world.createUser();
    const { id, displayName } = await world.createGroup();
    const members = [{ value: other }, { value: owner }];
    const add = patch({ op: 'add', path: 'members', value: members });
    for (const [route, body] of [
      ['POST /scim/v2/Groups', { displayName: `new ${world.count()}`, members }],
      [`PUT /scim/v2/Groups/${id}`, { displayName, members }],
      [`PATCH /scim/v2/Groups/${id}`, add],
    ] as const) {
      expect(errorOf(await world.scim(route, body))).toEqual(NO_MEMBER);
    }
    expect(await database.teams.listMembers(organizationId, { teamId: id })).toEqual([]);

    await change(({ teams }) => teams.addMember(organizationId, id, owner));
    for (const [route, body] of [
      [`PUT /scim/v2/Groups/${id}`, { displayName }],
      [`PATCH /scim/v2/Groups/${id}`, patch({ op: 'remove', path: 'members' })],
      [`PATCH /scim/v2/Groups/${id}`, patch({ op: 'remove', path: `members[value eq "${owner}"]` })],
      [`PATCH /scim/v2/Groups/${id}`, patch({ op: 'replace', path: 'members', value: [{ value: other }] })],
      [`DELETE /scim/v2/Groups/${id}`, undefined],
    ] as const) {
      expect(errorOf(await world.scim(route, body))).toEqual(NO_MEMBER);
    }
    const places = await database.teams.listMembers(organizationId, { teamId: id });
    expect(places.map(({ userId }) => userId)).toEqual([owner]);
    expect((await world.scim(`PUT /scim/v2/Groups/${id}`, { displayName, members })).status).toBe(200);
    expect(
      (await world.scim(`PATCH /scim/v2/Groups/${id}`, patch({ op: 'remove', path: `members[value eq "${other}"]` })))
        .status,
    ).toBe(200);
  });

  it('a group whose team an owner works for in a workspace is not removed', async () => {
    const { organizationId, workspaceId, database } = world.workspace;
    const { id: userId } = ownerOf(await world.workspace.signIn());
    const { id: teamId } = await world.createGroup();
    await change(({ memberships }) => memberships.set(organizationId, { workspaceId, userId, role: 'admin', teamId }));
    expect(errorOf(await world.scim(`DELETE /scim/v2/Groups/${teamId}`))).toEqual(NO_MEMBER);
    expect(await database.memberships.list(organizationId, { userId })).toMatchObject([{ teamId }]);
  });

  it('a POST of an address that an owner has makes nobody: 409 uniqueness', async () => {
    const { email } = ownerOf(await world.workspace.signIn());
    const answer = await world.scim('POST /scim/v2/Users', { userName: email.toUpperCase() });
    expect(errorOf(answer)).toEqual([409, 'conflict', 'userName', 'uniqueness']);
  });
});

describe('the models of a team that SCIM makes (docs/contract/scim.md#teams-from-scim)', () => {
  const [kind] = serviceDatabases() as [TestDatabase];
  let workspace: TestWorkspace;

  beforeAll(async () => {
    const more =
      'organization: { scim: { default_allowed_models: [house-model] } }\n' +
      'models: [{ logical_name: house-model, provider: simulator, upstream_model: simulator }]\n';
    workspace = await startTestWorkspace(await kind.create(), more);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('are those of organization.scim.default_allowed_models, in the organization of gateway.yaml alone', async () => {
    const makeIn = async (organizationId: string): Promise<unknown> => {
      const tenant = { workspace, organizationId, workspaceId: '', teamId: '', userId: '' };
      const send = bearing(workspace, await issueScimToken(tenant));
      const { id } = resourceOf(await send('POST /scim/v2/Groups', { displayName: 'made' }));
      return (await workspace.database.teams.find(organizationId, id))?.allowedModels;
    };
    const other = await workspace.database.change(TEST, ({ organizations }) => organizations.create({ name: 'other' }));
    expect(await makeIn(workspace.organizationId)).toEqual(['house-model']);
    expect(await makeIn(other.id)).toEqual([]);
  });
});
