import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken } from '@multilane/auth';
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

const PASSWORD = 'correct horse battery';
const TEST = { type: 'system', id: null, name: 'test' } as const;

interface Invite {
  readonly id: string;
  readonly token: string;
  readonly status: string;
}

// docs/contract/sign-in.md#invitations
describe.each(serviceDatabases())('/org/invites and /auth/signup on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let admin: TestCaller;
  let otherOwner: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    admin = await workspace.signIn({ role: 'org_admin' });
    const { organizationId } = await addTenant(workspace.database, 'other');
    otherOwner = await workspace.signIn({ organizationId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const invite = async (body: object, by = owner): Promise<Invite> => {
    const answer = await by.send('POST /org/invites', body);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json() as Invite;
  };
  const signUp = (token: string, more: object = {}, send = workspace.send) =>
    send('POST /auth/signup', { token, name: 'Grace', password: PASSWORD, ...more });
  const findInvite = async ({ id }: Invite): Promise<Invite | undefined> => {
    const { data } = (await owner.send('GET /org/invites?limit=200')).json() as { data: Invite[] };
    return data.find((candidate) => candidate.id === id);
  };

  it('invites somebody for a week; the token is shown once and stored as its hash', async () => {
    const { token, ...rest } = await invite({ email: 'First@Example.com' });
    expect(token).toMatch(/^ml_invite_[0-9A-Za-z]{43}$/);
    expect(rest).toEqual({
      id: expect.any(String),
      object: 'invite',
      email: 'first@example.com',
      role: 'org_member',
      workspace_id: null,
      workspace_role: null,
      team_id: null,
      invited_by: owner.user?.id,
      status: 'pending',
      expires_at: expect.any(String),
      accepted_at: null,
      created_at: expect.any(String),
    });
    const days = (Date.parse((rest as unknown as { expires_at: string }).expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    expect(await findInvite(rest as Invite)).toEqual(rest);
    const list = await owner.send('GET /org/invites?email=FIRST@example.com');
    expect(list.json()).toMatchObject({ data: [{ email: 'first@example.com' }] });
    const trail = await owner.send('GET /admin/changes?target_type=invite');
    for (const { text } of [list, trail]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(hashToken(token));
    }
    expect((await otherOwner.send('GET /org/invites')).json()).toMatchObject({ data: [] });
  });

  it('makes the account with what the invitation promises, signed in, and never again', async () => {
    const { organizationId, workspaceId, database } = workspace;
    const team = await database.change(TEST, ({ teams }) => teams.create(organizationId, { name: 'promised' }));
    const made = await invite({
      email: 'grace@example.com',
      role: 'org_admin',
      workspace_id: workspaceId,
      workspace_role: 'editor',
      team_id: team.id,
    });
    const browser = workspace.openBrowser();
    const answer = await signUp(made.token, {}, browser);
    expect([answer.status, answer.json()]).toMatchObject([
      201,
      {
        object: 'session',
        user: { email: 'grace@example.com', name: 'Grace', role: 'org_admin' },
        organization: { name: 'default' },
        workspaces: [{ id: workspaceId, role: 'editor' }],
      },
    ]);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/; HttpOnly; SameSite=Lax; /);
    const { user } = answer.json() as { user: { id: string } };
    expect(await database.memberships.list(organizationId, { userId: user.id })).toMatchObject([{ teamId: team.id }]);
    expect(await database.teams.listMembers(organizationId, { userId: user.id })).toMatchObject([{ teamId: team.id }]);
    expect((await browser('GET /auth/session')).status).toBe(200);
    expect(refusalOf(await signUp(made.token))).toEqual([401, 'invalid_invite']);
    expect(await findInvite(made)).toMatchObject({ status: 'accepted', accepted_at: expect.any(String) });
    const login = await workspace.send('POST /auth/login', { email: 'GRACE@example.com', password: PASSWORD });
    expect(login.status).toBe(200);
  });

  it('makes one account of two who come with one token at the same moment', async () => {
    const { token } = await invite({ email: 'race@example.com' });
    const answers = await Promise.all([signUp(token), signUp(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
  });

  it('is good for nothing once it is revoked, replaced or over', async () => {
    const revoked = await invite({ email: 'revoked@example.com' });
    expect((await owner.send(`DELETE /org/invites/${revoked.id}`)).status).toBe(204);
    const replaced = await invite({ email: 'replaced@example.com' });
    const latest = await invite({ email: 'REPLACED@example.com' });
    const over = await invite({ email: 'over@example.com', expires_at: new Date(Date.now() + 300).toISOString() });
    await new Promise((resolve) => setTimeout(resolve, 350));
    for (const { token } of [revoked, replaced, over]) {
      expect(refusalOf(await signUp(token))).toEqual([401, 'invalid_invite']);
    }
    expect(await findInvite(over)).toMatchObject({ status: 'expired' });
    expect((await signUp(latest.token)).status).toBe(201);
  });

  it.each([
    ['its hash', (token: string) => hashToken(token)],
    ['its beginning', (token: string) => token.slice(0, -1)],
    ['its other case', (token: string) => token.toUpperCase()],
    ['another prefix', (token: string) => token.replace('ml_invite_', 'ml_setup_')],
  ])('is not accepted for %s', async (_what, change) => {
    const { token } = await invite({ email: 'exact@example.com' });
    expect(refusalOf(await signUp(change(token)))).toEqual([401, 'invalid_invite']);
  });

  it.each([
    ['no address', {}, 'email'],
    ['what is no address', { email: 'nobody' }, 'email'],
    ['an address of 255 characters', { email: `${'x'.repeat(250)}@x.yz` }, 'email'],
    ['a role that there is not', { role: 'admin' }, 'role'],
    ['a role in no workspace', { workspace_role: 'admin' }, 'workspace_role'],
    ['a role that no workspace has', { workspace_role: 'owner' }, 'workspace_role'],
    ['an end that is over', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an end beyond 30 days', { expires_at: '2999-01-01T00:00:00Z' }, 'expires_at'],
    ['a workspace that does not exist', { workspace_id: '01930000-0000-7000-8000-00000000000a' }, 'workspace_id'],
    ['a team that does not exist', { team_id: '01930000-0000-7000-8000-00000000000a' }, 'team_id'],
    ['somebody else as the one who invites', { invited_by: 'x' }, 'invited_by'],
    ['another tenant', { organization_id: 'x' }, 'organization_id'],
  ])('rejects %s', async (_what, body, param) => {
    const whole = param === 'email' ? body : { email: 'someone@example.com', ...body };
    expect(refusalOf(await owner.send('POST /org/invites', whole))).toEqual([400, 'invalid_value', param]);
  });

  it('takes no workspace and no team of another tenant', async () => {
    const body = { email: 'someone@example.com', workspace_id: workspace.workspaceId };
    expect(refusalOf(await otherOwner.send('POST /org/invites', body))).toEqual([400, 'invalid_value', 'workspace_id']);
    const { id } = (await owner.send('POST /admin/teams', { name: 'own-team' })).json() as { id: string };
    const answer = await otherOwner.send('POST /org/invites', { email: 'someone@example.com', team_id: id });
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', 'team_id']);
  });

  it('rejects a person who has an account already (409), whatever the case of the address', async () => {
    const email = personOf(admin.user).email.toUpperCase();
    expect(refusalOf(await owner.send('POST /org/invites', { email }))).toEqual([409, 'conflict', 'email']);
  });

  it('lets only an owner invite an owner, and revoke or replace such an invitation (403)', async () => {
    const body = { email: 'boss@example.com', role: 'owner' };
    expect(refusalOf(await admin.send('POST /org/invites', body))).toEqual([403, 'permission_denied']);
    const { id, token } = await invite(body);
    expect(refusalOf(await admin.send(`DELETE /org/invites/${id}`))).toEqual([403, 'permission_denied']);
    expect(refusalOf(await admin.send('POST /org/invites', { ...body, role: 'org_member' }))).toEqual([
      403,
      'permission_denied',
    ]);
    expect((await signUp(token)).json()).toMatchObject({ user: { role: 'owner' } });
  });

  it.each([
    ['a weak password', { password: 'short' }, 'password'],
    ['a password beyond 256 characters', { password: 'x'.repeat(257) }, 'password'],
    ['no name', { name: '' }, 'name'],
    ['another address', { email: 'eve@example.com' }, 'email'],
    ['a role', { role: 'owner' }, 'role'],
  ])('signs nobody up with %s, and the invitation stays good', async (_what, more, param) => {
    const { token } = await invite({ email: 'careless@example.com' });
    expect(refusalOf(await signUp(token, more))).toEqual([400, 'invalid_value', param]);
    expect(await workspace.database.invites.findByHash(hashToken(token))).toMatchObject({ acceptedAt: null });
  });
});

describe('tries of invitations', () => {
  const [embedded] = serviceDatabases();
  if (embedded === undefined) throw new Error('there is always the embedded database');
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await embedded.create());
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await embedded.stop();
  }, HOOK_LIMIT_MS);

  it('are counted by address: 429 with Retry-After', async () => {
    const body = { token: 'ml_invite_guess', name: 'Eve', password: PASSWORD };
    const statuses = new Set<number>();
    for (let tries = 0; tries < 31; tries += 1) statuses.add((await workspace.send('POST /auth/signup', body)).status);
    expect([...statuses]).toEqual([401, 429]);
  });

  it('are rejected from another site’s page', async () => {
    const body = { token: 'ml_invite_guess', name: 'Eve', password: PASSWORD };
    const answer = await workspace.send('POST /auth/signup', body, { origin: 'https://evil.example' });
    expect(refusalOf(answer)).toEqual([403, 'permission_denied', 'Origin']);
  });
});

describe('a console that is switched off', () => {
  const [embedded] = serviceDatabases();
  if (embedded === undefined) throw new Error('there is always the embedded database');
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await embedded.create(), 'auth: { console: { enabled: false } }');
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await embedded.stop();
  }, HOOK_LIMIT_MS);

  it('signs nobody up', async () => {
    const answer = await workspace.send('POST /auth/signup', { token: 'x', name: 'x', password: PASSWORD });
    expect(refusalOf(answer)).toEqual([403, 'permission_denied']);
  });
});
