import { expect } from '@jest/globals';
import type { Actor, UserRecord } from '@multilane/persistence';
import type { HttpAnswer, RunningIssuer, TestLocation } from '@multilane/testing';
import { startTestWorkspace, type TestCaller, type TestWorkspace } from '../start-test-workspace.js';

/** Address for people, over a proxy that ends TLS. */
export const PUBLIC = 'https://console.example';
export const CLIENT = 'client-of-the-organization';
export const SECRET = 'secret-of-the-client';
export const TEST: Actor = { type: 'system', id: null, name: 'test' };

/** A result of a test, as `GET /org/sso` shows it. */
export interface ShownTest {
  readonly has_passed: boolean;
  readonly subject: string | null;
  readonly outcome: string | null;
  readonly problems: readonly { readonly field: string | null; readonly code: string; readonly message: string }[];
}

/** Settings as `GET /org/sso` shows them. */
export interface ShownSso {
  readonly callback_address: string;
  readonly start_address: string;
  readonly is_tested: boolean;
  readonly enabled: boolean;
  readonly test: ShownTest | null;
}

/** A workspace in which organizations may name identity providers on this machine. */
export function startOwnSso(location: TestLocation, more = ''): Promise<TestWorkspace> {
  return startTestWorkspace(
    location,
    `network: { allow_private: [127.0.0.1/32] }\n${more}`,
    `public_base_url: "${PUBLIC}"`,
  );
}

export const cookiesOf = ({ headers }: HttpAnswer): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');

/** Steps of owners and people with settings of an organization. */
export function stepsIn(workspace: TestWorkspace) {
  const put = (owner: TestCaller, body: object, headers = {}) => owner.send('PUT /org/sso', body, headers);
  const read = async (owner: TestCaller): Promise<ShownSso> => (await owner.send('GET /org/sso')).json() as ShownSso;

  /** Lets the provider at an address send the browser back: the address that the browser asks for next. */
  const authorize = async (address: string): Promise<string> => {
    const authorized = await fetch(address, { redirect: 'manual' });
    const back = new URL(authorized.headers.get('location') ?? '');
    expect(back.origin).toBe(PUBLIC);
    return `${back.pathname}${back.search}`;
  };
  const beginTest = async (owner: TestCaller) => {
    const answer = await owner.send('POST /org/sso/test');
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const { address } = answer.json() as { address: string | null };
    return { address, cookie: cookiesOf(answer), setCookie: answer.headers['set-cookie'] ?? [] };
  };
  /** Ends it in the browser of the owner. */
  const endTest = (owner: TestCaller, path: string, cookie: string) =>
    workspace.send(`GET ${path}`, undefined, { cookie: `${owner.headers.cookie}; ${cookie}` });
  /** Tests the stored settings of the owner's organization; what the page shows then. */
  const test = async (owner: TestCaller): Promise<ShownTest> => {
    const { address, cookie } = await beginTest(owner);
    if (address !== null) {
      const ended = await endTest(owner, await authorize(address), cookie);
      expect([ended.status, ended.headers.location]).toEqual([303, '/ui/org/sso']);
    }
    const { test: shown } = await read(owner);
    if (shown === null) throw new Error('no test is shown');
    return shown;
  };
  const begin = async (query = '') => {
    const started = await workspace.send(`GET /auth/sso/start${query}`);
    expect([started.status, started.text]).toEqual([303, '']);
    return { path: await authorize(started.headers.location ?? ''), cookie: cookiesOf(started) };
  };
  const signIn = async (query = '', session = ''): Promise<HttpAnswer> => {
    const { cookie, path } = await begin(query);
    return workspace.send(`GET ${path}`, undefined, { cookie: [cookie, session].filter(Boolean).join('; ') });
  };
  const sessionOf = async (answer: HttpAnswer) =>
    (await workspace.send('GET /auth/session', undefined, { cookie: cookiesOf(answer) })).json();
  /** Stores settings of a provider, tests them and switches them on. */
  const setUp = async (owner: TestCaller, { issuer }: RunningIssuer): Promise<void> => {
    issuer.signIns.clientSecret = SECRET;
    const settings = { issuer: issuer.url, client_id: CLIENT, client_secret: SECRET };
    expect((await put(owner, settings)).status).toBe(200);
    expect(await test(owner)).toMatchObject({ has_passed: true });
    expect((await put(owner, { issuer: issuer.url, client_id: CLIENT, enabled: true })).json()).toMatchObject({
      enabled: true,
      is_offered: true,
    });
  };
  /** A person that SCIM provisioned, and who has never signed in. */
  const provision = (organizationId: string, email: string): Promise<UserRecord> =>
    workspace.database.change(TEST, ({ users }) =>
      users.create(organizationId, { email, name: 'Grace', scimUserName: email }),
    );
  return { authorize, begin, beginTest, endTest, provision, put, read, sessionOf, setUp, signIn, test };
}
