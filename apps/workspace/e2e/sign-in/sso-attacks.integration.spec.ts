import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  DISCOVERY_PATH,
  hmacToken,
  KEYS_PATH,
  type RunningIssuer,
  serviceDatabases,
  startIssuer,
  TestIssuer,
  unsignedToken,
} from '@multilane/testing';
import { addTenant, HOOK_LIMIT_MS, refusalOf, type TestCaller, type TestWorkspace } from '../start-test-workspace.js';
import { CLIENT, cookiesOf, PUBLIC, SECRET, startOwnSso, stepsIn } from './own-sso.js';

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

/** A minute of requests that stall is for the provider's own trouble: the service gives up after five seconds. */
const STALL_LIMIT_MS = 60_000;

// docs/contract/sign-in.md#settings-of-an-organization
describe('settings of single sign-on that an organization attacks with', () => {
  let first: RunningIssuer;
  let second: RunningIssuer;
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let otherId: string;
  let otherOwner: TestCaller;
  let steps: ReturnType<typeof stepsIn>;

  beforeAll(async () => {
    [first, second] = [await startIssuer(), await startIssuer()];
    workspace = await startOwnSso(await kind.create());
    owner = await workspace.signIn();
    ({ organizationId: otherId } = await addTenant(workspace.database, 'other'));
    otherOwner = await workspace.signIn({ organizationId: otherId });
    steps = stepsIn(workspace);
    for (const { issuer } of [first, second]) issuer.signIns.clientSecret = SECRET;
    await steps.setUp(owner, first);
    await steps.setUp(otherOwner, second);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
    await first?.stop();
    await second?.stop();
  }, HOOK_LIMIT_MS);

  const person = { sub: 'grace', email: 'grace@example.com', email_verified: true };

  beforeEach(async () => {
    owner = await workspace.signIn();
    for (const { issuer } of [first, second]) {
      issuer.overrides.clear();
      issuer.signIns.redirectWith = {};
      issuer.signIns.person = person;
    }
  });

  const finish = (path: string, cookie: string) => workspace.send(`GET ${path}`, undefined, { cookie });

  describe('a provider that lies', () => {
    const metadata = (more: object = {}) => ({
      ...(first.issuer.answer(DISCOVERY_PATH) as object),
      ...more,
    });
    const problemOf = async () => {
      const { has_passed: hasPassed, problems } = await steps.test(owner);
      expect([hasPassed, problems.length]).toEqual([false, 1]);
      return [problems[0]?.field, problems[0]?.code];
    };

    it.each([
      [
        'an issuer of somebody else in its metadata',
        { issuer: 'https://accounts.example' },
        ['issuer', 'other_issuer'],
      ],
      ['no issuer in its metadata', { issuer: undefined }, ['issuer', 'no_metadata']],
      ['no address for browsers', { authorization_endpoint: undefined }, [null, 'invalid_answer']],
      ['a script for browsers', { authorization_endpoint: 'javascript:alert(1)' }, [null, 'invalid_answer']],
      [
        'a token endpoint at a private address',
        { token_endpoint: 'http://127.0.0.2:1/' },
        ['issuer', 'forbidden_address'],
      ],
      [
        'a token endpoint at cloud metadata',
        { token_endpoint: 'http://169.254.169.254/' },
        ['issuer', 'forbidden_address'],
      ],
      ['keys at a private address', { jwks_uri: 'http://10.0.0.1/' }, ['issuer', 'forbidden_address']],
      ['a file as its keys', { jwks_uri: 'file:///etc/passwd' }, [null, 'invalid_answer']],
    ])('with %s gets no test passed', async (_what, more, problem) => {
      first.issuer.overrides.set(DISCOVERY_PATH, metadata(more));
      expect(await problemOf()).toEqual(problem);
    });

    it.each([
      ['the nonce', { nonce: 'x' }, [null, 'wrong_nonce']],
      ['the audience', { aud: 'another' }, ['client_id', 'wrong_audience']],
      ['the issuer', { iss: 'https://accounts.example' }, ['issuer', 'wrong_issuer']],
      ['its expiry', { exp: 1 }, [null, 'invalid_answer']],
      ['its time of issue', { iat: Math.floor(Date.now() / 1000) + 7_200 }, [null, 'invalid_answer']],
      ['the subject', { sub: 7 }, [null, 'invalid_answer']],
    ])('about %s in its ID token gets no test passed', async (_what, claims, problem) => {
      first.issuer.signIns.person = { ...person, ...claims };
      expect(await problemOf()).toEqual(problem);
    });

    it.each([
      ['that is not signed', (claims: object) => unsignedToken({ ...claims })],
      ['that is signed with the secret of the client', (claims: object) => hmacToken(SECRET, { ...claims })],
      ['that is no token', () => 'x.y.z'],
    ])('with an ID token %s gets no test passed, and signs nobody in', async (_what, issue) => {
      const { issuer } = first;
      const honest = issuer.issue.bind(issuer);
      issuer.issue = issue;
      try {
        expect((await steps.test(owner)).has_passed).toBe(false);
        expect(refusalOf(await steps.signIn())).toEqual([401, 'sso_failed']);
      } finally {
        issuer.issue = honest;
      }
    });

    it('with keys that it does not sign with gets no test passed', async () => {
      first.issuer.overrides.set(KEYS_PATH, new TestIssuer(first.issuer.url).answer(KEYS_PATH));
      expect(await problemOf()).toEqual(['issuer', 'bad_signature']);
    });

    describe('by its answers', () => {
      let server: Server;
      let answer: (request: IncomingMessage, response: ServerResponse) => void;
      let asked: string[];
      let liar: TestCaller;

      beforeAll(async () => {
        server = createServer((request, response) => {
          asked.push(request.url ?? '');
          answer(request, response);
        }).listen(0, '127.0.0.1');
        await once(server, 'listening');
        const { organizationId } = await addTenant(workspace.database, 'liar');
        liar = await workspace.signIn({ organizationId });
        const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        expect((await steps.put(liar, { issuer, client_id: 'x' })).status).toBe(200);
      }, HOOK_LIMIT_MS);

      afterAll(async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      });

      beforeEach(() => {
        asked = [];
      });

      const lie = async () => {
        const { address } = await steps.beginTest(liar);
        const { test } = await steps.read(liar);
        expect([address, test?.has_passed]).toEqual([null, false]);
        return test?.problems.map(({ code, field }) => [field, code]);
      };

      it.each([
        [
          'a document without end',
          'too_large',
          (response: ServerResponse) => {
            const write = () => {
              while (response.writable && response.write('x'.repeat(65_536)));
            };
            response.writeHead(200, { 'content-type': 'application/json' });
            response.on('drain', write);
            write();
          },
        ],
        [
          'a redirect to cloud metadata',
          'no_metadata',
          (response: ServerResponse) =>
            response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
        ],
        [
          'a redirect to itself',
          'no_metadata',
          (response: ServerResponse) =>
            response.writeHead(307, { location: '/.well-known/openid-configuration?again' }).end(),
        ],
        [
          'something else than JSON',
          'no_metadata',
          (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>x</h1>'),
        ],
        [
          'JSON that is no object',
          'no_metadata',
          (response: ServerResponse) => response.writeHead(200, { 'content-type': 'application/json' }).end('[1]'),
        ],
        ['a closed connection', 'unreachable', (response: ServerResponse) => response.destroy()],
      ])('%s: it is asked once, and the test has failed', async (_what, code, lies) => {
        answer = (_request, response) => {
          lies(response);
        };
        expect(await lie()).toEqual([['issuer', code]]);
        expect(asked).toEqual(['/.well-known/openid-configuration']);
      });

      it.each([
        ['nothing', () => undefined],
        [
          'the beginning of a document',
          (response: ServerResponse) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
        ],
      ])(
        '%s and then silence: the test has failed after five seconds',
        async (_what, stall) => {
          answer = (_request, response) => {
            stall(response);
          };
          expect(await lie()).toEqual([['issuer', 'timeout']]);
        },
        STALL_LIMIT_MS,
      );
    });
  });

  describe('a test that is taken for a sign-in, or the other way round', () => {
    it('is no sign-in under the name of the cookie of one', async () => {
      await steps.provision(workspace.organizationId, 'test@example.com');
      first.issuer.signIns.person = { sub: 'test', email: 'test@example.com', email_verified: true };
      const test = await steps.beginTest(owner);
      const path = await steps.authorize(test.address ?? '');
      const state = new URL(path, PUBLIC).searchParams.get('state') ?? '';
      const name = createHash('sha256').update(state).digest('base64url').slice(0, 16);
      const [, sealed = ''] = test.cookie.split('=');
      const answer = await finish(path, `ml_sso_${name}=${sealed}`);
      expect(refusalOf(answer)).toEqual([401, 'sso_failed']);
      expect(cookiesOf(answer)).not.toContain('ml_session');
    });

    it('ends as a test for the owner, who keeps the session that there was', async () => {
      const { address, cookie } = await steps.beginTest(owner);
      const answer = await steps.endTest(owner, await steps.authorize(address ?? ''), cookie);
      expect([answer.status, cookiesOf(answer)]).toEqual([303, expect.not.stringContaining('ml_session')]);
    });

    it('is no test under the name of the cookie of one', async () => {
      const { cookie, path } = await steps.begin();
      const [, sealed = ''] = cookie.split('=');
      const answer = await steps.endTest(owner, path, `ml_ssotest=${sealed}`);
      expect(refusalOf(answer)).toEqual([401, 'sso_failed']);
    });

    it('works once: a code that comes twice, with the cookie that was copied', async () => {
      const { address, cookie } = await steps.beginTest(owner);
      const path = await steps.authorize(address ?? '');
      expect((await steps.endTest(owner, path, cookie)).status).toBe(303);
      await steps.endTest(owner, path, cookie);
      expect((await steps.read(owner)).test).toMatchObject({
        has_passed: false,
        problems: [{ code: 'invalid_grant' }],
      });
    });
  });

  describe('a test of another', () => {
    it('is not ended by an owner of another organization, by another owner, or by nobody', async () => {
      const colleague = await workspace.signIn();
      const administrator = await workspace.signIn({ role: 'org_admin' });
      for (const caller of [otherOwner, colleague, administrator, undefined]) {
        const { address, cookie } = await steps.beginTest(owner);
        const path = await steps.authorize(address ?? '');
        const before = await steps.read(owner);
        const answer = caller === undefined ? await finish(path, cookie) : await steps.endTest(caller, path, cookie);
        expect(refusalOf(answer)).toEqual([401, 'sso_failed']);
        expect(await steps.read(owner)).toEqual(before);
      }
    });

    it('does not count for the settings of another organization, whatever address it comes back to', async () => {
      await steps.put(otherOwner, { issuer: first.issuer.url, client_id: CLIENT, client_secret: SECRET });
      const { address, cookie } = await steps.beginTest(owner);
      const [, query = ''] = (await steps.authorize(address ?? '')).split('?');
      await steps.endTest(owner, `/auth/sso/callback/${otherId}?${query}`, cookie);
      expect(await steps.read(otherOwner)).toMatchObject({ is_tested: false, test: null });
      await steps.setUp(otherOwner, second);
    });

    it('does not count for settings that were changed meanwhile', async () => {
      const { address, cookie } = await steps.beginTest(owner);
      const path = await steps.authorize(address ?? '');
      await steps.put(owner, { issuer: first.issuer.url, client_id: 'changed' });
      expect(refusalOf(await steps.endTest(owner, path, cookie))).toEqual([401, 'sso_failed']);
      expect(await steps.read(owner)).toMatchObject({ is_tested: false, test: null });
      await steps.setUp(owner, first);
    });

    it('is not begun for an owner by the page of another site', async () => {
      const answer = await owner.send('POST /org/sso/test', undefined, { origin: 'https://evil.example' });
      expect(refusalOf(answer)).toEqual([403, 'permission_denied', 'Origin']);
    });
  });

  describe('a sign-in at the provider of one organization', () => {
    it('opens no account of another, whoever the provider says that it is', async () => {
      const email = 'victim@example.com';
      const victim = await steps.provision(workspace.organizationId, email);
      await steps.provision(otherId, 'accomplice@example.com');
      first.issuer.signIns.person = { sub: 'victim', email, email_verified: true };
      expect((await steps.signIn()).status).toBe(303);
      // The other provider names the same person, and the issuer of the victim.
      for (const claims of [{}, { iss: first.issuer.url }]) {
        second.issuer.signIns.person = { sub: 'victim', email, email_verified: true, ...claims };
        const answer = await steps.signIn('?organization=other', owner.headers.cookie);
        expect(answer.status).toBeGreaterThan(400);
        expect(cookiesOf(answer)).not.toContain('ml_session');
      }
      expect(await workspace.database.users.findByEmail(otherId, email)).toBeUndefined();
      const { ssoSubject } = (await workspace.database.users.find(workspace.organizationId, victim.id)) ?? {};
      expect(ssoSubject).toBe(`${first.issuer.url} victim`);
    });

    it('is that of the organization whose id is named, whatever another one calls itself', async () => {
      const { organizationId } = workspace;
      expect((await otherOwner.send('PATCH /org', { name: organizationId })).status).toBe(200);
      const started = await workspace.send(`GET /auth/sso/start?organization=${organizationId}`);
      expect((await otherOwner.send('PATCH /org', { name: 'other' })).status).toBe(200);
      expect(new URL(started.headers.location ?? '').origin).toBe(new URL(first.issuer.url).origin);
    });

    it('does not end at the address of another, so that no provider is handed the code of another', async () => {
      // Neither provider names itself in its answer (RFC 9207), as most do not.
      const { authorization_response_iss_parameter_supported: _names, ...silent } = second.issuer.answer(
        DISCOVERY_PATH,
      ) as Record<string, unknown>;
      second.issuer.overrides.set(DISCOVERY_PATH, silent);
      await steps.setUp(otherOwner, second);
      first.issuer.signIns.redirectWith = { iss: undefined };
      const evil = await steps.begin('?organization=other');
      expect(evil.path).toContain(`/auth/sso/callback/${otherId}?`);
      // The attacker sends the browser on to the honest provider, with the state of the sign-in at the evil one.
      const honest = await workspace.send('GET /auth/sso/start');
      const address = new URL(honest.headers.location ?? '');
      const state = new URL(evil.path, PUBLIC).searchParams.get('state') ?? '';
      address.searchParams.set('state', state);
      const path = await steps.authorize(address.href);
      expect(path).toMatch(/^\/auth\/sso\/callback\?/);
      second.issuer.requests.length = 0;
      expect(refusalOf(await finish(path, evil.cookie))).toEqual([401, 'sso_failed']);
      expect(second.issuer.requests).toEqual([]);
    });

    it('does not begin by a link on another site: the sign-in page asks first', async () => {
      for (const site of ['cross-site', 'same-site']) {
        const path = 'GET /auth/sso/start?organization=other&return_to=%2Fui%2Fkeys%3Fq%3D1';
        const answer = await workspace.send(path, undefined, { 'sec-fetch-site': site });
        expect([answer.status, answer.headers.location, answer.headers['set-cookie']]).toEqual([
          303,
          '/ui/sign-in?organization=other&return_to=%2Fkeys%3Fq%3D1',
          undefined,
        ]);
      }
      for (const site of ['same-origin', 'none']) {
        const answer = await workspace.send('GET /auth/sso/start?organization=other', undefined, {
          'sec-fetch-site': site,
        });
        expect(answer.headers.location).toContain(second.issuer.url);
      }
    });

    it('leads back to the sign-in page where it fails, and not to the provider of another', async () => {
      second.issuer.signIns.person = { sub: 'unknown' };
      const { cookie, path } = await steps.begin('?organization=other');
      const page = await workspace.send(`GET ${path}`, undefined, { accept: 'text/html', cookie });
      expect([page.status, page.text]).toEqual([403, expect.stringContaining('<a href="/ui/sign-in">')]);
      expect(page.text).not.toContain('/auth/sso/start');
    });

    it('goes to a page of this site alone', async () => {
      for (const evil of ['https://evil.example', '//evil.example', '/\\evil.example']) {
        const answer = await workspace.send(`GET /auth/sso/start?organization=other&return_to=${evil}`);
        expect([evil, ...refusalOf(answer)]).toEqual([evil, 400, 'invalid_value', 'return_to']);
      }
    });

    it('does not end in another browser than the one that began', async () => {
      await steps.provision(otherId, 'csrf@example.com');
      second.issuer.signIns.person = { sub: 'csrf', email: 'csrf@example.com', email_verified: true };
      const attacker = await steps.begin('?organization=other');
      const victim = await steps.begin('?organization=other');
      for (const cookie of ['', victim.cookie]) {
        const answer = await finish(attacker.path, cookie);
        expect([...refusalOf(answer), cookiesOf(answer)]).toEqual([
          401,
          'sso_failed',
          expect.not.stringContaining('ml_session'),
        ]);
      }
    });

    it('never finds an owner by an address alone', async () => {
      second.issuer.signIns.person = { sub: 'x', email: otherOwner.user?.email, email_verified: true };
      expect(refusalOf(await steps.signIn('?organization=other'))).toEqual([403, 'sso_no_account']);
      expect((await steps.signIn('?organization=other', otherOwner.headers.cookie)).status).toBe(303);
    });
  });
});
