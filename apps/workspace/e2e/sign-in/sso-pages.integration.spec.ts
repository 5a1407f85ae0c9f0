import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPasswordHasher } from '@multilane/auth';
import type { Actor } from '@multilane/persistence';
import { type HttpAnswer, serviceDatabases, startIssuer, type TestDatabase, type TestIssuer } from '@multilane/testing';
import { HOOK_LIMIT_MS, refusalOf, startTestWorkspace, type TestWorkspace } from '../start-test-workspace.js';

const TEST: Actor = { type: 'system', id: null, name: 'test' };
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const PERSON = { sub: 'grace', email: 'grace@example.com', email_verified: true };
const [kind] = serviceDatabases() as [TestDatabase];

const cookiesOf = ({ headers }: HttpAnswer): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');

describe('single sign-on in a browser (docs/contract/sign-in.md#single-sign-on)', () => {
  let running: Awaited<ReturnType<typeof startIssuer>>;
  let issuer: TestIssuer;
  let workspace: TestWorkspace;
  const authOf = () => `auth: { oidc: { issuer: "${issuer.url}", audience: multilane, spa_client_id: spa } }`;

  beforeAll(async () => {
    running = await startIssuer();
    issuer = running.issuer;
    workspace = await startTestWorkspace(await kind.create(), authOf(), 'public_base_url: "https://console.example"');
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
    await running?.stop();
  }, HOOK_LIMIT_MS);

  beforeEach(() => {
    issuer.away = false;
    issuer.signIns.redirectWith = {};
    issuer.signIns.person = PERSON;
  });

  const begin = async (headers: Record<string, string> = {}) => {
    const started = await workspace.send('GET /auth/sso/start', undefined, headers);
    const authorized = await fetch(started.headers.location ?? '', { redirect: 'manual' });
    const back = new URL(authorized.headers.get('location') ?? '');
    return { started, path: `${back.pathname}${back.search}`, cookie: cookiesOf(started) };
  };
  const open = (path: string, cookie = '', headers: Record<string, string> = BROWSER) =>
    workspace.send(`GET ${path}`, undefined, { ...headers, cookie });

  it('shows administrators the addresses to enter at the identity provider, and no secret', async () => {
    const owner = await workspace.signIn();
    expect((await owner.send('GET /org/sso')).json()).toEqual({
      object: 'sso',
      is_offered: true,
      issuer: issuer.url,
      callback_address: 'https://console.example/auth/sso/callback',
      start_address: 'https://console.example/auth/sso/start',
      sign_out_address: 'https://console.example/ui/sign-in',
      missing: [],
      source: 'config',
      client_id: 'spa',
      has_client_secret: false,
      enabled: true,
      is_tested: false,
      test: null,
      updated_at: null,
    });
  });

  it(
    'names what gateway.yaml lacks',
    async () => {
      const bare = await startTestWorkspace(await kind.create());
      const owner = await bare.signIn();
      expect((await owner.send('GET /org/sso')).json()).toMatchObject({
        is_offered: false,
        issuer: null,
        callback_address: null,
        start_address: null,
        missing: ['server.public_base_url', 'auth.oidc.issuer', 'auth.console.sso.client_id'],
        source: null,
      });
      await bare.stop();
    },
    HOOK_LIMIT_MS,
  );

  /** Each failure that a person may meet: what brings it about, its status, its code, and its sentence. */
  const failures: [string, () => Promise<HttpAnswer>, number, string, string][] = [
    [
      'a sign-in that the provider refused',
      async () => {
        issuer.signIns.redirectWith = { error: 'access_denied', error_description: '<b>x</b>', code: undefined };
        const { path, cookie } = await begin();
        return open(path, cookie);
      },
      401,
      'sso_failed',
      'The identity provider refused the sign-in: it was cancelled, or this application is not assigned to you.',
    ],
    [
      'an error of the provider',
      async () => {
        issuer.signIns.redirectWith = { error: 'server_error', code: undefined };
        const { path, cookie } = await begin();
        return open(path, cookie);
      },
      401,
      'sso_failed',
      'The identity provider answered with an error (server_error).',
    ],
    [
      'a state that is lost',
      async () => open((await begin()).path),
      401,
      'sso_failed',
      'This browser has no sign-in in progress, or the sign-in took longer than ten minutes. Start again.',
    ],
    [
      'a person whom nobody knows',
      async () => {
        issuer.signIns.person = { sub: 'x', email: 'nobody@example.com', email_verified: true };
        const { path, cookie } = await begin();
        return open(path, cookie);
      },
      403,
      'sso_no_account',
      'There is no account for this identity.',
    ],
    [
      'an address that is not verified',
      async () => {
        issuer.signIns.person = { ...PERSON, email_verified: false };
        const { path, cookie } = await begin();
        return open(path, cookie);
      },
      403,
      'sso_no_account',
      'The identity provider does not vouch for an e-mail address of yours.',
    ],
    [
      'an account that is deactivated',
      async () => {
        const email = 'gone@example.com';
        const { organizationId, database } = workspace;
        if (!(await database.users.findByEmail(organizationId, email))) {
          const user = { email, name: 'Gone', scimUserName: email, active: false };
          await database.change(TEST, ({ users }) => users.create(organizationId, user));
        }
        issuer.signIns.person = { sub: 'gone', email, email_verified: true };
        const { path, cookie } = await begin();
        return open(path, cookie);
      },
      403,
      'sso_no_account',
      'Your account is deactivated.',
    ],
    [
      'a provider that is away',
      async () => {
        const { path, cookie } = await begin();
        issuer.away = true;
        return open(path, cookie);
      },
      503,
      'overloaded',
      'The identity provider cannot be reached at the moment.',
    ],
    [
      'a path of another site to go to',
      () => open('/auth/sso/start?return_to=//evil.example'),
      400,
      'invalid_value',
      '`return_to` must be a path of this site, such as /ui.',
    ],
    [
      'a parameter that there is not',
      () => open('/auth/sso/start?%3Cscript%3Ealert(1)%3C/script%3E=1'),
      400,
      'invalid_value',
      'alert(1)',
    ],
  ];

  it.each(failures)(
    '%s is explained in a page with what to do and the request id',
    async (_what, fail, status, code, says) => {
      const { status: answered, headers, text } = await fail();
      expect([answered, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(text).toContain('<h1>Sign-in failed</h1>');
      expect(text).toContain(says);
      expect(text).toContain(`<code>${code}</code>`);
      expect(text).toContain(`<code>${headers['x-request-id']}</code>`);
      expect(text.match(/<p>/g)?.length).toBeGreaterThanOrEqual(3);
      expect(text).not.toMatch(/<script|<b>/);
    },
  );

  it.each([
    ['nothing', {}],
    ['JSON', { accept: 'application/json' }],
    ['JSON rather than pages', { accept: 'application/json, text/html;q=0.5' }],
    ['anything but pages', { accept: 'text/html;q=0, */*' }],
  ])('a client that accepts %s gets JSON', async (_what, headers) => {
    const answer = await open('/auth/sso/callback', '', headers as Record<string, string>);
    expect(refusalOf(answer)).toEqual([401, 'sso_failed']);
  });

  it('a Host, a forwarded one too, never says where the provider sends people back to', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const { started } = await begin(headers);
    const address = new URL(started.headers.location ?? '');
    expect(address.searchParams.get('redirect_uri')).toBe('https://console.example/auth/sso/callback');
  });

  it('cookies are Secure with a public address of https: of sessions by password and of log-outs, too', async () => {
    const [email, password] = ['ada@example.com', 'correct horse battery'];
    const passwordHash = await createPasswordHasher().hash(password);
    const { organizationId, database } = workspace;
    await database.change(TEST, ({ users }) => users.create(organizationId, { email, name: 'Ada', passwordHash }));
    const login = await workspace.send('POST /auth/login', { email, password });
    expect(login.headers['set-cookie']).toEqual([expect.stringMatching(/^ml_session=.+; Secure$/)]);
    const own = { cookie: cookiesOf(login), origin: 'https://console.example' };
    const logout = await workspace.send('POST /auth/logout', undefined, own);
    expect([logout.status, logout.headers['set-cookie']]).toEqual([
      204,
      [expect.stringMatching(/^ml_session=;.+; Secure$/)],
    ]);
  });

  it('Entra vouches for an address by xms_edov, and by that alone', async () => {
    const { organizationId, database } = workspace;
    const email = 'entra@example.com';
    await database.change(TEST, ({ users }) => users.create(organizationId, { email, name: 'E', scimUserName: email }));
    const signIn = async (claims: object): Promise<number> => {
      issuer.signIns.person = { sub: 'entra', email, ...claims };
      const { path, cookie } = await begin();
      return (await open(path, cookie)).status;
    };
    for (const claims of [{}, { xms_edov: false }, { xms_edov: 0 }, { xms_edov: 'no' }]) {
      expect(await signIn(claims)).toBe(403);
    }
    expect(await signIn({ xms_edov: '1' })).toBe(303);
  });

  it('is offered on /ui', async () => {
    expect((await open('/ui')).text).toMatch(/<meta name="sign-in" content="(setup )?sso"/);
  });

  it(
    'is not offered without server.public_base_url, and says so',
    async () => {
      const bare = await startTestWorkspace(await kind.create(), authOf());
      try {
        for (const route of ['GET /auth/sso/start', 'GET /auth/sso/callback']) {
          const answer = await bare.send(route);
          expect(refusalOf(answer)).toEqual([404, 'not_found']);
          expect(answer.text).toContain('server.public_base_url');
          expect((await bare.send(route, undefined, BROWSER)).text).toContain('`server.public_base_url`');
        }
        expect((await bare.send('GET /ui')).text).toMatch(/<meta name="sign-in" content="(setup)?"/);
      } finally {
        await bare.stop();
      }
    },
    HOOK_LIMIT_MS,
  );
});
