import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken } from '@multilane/auth';
import type { Change } from '@multilane/persistence';
import { HOOK_LIMIT_MS, type PersonOptions, refusalOf, type TestCaller } from '../start-test-workspace.js';
import {
  actionsOn,
  type CredentialWorld,
  DATABASES,
  good,
  inSeconds,
  startCredentialWorld,
  topicsOf,
} from './start-credential-tests.js';

interface Token {
  readonly id: string;
  readonly token: string;
  readonly name: string;
}

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const A_DAY_S = 86_400;

describe.each(DATABASES)('/auth/tokens on $name (docs/contract/authentication.md#personal-access-tokens)', (kind) => {
  let world: CredentialWorld;

  beforeAll(async () => {
    world = await startCredentialWorld(kind);
  }, HOOK_LIMIT_MS);

  afterAll(() => world?.stop(), HOOK_LIMIT_MS);

  /** A member of the first workspace; by default its viewer. */
  const signIn = (options: PersonOptions = {}): Promise<TestCaller> =>
    world.workspace.signIn({
      role: 'org_member',
      memberships: [{ workspaceId: world.workspaceId, role: 'viewer' }],
      ...options,
    });
  const post = (person: TestCaller, body: object = {}) =>
    person.send('POST /auth/tokens', { name: 'laptop', expires_at: inSeconds(3600), ...body });
  const issue = async (person: TestCaller, body: object = {}): Promise<Token> => good(await post(person, body), 201);
  const use = async (token: string) => {
    const answer = await world.bearing(token)('GET /admin/teams');
    return answer.status === 200 ? 200 : refusalOf(answer);
  };
  const change = (work: (change: Change) => Promise<unknown>) => world.workspace.database.change(SETUP, work);

  it('issues a token that "authenticates as the person who created it", and shows it once', async () => {
    const person = await signIn();
    const expires = inSeconds(3600);
    const body = await issue(person, { expires_at: expires });
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      object: 'personal_access_token',
      token: expect.stringMatching(/^ml_pat_[0-9A-Za-z]{43}$/),
      token_hint: `ml_pat_…${body.token.slice(-4)}`,
      name: 'laptop',
      workspace_id: world.workspaceId,
      expires_at: expires,
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
    });
    const found = await world.workspace.database.credentials.findIdentityByHash(hashToken(body.token));
    expect(found).toMatchObject({ user: { id: person.user?.id }, workspaceRole: 'viewer' });
    expect(await use(body.token)).toBe(200);
    const listed = await person.send('GET /auth/tokens');
    expect(good(listed)).toMatchObject({ object: 'list', data: [{ id: body.id }], next_cursor: null });
    const trail = await world.workspace.database.changes.listPage(world.workspace.organizationId, { limit: 200 });
    const shown = `${listed.text}${JSON.stringify(trail)}`;
    expect(shown).not.toContain(body.token);
    expect(shown).not.toContain(hashToken(body.token));
  });

  it('"Identified by an id (used in the X-Service-Credential header)": a session acts as it', async () => {
    const person = await signIn();
    const { id } = await issue(person);
    const acting = { 'x-service-credential': id };
    expect((await person.send('GET /admin/teams', undefined, acting)).status).toBe(200);
    expect(refusalOf(await world.owner.send('GET /admin/teams', undefined, acting))).toEqual([
      401,
      'invalid_api_key',
      'X-Service-Credential',
    ]);
  });

  it('"Issued or rotated only from a signed-in console session, never with another token"', async () => {
    const person = await signIn({ role: 'owner' });
    const { id, token } = await issue(person, { workspace_id: world.workspaceId });
    const bearer = world.bearing(token);
    for (const [route, body] of [
      ['POST /auth/tokens', { name: 'x', expires_at: inSeconds(60) }],
      [`POST /auth/tokens/${id}/rotate`, {}],
      [`DELETE /auth/tokens/${id}`],
      ['GET /auth/tokens'],
    ] as const) {
      expect([route, ...refusalOf(await bearer(route, body))]).toEqual([route, 403, 'permission_denied']);
      const acting = await person.send(route, body, { 'x-service-credential': id });
      expect([route, ...refusalOf(acting)]).toEqual([route, 403, 'permission_denied']);
    }
  });

  it('is rejected from another site, as everything is that a session changes', async () => {
    const person = await signIn();
    const answer = await person.send('POST /auth/tokens', {}, { origin: 'https://elsewhere.example' });
    expect(refusalOf(answer)).toEqual([403, 'permission_denied', 'Origin']);
  });

  it.each([
    ['no expiry: "Always has an expiry"', { expires_at: undefined }, 'expires_at'],
    ['an expiry that is null', { expires_at: null }, 'expires_at'],
    ['an expiry that is past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an expiry that is no time', { expires_at: '90 days' }, 'expires_at'],
    ['no name', { name: undefined }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a workspace that is no id', { workspace_id: 'default' }, 'workspace_id'],
    ['another person', { user_id: '01930000-0000-7000-8000-000000000001' }, 'user_id'],
    ['a role', { role: 'admin' }, 'role'],
    ['a token', { token: 'ml_pat_x' }, 'token'],
    ['a schedule', { rotate_every_days: 1 }, 'rotate_every_days'],
  ])('rejects %s', async (_what, body, param) => {
    expect(refusalOf(await post(await signIn(), body))).toEqual([400, 'invalid_value', param]);
  });

  it('"The organization\'s credential policy caps lifetime": 90 days by default', async () => {
    const person = await signIn();
    const beyond = await post(person, { expires_at: inSeconds(90 * A_DAY_S + 60) });
    expect(refusalOf(beyond)).toEqual([400, 'invalid_value', 'expires_at']);
    const { id } = await issue(person, { expires_at: inSeconds(90 * A_DAY_S - 60) });
    const rotated = { expires_at: inSeconds(91 * A_DAY_S) };
    expect(refusalOf(await person.send(`POST /auth/tokens/${id}/rotate`, rotated))).toEqual([
      400,
      'invalid_value',
      'expires_at',
    ]);
  });

  it('"and the number of PATs per person": 10 by default, however many are asked for at once', async () => {
    const person = await signIn();
    const answers = await Promise.all(Array.from({ length: 14 }, () => post(person)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), ...Array(4).fill(409)]);
    expect(refusalOf(await post(person))).toEqual([409, 'conflict']);
    expect((await post(await signIn())).status).toBe(201);
  });

  it('a revoked or expired token makes room for another', async () => {
    const { organizationId } = world.workspace;
    const person = await signIn();
    const tokens: Token[] = [];
    for (let number = 0; number < 10; number++) tokens.push(await issue(person));
    const [first, second] = tokens;
    expect((await person.send(`DELETE /auth/tokens/${first?.id}`)).status).toBe(204);
    expect((await post(person)).status).toBe(201);
    expect((await post(person)).status).toBe(409);
    await change(({ credentials }) => credentials.update(organizationId, second?.id ?? '', { expiresAt: new Date(0) }));
    expect((await post(person)).status).toBe(201);
  });

  it('issuing is throttled by account: 429 rate_limit_exceeded', async () => {
    const person = await signIn();
    const answers: number[] = [];
    for (let number = 0; number < 31; number++) answers.push((await post(person)).status);
    expect(answers.slice(0, 30)).not.toContain(429);
    expect(answers.at(-1)).toBe(429);
  }, 30_000);

  describe('"in the one workspace it was issued for"', () => {
    it('is the only one that the person reaches, unless the request names it', async () => {
      const { workspaceId, secondWorkspaceId } = world;
      expect(await issue(await signIn())).toMatchObject({ workspace_id: workspaceId });
      const memberships = [workspaceId, secondWorkspaceId].map((id) => ({ workspaceId: id, role: 'viewer' as const }));
      const both = await signIn({ memberships });
      expect(refusalOf(await post(both))).toEqual([400, 'invalid_value', 'workspace_id']);
      expect(await issue(both, { workspace_id: secondWorkspaceId })).toMatchObject({
        workspace_id: secondWorkspaceId,
      });
    });

    it('must be reached by the person', async () => {
      const person = await signIn();
      for (const workspaceId of [world.secondWorkspaceId, world.foreign.workspaceId]) {
        const answer = await post(person, { workspace_id: workspaceId });
        expect(refusalOf(answer)).toEqual([400, 'invalid_value', 'workspace_id']);
      }
      const owner = await post(world.owner, { workspace_id: world.foreign.workspaceId });
      expect(refusalOf(owner)).toEqual([400, 'invalid_value', 'workspace_id']);
      expect(refusalOf(await post(await signIn({ memberships: [] })))).toEqual([403, 'permission_denied']);
    });
  });

  describe('states (docs/contract/authentication.md#credential-states)', () => {
    it('usable → expired: once expires_at has passed, "Requests with it answer 401 key_expired"', async () => {
      const person = await signIn();
      const { id, token } = await issue(person, { expires_at: inSeconds(1.5) });
      expect(await use(token)).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 1600));
      expect(await use(token)).toEqual([401, 'key_expired']);
      expect(refusalOf(await person.send(`POST /auth/tokens/${id}/rotate`, {}))).toEqual([409, 'conflict']);
    });

    it('revoked: 401 invalid_api_key at once', async () => {
      const person = await signIn();
      const { id, token } = await issue(person);
      const topics = await topicsOf(world, () => person.send(`DELETE /auth/tokens/${id}`));
      expect(topics).toEqual([`credential:${id}`]);
      expect(await use(token)).toEqual([401, 'invalid_api_key']);
    });
  });

  describe('"Revoking the person\'s access revokes the token"', () => {
    it.each<[string, (change: Change, organizationId: string, userId: string) => Promise<unknown>]>([
      ['made inactive', ({ users }, tenant, id) => users.update(tenant, id, { active: false })],
      ['removed', ({ users }, tenant, id) => users.remove(tenant, id)],
      [
        'taken out of the workspace',
        ({ memberships }, tenant, id) => memberships.remove(tenant, world.workspaceId, id),
      ],
    ])('when the person is %s', async (_what, revoke) => {
      const { user, ...person } = await signIn();
      const { token } = await issue(person);
      expect(await use(token)).toBe(200);
      const topics = await topicsOf(world, () =>
        change((repositories) => revoke(repositories, world.workspace.organizationId, user?.id ?? '')),
      );
      expect(topics).toContain(`user:${user?.id}`);
      expect(await use(token)).toEqual([401, 'invalid_api_key']);
    });

    it.each<[string, (change: Change, organizationId: string, userId: string) => Promise<unknown>]>([
      [
        'made inactive',
        async ({ users }, tenant, id) => {
          await users.update(tenant, id, { active: false });
          await users.update(tenant, id, { active: true });
        },
      ],
      [
        'taken out of the workspace',
        async ({ memberships }, tenant, userId) => {
          const { workspaceId } = world;
          await memberships.remove(tenant, workspaceId, userId);
          await memberships.set(tenant, { workspaceId, userId, role: 'viewer' });
        },
      ],
      [
        'no longer an administrator',
        async ({ memberships, users }, tenant, userId) => {
          const { workspaceId } = world;
          await users.update(tenant, userId, { role: 'org_member' });
          await memberships.set(tenant, { workspaceId, userId, role: 'viewer' });
        },
      ],
    ])('and stays revoked when a person who was %s gets the access back', async (what, comeBack) => {
      const isAdministrator = what.includes('administrator');
      const { user, ...person } = await signIn(isAdministrator ? { role: 'org_admin', memberships: [] } : {});
      const { token } = await issue(person, isAdministrator ? { workspace_id: world.workspaceId } : {});
      expect(await use(token)).toBe(200);
      await change((repositories) => comeBack(repositories, world.workspace.organizationId, user?.id ?? ''));
      expect(await use(token)).toEqual([401, 'invalid_api_key']);
    });

    it('when an owner who was never a member of the workspace becomes an org_member', async () => {
      const { user, ...person } = await signIn({ role: 'owner', memberships: [] });
      const { token } = await issue(person, { workspace_id: world.workspaceId });
      expect(await use(token)).toBe(200);
      await change(({ users }) => users.update(world.workspace.organizationId, user?.id ?? '', { role: 'org_member' }));
      expect(await use(token)).toEqual([401, 'invalid_api_key']);
    });

    it('a role that changes in the workspace is the role of the token', async () => {
      const { user, ...person } = await signIn({
        memberships: [{ workspaceId: world.workspaceId, role: 'admin' }],
      });
      const { token } = await issue(person);
      const { workspaceId } = world;
      const userId = user?.id ?? '';
      expect((await world.bearing(token)('GET /admin/keys')).status).toBe(200);
      await change(({ memberships }) =>
        memberships.set(world.workspace.organizationId, { workspaceId, userId, role: 'viewer' }),
      );
      expect((await world.bearing(token)('GET /admin/keys')).status).toBe(403);
    });
  });

  it('a rotation gives a new plaintext; the old one dies at once, or after its grace', async () => {
    const person = await signIn();
    const { id, token } = await issue(person);
    const first = good<Token>(await person.send(`POST /auth/tokens/${id}/rotate`));
    expect([await use(token), await use(first.token)]).toEqual([[401, 'invalid_api_key'], 200]);
    const body = { grace_seconds: 60, expires_at: inSeconds(7200) };
    const second = good<Token>(await person.send(`POST /auth/tokens/${id}/rotate`, body));
    expect([await use(first.token), await use(second.token)]).toEqual([200, 200]);
    expect(second).toMatchObject({ id, expires_at: body.expires_at });
    expect(await actionsOn(world, id)).toEqual(['create', 'rotate', 'rotate'].map((verb) => `credential.${verb}`));
  });

  it("nobody sees or touches another's tokens, not even an owner, nor another kind of credential", async () => {
    const person = await signIn();
    const { id, token } = await issue(person);
    const key = await world.workspace.issueKey({ teamId: world.teamId });
    for (const [by, named] of [
      [world.owner, id],
      [world.stranger, id],
      [await signIn(), id],
      [person, key.credentialId],
    ] as const) {
      expect(refusalOf(await by.send(`DELETE /auth/tokens/${named}`))).toEqual([404, 'not_found']);
      expect(refusalOf(await by.send(`POST /auth/tokens/${named}/rotate`, {}))).toEqual([404, 'not_found']);
    }
    const listed = good<{ data: Token[] }>(await world.owner.send('GET /auth/tokens?limit=200'));
    expect(listed.data.map((listedToken) => listedToken.id)).not.toContain(id);
    expect(await use(token)).toBe(200);
  });
});
