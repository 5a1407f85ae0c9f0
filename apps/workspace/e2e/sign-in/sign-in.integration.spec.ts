import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HttpAnswer, serviceDatabases } from '@multilane/testing';
import { AuthService } from '../../src/modules/auth/auth.service.js';
import { SetupService } from '../../src/modules/auth/setup.service.js';
import { HOOK_LIMIT_MS, refusalOf, startTestWorkspace, type TestWorkspace } from '../start-test-workspace.js';

const OWNER = { email: 'Ada@Example.com', name: 'Ada', password: 'correct horse battery' };

const cookieOf = ({ headers }: HttpAnswer): string => headers['set-cookie']?.[0] ?? '';
const tokenOf = (answer: HttpAnswer): string => cookieOf(answer).split(';')[0] ?? '';

describe.each(serviceDatabases())('/auth on $name (docs/contract/sign-in.md#first-owner)', (kind) => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const own = (cookie: string) => ({ cookie, origin: workspace.url });
  const login = (password = OWNER.password, email = OWNER.email) =>
    workspace.send('POST /auth/login', { email, password });
  const sessionOf = (cookie: string) => workspace.send('GET /auth/session', undefined, { cookie });

  it('offers no account before the setup: no default credential works', async () => {
    expect(refusalOf(await login('admin', 'admin@example.com'))).toEqual([401, 'invalid_login']);
    expect(refusalOf(await login('', 'admin@example.com'))).toEqual([400, 'invalid_value', 'password']);
  });

  it('rejects a setup without the token that was printed, and a weak password', async () => {
    const token = workspace.setupToken;
    expect(refusalOf(await workspace.send('POST /auth/setup', { ...OWNER, token: 'ml_setup_x' }))).toEqual([
      401,
      'invalid_setup_token',
    ]);
    const weak = await workspace.send('POST /auth/setup', { ...OWNER, token, password: 'short' });
    expect(refusalOf(weak)).toEqual([400, 'invalid_value', 'password']);
    const role = await workspace.send('POST /auth/setup', { ...OWNER, token, role: 'owner' });
    expect(refusalOf(role)).toEqual([400, 'invalid_value', 'role']);
  });

  it('leaves the tokens good that other replicas printed at a first start', async () => {
    const another = await workspace.app.get(SetupService, { strict: false }).prepare(workspace.organizationId);
    expect(another).not.toBe(workspace.setupToken);
    for (const token of [workspace.setupToken, another]) {
      const answer = await workspace.send('POST /auth/setup', { ...OWNER, token, password: 'short' });
      expect(refusalOf(answer)).toEqual([400, 'invalid_value', 'password']);
    }
  });

  it('makes the first owner by the setup token, once, though it comes twice at the same moment', async () => {
    const body = { ...OWNER, token: workspace.setupToken };
    const answers = await Promise.all([
      workspace.send('POST /auth/setup', body),
      workspace.send('POST /auth/setup', { ...body, email: 'eve@example.com' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
    const made = answers.find(({ status }) => status === 201);
    if (made === undefined) throw new Error('nobody was made');
    expect(made.json()).toMatchObject({
      object: 'session',
      user: { role: 'owner' },
      organization: { name: 'default', products: ['ai_gateway'] },
      workspaces: [{ id: workspace.workspaceId, name: 'default', role: 'admin' }],
    });
    expect((await sessionOf(tokenOf(made))).status).toBe(200);
    expect(refusalOf(await workspace.send('POST /auth/setup', body))).toEqual([401, 'invalid_setup_token']);
    await workspace.database.change({ type: 'system', id: null, name: 'test' }, async ({ users }) => {
      const [owner] = await users.listAll(workspace.organizationId);
      if (owner?.email === 'eve@example.com') {
        await users.update(workspace.organizationId, owner.id, { email: OWNER.email });
      }
    });
  });

  it('signs in whatever the case of the address, with a cookie that scripts and other sites do not reach', async () => {
    const answer = await login(OWNER.password, 'ADA@example.COM');
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).toMatch(/^ml_session=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await sessionOf(tokenOf(answer))).json()).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  it('keeps neither password nor cookie: the database has hashes only', async () => {
    const token = tokenOf(await login()).slice('ml_session='.length);
    const [stored] = await workspace.database.users.findLogins(OWNER.email);
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const sessions = await workspace.database.sessions.listOfUser(workspace.organizationId, stored?.user.id ?? '');
    expect(JSON.stringify(sessions)).not.toContain(token);
    const changes = await workspace.database.changes.listPage(workspace.organizationId, { limit: 100 });
    const trail = JSON.stringify(changes.data);
    expect(trail).toContain('session.create');
    for (const secret of [token, OWNER.password, workspace.setupToken ?? '', 'argon2id']) {
      expect(trail).not.toContain(secret);
    }
  });

  it('rejects a wrong password and an unknown address in the same words', async () => {
    const [wrong, unknown] = [await login('wrong password!'), await login(OWNER.password, 'nobody@example.com')];
    expect(refusalOf(wrong)).toEqual([401, 'invalid_login']);
    expect(unknown.text).toBe(wrong.text);
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it('begins a session under a fresh id, whatever cookie came along', async () => {
    const planted = `ml_session=${'a'.repeat(43)}`;
    const answer = await workspace.send(
      'POST /auth/login',
      { email: OWNER.email, password: OWNER.password },
      { cookie: planted },
    );
    expect(tokenOf(answer)).not.toBe(planted);
    expect((await sessionOf(planted)).status).toBe(401);
  });

  it('ends a session at once when its person signs out', async () => {
    const cookie = tokenOf(await login());
    const answer = await workspace.send('POST /auth/logout', undefined, own(cookie));
    expect([answer.status, cookieOf(answer)]).toEqual([204, expect.stringMatching(/^ml_session=; .*Max-Age=0/)]);
    expect(refusalOf(await sessionOf(cookie))).toEqual([401, 'invalid_api_key']);
  });

  it('rejects people who are no longer active: the password, the session and the PAT', async () => {
    const person = await workspace.signIn({ role: 'org_admin' });
    const { user } = person;
    if (user === undefined) throw new Error('no person');
    const pat = await workspace.issuePat(user, workspace.workspaceId);
    expect((await person.send('GET /admin/teams')).status).toBe(200);
    expect((await pat.send('GET /admin/teams')).status).toBe(200);
    await workspace.database.change({ type: 'system', id: null, name: 'test' }, ({ users }) =>
      users.update(workspace.organizationId, user.id, { active: false }),
    );
    expect(refusalOf(await person.send('GET /admin/teams'))).toEqual([401, 'invalid_api_key']);
    expect(refusalOf(await pat.send('GET /admin/teams'))).toEqual([401, 'invalid_api_key']);
  });

  it('changes the password for who knows the old one, and ends every other session', async () => {
    const [first, second] = [tokenOf(await login()), tokenOf(await login())];
    const wrong = await workspace.send(
      'POST /auth/password',
      { current_password: 'not the password', new_password: 'a new password 1' },
      own(first),
    );
    expect(refusalOf(wrong)).toEqual([400, 'invalid_value', 'current_password']);
    const body = { current_password: OWNER.password, new_password: 'a new password 1' };
    const changed = await workspace.send('POST /auth/password', body, own(first));
    expect(changed.status).toBe(200);
    expect((await sessionOf(tokenOf(changed))).status).toBe(200);
    for (const over of [first, second]) expect((await sessionOf(over)).status).toBe(401);
    expect((await login()).status).toBe(401);
    expect((await login('a new password 1')).status).toBe(200);
  });

  describe('a password that is changed while it is being tried (docs/contract/sign-in.md#accounts)', () => {
    const OLD = 'an old password 1';
    const NEW = 'a newer password 2';
    const TEST = { type: 'system', id: null, name: 'test' } as const;

    async function makePerson(): Promise<{ email: string; set: (password: string) => Promise<unknown> }> {
      const { user } = await workspace.signIn({ role: 'org_member' });
      if (user === undefined) throw new Error('no person');
      const { email } = (await workspace.database.users.find(workspace.organizationId, user.id)) ?? { email: '' };
      const auth = workspace.app.get(AuthService, { strict: false });
      const set = async (password: string) => {
        const hash = await auth.hashPassword(password);
        return workspace.database.change(TEST, ({ users }) =>
          users.setPassword(workspace.organizationId, user.id, hash),
        );
      };
      await set(OLD);
      return { email, set };
    }

    /** The sessions that work afterwards, of all that were given. */
    async function findWorking(answers: readonly HttpAnswer[]): Promise<number> {
      const given = answers.filter(({ status }) => status === 200).map(tokenOf);
      const states = await Promise.all(given.map(sessionOf));
      return states.filter(({ status }) => status === 200).length;
    }

    it('gives no session that outlives the change', async () => {
      const { email, set } = await makePerson();
      // Two are compared at once: the others have read the old hash, and are compared after the change.
      const tries = Array.from({ length: 6 }, () => login(OLD, email));
      await Promise.race(tries);
      await set(NEW);
      const answers = await Promise.all(tries);
      expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
      expect(await findWorking(answers)).toBe(0);
      expect((await login(NEW, email)).status).toBe(200);
    });

    it('is changed once by those who name it at the same moment', async () => {
      const { email } = await makePerson();
      const sessions = [tokenOf(await login(OLD, email)), tokenOf(await login(OLD, email))];
      const passwords = ['a first change 1', 'a second change 2'];
      const answers = await Promise.all(
        sessions.map((cookie, nth) =>
          workspace.send('POST /auth/password', { current_password: OLD, new_password: passwords[nth] }, own(cookie)),
        ),
      );
      const made = answers.findIndex(({ status }) => status === 200);
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      expect(await findWorking(answers)).toBe(1);
      expect((await login(passwords[made] ?? '', email)).status).toBe(200);
      expect((await login(passwords[1 - made] ?? '', email)).status).toBe(401);
    });
  });

  describe('a write with a session (docs/contract/sign-in.md#sessions)', () => {
    const write = (headers: Record<string, string>) => workspace.send('POST /admin/teams', { name: 'x' }, headers);

    it.each(['https://evil.example', 'null', 'http://127.0.0.1', ''])('is rejected from %j', async (origin) => {
      const { headers } = await workspace.signIn();
      expect(refusalOf(await write({ ...headers, origin }))).toEqual([403, 'permission_denied', 'Origin']);
    });

    it('is rejected without an Origin, and a read is not', async () => {
      const { headers } = await workspace.signIn();
      const { cookie = '' } = headers;
      expect(refusalOf(await write({ cookie }))).toEqual([403, 'permission_denied', 'Origin']);
      expect((await workspace.send('GET /admin/teams', undefined, { cookie })).status).toBe(200);
    });

    it('needs none with a token', async () => {
      const { user } = await workspace.signIn({ role: 'owner' });
      if (user === undefined) throw new Error('no person');
      const pat = await workspace.issuePat(user, workspace.workspaceId);
      const answer = await pat.send('POST /admin/teams', { name: 'by-pat' }, { origin: 'https://evil.example' });
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('gateway.teams.manage')]);
    });

    it('signs nobody in from another site', async () => {
      const body = { email: OWNER.email, password: 'a new password 1' };
      const answer = await workspace.send('POST /auth/login', body, { origin: 'https://evil.example' });
      expect(refusalOf(answer)).toEqual([403, 'permission_denied', 'Origin']);
    });
  });

  describe('X-Service-Credential (docs/contract/authentication.md#acting-as-a-pat)', () => {
    it('makes a request with a session that of a PAT of its own person', async () => {
      const person = await workspace.signIn({ role: 'owner' });
      const { user } = person;
      if (user === undefined) throw new Error('no person');
      const pat = await workspace.issuePat(user, workspace.workspaceId);
      const acting = { 'x-service-credential': pat.credentialId };
      expect((await person.send('POST /admin/teams', { name: 'by-person' })).status).toBe(201);
      const answer = await person.send('POST /admin/teams', { name: 'by-acting' }, acting);
      expect(refusalOf(answer)).toEqual([403, 'permission_denied']);
      const stranger = await workspace.signIn();
      expect(refusalOf(await stranger.send('GET /admin/teams', undefined, acting))).toEqual([
        401,
        'invalid_api_key',
        'X-Service-Credential',
      ]);
    });

    it('is rejected beside a token: 400 credential_header_not_allowed', async () => {
      const { user } = await workspace.signIn();
      if (user === undefined) throw new Error('no person');
      const pat = await workspace.issuePat(user, workspace.workspaceId);
      const answer = await pat.send('GET /admin/teams', undefined, { 'x-service-credential': pat.credentialId });
      expect(refusalOf(answer)).toEqual([400, 'credential_header_not_allowed', 'X-Service-Credential']);
    });
  });

  it('counts the tries of an account: 429 rate_limit_exceeded with Retry-After, also for the right password', async () => {
    const statuses: number[] = [];
    let last: HttpAnswer | undefined;
    for (let tries = 0; tries < 11; tries += 1) {
      last = await login('wrong password!', 'hammered@example.com');
      statuses.push(last.status);
    }
    expect(statuses).toContain(429);
    if (last === undefined) throw new Error('nothing was tried');
    expect(refusalOf(last)).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  });
});
