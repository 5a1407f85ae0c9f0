import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashToken } from '@multilane/auth';
import type { Actor, UserRecord } from '@multilane/persistence';
import { type HttpAnswer, serviceDatabases, startIssuer, TestIssuer } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestWorkspace,
} from '../start-test-workspace.js';

type Issuer = Awaited<ReturnType<typeof startIssuer>>;

const TEST: Actor = { type: 'system', id: null, name: 'test' };
const AN_HOUR_MS = 3_600_000;
const CLIENT = 'multilane-console';
/** Address for people, over a proxy that ends TLS. */
const PUBLIC = 'https://console.example';
/** Its dashes are escaped in HTTP basic authentication (RFC 6749 section 2.3.1). */
const SECRET = 'client-secret-of-the-console';

describe.each(serviceDatabases())('/auth/sso on $name (docs/contract/sign-in.md#single-sign-on)', (kind) => {
  let running: Issuer;
  let issuer: TestIssuer;
  let workspace: TestWorkspace;
  let people = 0;

  beforeAll(async () => {
    running = await startIssuer();
    issuer = running.issuer;
    issuer.signIns.clientSecret = SECRET;
    const auth = `auth: { oidc: { issuer: "${issuer.url}", audience: multilane }, console: { sso: { client_id: ${CLIENT}, client_secret: ${SECRET} } } }`;
    workspace = await startTestWorkspace(await kind.create(), auth, `public_base_url: "${PUBLIC}"`);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
    await running?.stop();
  }, HOOK_LIMIT_MS);

  beforeEach(() => {
    issuer.away = false;
    issuer.overrides.clear();
    issuer.signIns.redirectWith = {};
    issuer.signIns.person = { sub: 'somebody' };
  });

  const newEmail = (): string => `person-${++people}@example.com`;

  /** The person that SCIM provisioned, and who has never signed in. */
  const provision = (email: string, organizationId = workspace.organizationId): Promise<UserRecord> =>
    workspace.database.change(TEST, ({ users }) =>
      users.create(organizationId, { email, name: 'Grace', scimUserName: email }),
    );

  const invite = (email: string, more: { expiresAt?: Date; workspaceRole?: 'editor' } = {}) =>
    workspace.database.change(TEST, ({ invites }) =>
      invites.create(workspace.organizationId, {
        email,
        role: 'org_admin',
        hash: hashToken(email),
        expiresAt: more.expiresAt ?? new Date(Date.now() + AN_HOUR_MS),
        ...(more.workspaceRole ? { workspaceId: workspace.workspaceId, workspaceRole: more.workspaceRole } : {}),
      }),
    );

  const cookiesOf = ({ headers }: HttpAnswer): string =>
    (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');

  /** Begins a sign-in, and lets the provider send the browser back: what the browser asks for next. */
  const begin = async (query = '', headers: Record<string, string> = {}) => {
    const started = await workspace.send(`GET /auth/sso/start${query}`, undefined, headers);
    expect([started.status, started.text]).toEqual([303, '']);
    const authorized = await fetch(started.headers.location ?? '', { redirect: 'manual' });
    const back = new URL(authorized.headers.get('location') ?? '');
    return { started, back, path: `${back.pathname}${back.search}`, cookie: cookiesOf(started) };
  };
  const finish = (path: string, cookie: string) => workspace.send(`GET ${path}`, undefined, { cookie });
  const signIn = async (person: object, session = ''): Promise<HttpAnswer> => {
    issuer.signIns.person = person as Record<string, unknown>;
    const { path, cookie } = await begin();
    return finish(path, session === '' ? cookie : `${cookie}; ${session}`);
  };
  const sessionOf = (answer: HttpAnswer) =>
    workspace.send('GET /auth/session', undefined, { cookie: cookiesOf(answer) });

  it('sends the browser to the provider with code, PKCE, state and nonce, and binds the sign-in to it', async () => {
    const { started } = await begin();
    const address = new URL(started.headers.location ?? '');
    expect(address.origin).toBe(issuer.url);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: CLIENT,
      response_type: 'code',
      redirect_uri: `${PUBLIC}/auth/sso/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const [cookie] = started.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^ml_sso_[\w-]{16}=v1\.\S+; Path=\/auth\/sso; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/);
    expect(cookie).not.toContain(address.searchParams.get('state'));
    expect(started.headers['cache-control']).toBe('no-store');
  });

  it('signs in whom SCIM provisioned by the verified email address, and later by the subject alone', async () => {
    const email = newEmail();
    const { id } = await provision(email);
    const first = await signIn({ sub: 'grace', email: email.toUpperCase(), email_verified: true });
    expect([first.status, first.headers.location]).toEqual([303, '/ui']);
    expect((await sessionOf(first)).json()).toMatchObject({ object: 'session', user: { id, email } });
    const later = await signIn({ sub: 'grace', email: 'another@example.com', email_verified: false });
    expect((await sessionOf(later)).json()).toMatchObject({ user: { id } });
    const other = await signIn({ sub: 'mallory', email, email_verified: true });
    expect(refusalOf(other)).toEqual([403, 'sso_no_account']);
  });

  it('issues the session as a password does: cookie, hash in the database, log-out', async () => {
    const email = newEmail();
    await provision(email);
    const answer = await signIn({ sub: email, email, email_verified: true });
    const [cleared, ofProvider, cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(ofProvider).toMatch(
      /^ml_sso_session=v1\.\S+; Path=\/auth\/sso; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
    );
    expect(cleared).toMatch(/^ml_sso_[\w-]{16}=; Path=\/auth\/sso; .*Max-Age=0; Secure$/);
    expect(cookie).toMatch(/^ml_session=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600; Secure$/);
    const own = { cookie: cookie.split(';')[0] ?? '', origin: PUBLIC };
    expect((await workspace.send('POST /auth/logout', undefined, own)).status).toBe(204);
    expect(refusalOf(await workspace.send('GET /auth/session', undefined, own))).toEqual([401, 'invalid_api_key']);
  });

  it('makes an account of an open invitation, with its role and place, and uses it up', async () => {
    const email = newEmail();
    await invite(email, { workspaceRole: 'editor' });
    const answer = await signIn({ sub: email, email, email_verified: true, name: 'Ada\u0000 L.' });
    expect((await sessionOf(answer)).json()).toMatchObject({
      user: { email, name: 'Ada  L.', role: 'org_admin' },
      workspaces: [{ id: workspace.workspaceId, role: 'editor' }],
    });
    const { data } = await workspace.database.invites.listPage(workspace.organizationId, {
      limit: 1,
      filters: { email },
    });
    expect(data).toMatchObject([{ acceptedAt: expect.any(Date) }]);
    const trail = await workspace.database.changes.listPage(workspace.organizationId, { limit: 5 });
    expect(trail.data.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.create', 'invite.accept', 'session.create']),
    );
  });

  it(
    'reads the email address at the userinfo endpoint where the ID token has none',
    async () => {
      const email = newEmail();
      const fresh = await startIssuerOfItsOwn();
      try {
        fresh.issuer.signIns.userinfo = { sub: email, email, email_verified: true };
        fresh.issuer.signIns.person = { sub: email };
        expect(await fresh.signIn()).toMatchObject({ status: 303 });
      } finally {
        await fresh.stop();
      }
    },
    HOOK_LIMIT_MS,
  );

  /** Another provider and a workspace of its own, for a public client (`auth.oidc.spa_client_id`). */
  const startIssuerOfItsOwn = async () => {
    const own = await startIssuer('RS256');
    const auth = `auth: { oidc: { issuer: "${own.issuer.url}", audience: multilane, spa_client_id: spa } }`;
    const service = await startTestWorkspace(await kind.create(), auth, `public_base_url: "${PUBLIC}"`);
    return {
      issuer: own.issuer,
      workspace: service,
      signIn: async () => {
        const { email } = own.issuer.signIns.userinfo as { email: string };
        await service.database.change(TEST, ({ users }) =>
          users.create(service.organizationId, { email, name: 'x', scimUserName: email }),
        );
        const started = await service.send('GET /auth/sso/start');
        const authorized = await fetch(started.headers.location ?? '', { redirect: 'manual' });
        const back = new URL(authorized.headers.get('location') ?? '');
        return service.send(`GET ${back.pathname}${back.search}`, undefined, { cookie: cookiesOf(started) });
      },
      stop: async () => {
        await service.stop();
        await own.stop();
      },
    };
  };

  describe('lets nobody in who is not known', () => {
    it.each([
      ['nobody with an account', { email_verified: true }, undefined],
      ['an e-mail address that is not verified', { email_verified: false }, 'scim'],
      ['an e-mail address whose verification is not stated', {}, 'scim'],
      ['an account that nobody provisioned or invited', { email_verified: true }, 'password'],
      ['an account of another organization', { email_verified: true }, 'elsewhere'],
      ['an invitation that has expired', { email_verified: true }, 'expired'],
      ['an owner by the address alone', { email_verified: true }, 'owner'],
      ['a person who is deactivated', { email_verified: true }, 'inactive'],
    ])('%s', async (_who, claims, account) => {
      const email = newEmail();
      const { organizationId, database } = workspace;
      await database.change(TEST, async ({ users }) => {
        if (account === 'password') await users.create(organizationId, { email, name: 'x', passwordHash: 'x' });
        if (account === 'scim') await users.create(organizationId, { email, name: 'x', scimUserName: email });
        if (account === 'owner')
          await users.create(organizationId, { email, name: 'x', scimUserName: email, role: 'owner' });
        if (account === 'inactive')
          await users.create(organizationId, { email, name: 'x', scimUserName: email, active: false });
      });
      if (account === 'expired') await invite(email, { expiresAt: new Date(Date.now() - 1) });
      if (account === 'elsewhere') await provision(email, (await addTenant(database, `other-${email}`)).organizationId);
      const answer = await signIn({ sub: `sub ${email}`, email, ...claims });
      expect(refusalOf(answer)).toEqual([403, 'sso_no_account']);
      expect(cookiesOf(answer)).not.toContain('ml_session');
      expect(await database.users.findBySsoSubject(organizationId, `${issuer.url} sub ${email}`)).toBeUndefined();
    });

    it('nor whom the account was taken from since: a subject that is known, and deactivated', async () => {
      const email = newEmail();
      const { id } = await provision(email);
      const person = { sub: email, email, email_verified: true };
      expect((await signIn(person)).status).toBe(303);
      await workspace.database.change(TEST, ({ users }) =>
        users.update(workspace.organizationId, id, { active: false }),
      );
      expect(refusalOf(await signIn(person))).toEqual([403, 'sso_no_account']);
    });
  });

  it('links the account of a person who is signed in, an owner too, if the address is the same', async () => {
    const owner = await workspace.signIn();
    const { cookie = '' } = owner.headers;
    const stranger = await signIn({ sub: 'own-1', email: newEmail(), email_verified: true }, cookie);
    expect(refusalOf(stranger)).toEqual([403, 'sso_no_account']);
    const person = { sub: 'own-2', email: owner.user?.email, email_verified: true };
    expect(refusalOf(await signIn(person))).toEqual([403, 'sso_no_account']);
    expect((await signIn(person, cookie)).status).toBe(303);
    expect((await sessionOf(await signIn(person))).json()).toMatchObject({ user: { id: owner.user?.id } });
  });

  describe('rejects with 401 sso_failed', () => {
    const person = { sub: 'attacked', email: 'attacked@example.com', email_verified: true };
    beforeAll(async () => {
      await provision(person.email);
    });
    beforeEach(() => {
      issuer.signIns.person = person;
    });
    const refused = async (answer: HttpAnswer) => {
      expect(refusalOf(answer)).toEqual([401, 'sso_failed']);
      expect(cookiesOf(answer)).not.toContain('ml_session');
    };

    it('a browser that began no sign-in: the cookie is missing', async () => {
      const { path } = await begin();
      await refused(await finish(path, ''));
    });

    it('another browser than the one that began: its own cookie, the state of another', async () => {
      const attacker = await begin();
      const victim = await begin();
      await refused(await finish(attacker.path, victim.cookie));
    });

    it('a cookie that was altered', async () => {
      const { path, cookie } = await begin();
      await refused(await finish(path, `${cookie.slice(0, -2)}xx`));
    });

    it.each([
      ['a wrong state', { state: 'x' }],
      ['no state', { state: undefined }],
      ['a wrong code', { code: 'x' }],
      ['no code', { code: undefined }],
      ['a mixed-up issuer (RFC 9207)', { iss: 'https://evil.example' }],
      ['no issuer, where the provider always names itself', { iss: undefined }],
      ['an error of the provider', { error: 'access_denied', code: undefined }],
    ])('%s', async (_what, redirectWith) => {
      issuer.signIns.redirectWith = redirectWith;
      const { back, cookie } = await begin();
      await refused(await finish(`${back.pathname}${back.search}`, cookie));
    });

    it('a code that comes twice', async () => {
      const { path, cookie } = await begin();
      expect((await finish(path, cookie)).status).toBe(303);
      await refused(await finish(path, cookie));
    });

    it.each([
      ['a wrong nonce', { nonce: 'x' }],
      ['no nonce', { nonce: undefined }],
      ['the audience of another client', { aud: 'another' }],
      ['the token of another issuer', { iss: 'https://evil.example' }],
      ['a token that has expired', { exp: 1 }],
      ['a token that was issued two hours ahead', { iat: Math.floor(Date.now() / 1000) + 7_200 }],
    ])('an ID token with %s', async (_what, claims) => {
      issuer.signIns.person = { ...person, ...claims };
      const { path, cookie } = await begin();
      await refused(await finish(path, cookie));
    });

    it('an ID token whose key the provider does not publish', async () => {
      const { path, cookie } = await begin();
      const stranger = new TestIssuer(issuer.url);
      issuer.overrides.set('/keys', stranger.answer('/keys'));
      await refused(await finish(path, cookie));
    });
  });

  it('knows keys that were rotated a moment ago', async () => {
    const email = newEmail();
    await provision(email);
    issuer.signIns.person = { sub: email, email, email_verified: true };
    const { path, cookie } = await begin();
    issuer.rotate();
    expect((await finish(path, cookie)).status).toBe(303);
  });

  it('answers 503 with Retry-After while the provider is unavailable, to come back later', async () => {
    const { path, cookie } = await begin();
    issuer.away = true;
    const answer = await finish(path, cookie);
    expect([...refusalOf(answer), answer.headers['retry-after']]).toEqual([503, 'overloaded', '5']);
  });

  it('lets a browser sign in in several tabs at once, in any order', async () => {
    const email = newEmail();
    await provision(email);
    issuer.signIns.person = { sub: email, email, email_verified: true };
    const first = await begin();
    const second = await begin('', { cookie: first.cookie });
    const both = `${first.cookie}; ${second.cookie}`;
    expect((await finish(second.path, both)).status).toBe(303);
    expect((await finish(first.path, both)).status).toBe(303);
  });

  it('keeps no more than six begun sign-ins in a browser', async () => {
    const jar = new Map<string, string>();
    for (let tab = 0; tab < 9; tab += 1) {
      const started = await workspace.send('GET /auth/sso/start', undefined, {
        cookie: Array.from(jar, ([name, value]) => `${name}=${value}`).join('; '),
      });
      for (const set of started.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
    }
    expect(jar.size).toBe(6);
  });

  it('lets a person choose another account, and nothing else of the provider', async () => {
    const { started } = await begin('?prompt=select_account');
    expect(new URL(started.headers.location ?? '').searchParams.get('prompt')).toBe('select_account');
    expect(refusalOf(await workspace.send('GET /auth/sso/start?prompt=none'))).toEqual([
      400,
      'invalid_value',
      'prompt',
    ]);
  });

  it('ends the session at the provider after that of the console, and never for a link on another site', async () => {
    const email = newEmail();
    await provision(email);
    const answer = await signIn({ sub: email, email, email_verified: true });
    const cookie = cookiesOf(answer);
    const signedIn = await workspace.send('GET /auth/sso/end', undefined, { cookie });
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/ui/sign-in']);
    expect((await workspace.send('POST /auth/logout', undefined, { cookie, origin: PUBLIC })).status).toBe(204);
    const ended = await workspace.send('GET /auth/sso/end', undefined, { cookie });
    const address = new URL(ended.headers.location ?? '');
    expect([ended.status, `${address.origin}${address.pathname}`]).toEqual([303, `${issuer.url}/end`]);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      client_id: CLIENT,
      post_logout_redirect_uri: `${PUBLIC}/ui/sign-in`,
    });
    expect(ended.headers['set-cookie']?.join()).toMatch(/ml_sso_session=; .*Max-Age=0/);
    const without = await workspace.send('GET /auth/sso/end');
    expect([without.status, without.headers.location]).toEqual([303, '/ui/sign-in']);
  });

  it('goes to a path of this site afterwards, and nowhere else', async () => {
    const email = newEmail();
    await provision(email);
    issuer.signIns.person = { sub: email, email, email_verified: true };
    const { path, cookie } = await begin('?return_to=%2Fui%3Ftab%3Dkeys');
    expect((await finish(path, cookie)).headers.location).toBe('/ui?tab=keys');
    for (const evil of ['https://evil.example', '//evil.example', '/\\evil.example', '%2F%09/evil.example']) {
      const answer = await workspace.send(`GET /auth/sso/start?return_to=${evil}`);
      expect([evil, ...refusalOf(answer)]).toEqual([evil, 400, 'invalid_value', 'return_to']);
    }
  });

  it('explains to a person in a page and to a program in JSON what went wrong, and reveals no tokens', async () => {
    const { path } = await begin();
    const page = await workspace.send(`GET ${path}`, undefined, { accept: 'text/html,*/*' });
    expect([page.status, page.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<h1>Sign-in failed</h1>');
    expect(page.text).toContain('sso_failed');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const code = new URL(path, workspace.url).searchParams.get('code') ?? '';
    expect(page.text).not.toContain(code);
  });

  it(
    'is not there if it is not configured',
    async () => {
      const plain = await startTestWorkspace(await kind.create());
      try {
        for (const route of ['GET /auth/sso/start', 'GET /auth/sso/callback']) {
          expect(refusalOf(await plain.send(route))).toEqual([404, 'not_found']);
        }
      } finally {
        await plain.stop();
      }
    },
    HOOK_LIMIT_MS,
  );
});
