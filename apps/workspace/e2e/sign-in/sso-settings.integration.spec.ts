import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunningIssuer, serviceDatabases, startIssuer } from '@multilane/testing';
import { addTenant, HOOK_LIMIT_MS, refusalOf, type TestCaller, type TestWorkspace } from '../start-test-workspace.js';
import { CLIENT, cookiesOf, PUBLIC, SECRET, startOwnSso, stepsIn, TEST } from './own-sso.js';

// docs/contract/sign-in.md#settings-of-an-organization
describe.each(serviceDatabases())('single sign-on that organizations set up, on $name', (kind) => {
  let first: RunningIssuer;
  let second: RunningIssuer;
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let otherId: string;
  let otherOwner: TestCaller;
  let steps: ReturnType<typeof stepsIn>;
  let people = 0;

  beforeAll(async () => {
    [first, second] = [await startIssuer(), await startIssuer('RS256')];
    workspace = await startOwnSso(await kind.create());
    ({ organizationId: otherId } = await addTenant(workspace.database, 'other'));
    steps = stepsIn(workspace);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
    await first?.stop();
    await second?.stop();
  }, HOOK_LIMIT_MS);

  beforeEach(async () => {
    owner = await workspace.signIn();
    otherOwner = await workspace.signIn({ organizationId: otherId });
    for (const { issuer } of [first, second]) {
      issuer.away = false;
      issuer.overrides.clear();
      issuer.signIns.clientSecret = SECRET;
      issuer.signIns.redirectWith = {};
      issuer.signIns.person = { sub: 'somebody', email: 'somebody@example.com', email_verified: true };
    }
    for (const caller of [owner, otherOwner]) await caller.send('DELETE /org/sso');
  });

  const newEmail = (): string => `person-${++people}@example.com`;
  const settingsOf = ({ issuer }: RunningIssuer) => ({
    issuer: issuer.url,
    client_id: CLIENT,
    client_secret: SECRET,
  });
  const actionsOf = async (organizationId: string): Promise<string[]> =>
    (await workspace.database.changes.listPage(organizationId, { limit: 20 })).data.map(({ action }) => action);

  it('are stored without being in use, shown without the secret, and are of one organization alone', async () => {
    const stored = await steps.put(owner, settingsOf(first));
    expect([stored.status, stored.json()]).toEqual([
      200,
      {
        object: 'sso',
        is_offered: false,
        issuer: first.issuer.url,
        callback_address: `${PUBLIC}/auth/sso/callback`,
        start_address: `${PUBLIC}/auth/sso/start`,
        sign_out_address: `${PUBLIC}/ui/sign-in`,
        missing: [],
        source: 'database',
        client_id: CLIENT,
        has_client_secret: true,
        enabled: false,
        is_tested: false,
        test: null,
        updated_at: expect.any(String),
      },
    ]);
    const { rows } = await workspace.database.sql.executeSql('SELECT * FROM sso_settings');
    const trail = await workspace.database.changes.listPage(workspace.organizationId, { limit: 20 });
    expect(JSON.stringify([rows, trail, stored.text])).not.toContain(SECRET);
    expect((await otherOwner.send('GET /org/sso')).json()).toMatchObject({
      source: null,
      issuer: null,
      callback_address: `${PUBLIC}/auth/sso/callback/${otherId}`,
      start_address: `${PUBLIC}/auth/sso/start?organization=other`,
      missing: [],
    });
    expect(refusalOf(await otherOwner.send('DELETE /org/sso'))).toEqual([404, 'not_found']);
    expect(refusalOf(await otherOwner.send('POST /org/sso/test'))).toEqual([404, 'not_found']);
    expect((await owner.send('DELETE /org/sso')).status).toBe(204);
    expect((await owner.send('GET /org/sso')).json()).toMatchObject({ source: null, issuer: null });
    expect(await actionsOf(workspace.organizationId)).toEqual(
      expect.arrayContaining(['sso_settings.create', 'sso_settings.remove']),
    );
  });

  it.each([
    ['issuer', { issuer: 'https://169.254.169.254/latest' }],
    ['issuer', { issuer: 'https://127.0.0.2/' }],
    ['issuer', { issuer: 'http://login.example.com' }],
    ['issuer', { issuer: 'https://login.example.com/.well-known/openid-configuration' }],
    ['issuer', { issuer: 'javascript:alert(1)' }],
    ['client_id', { client_id: '' }],
    ['client_secret', { client_secret: 'x'.repeat(2_001) }],
    ['enabled', { enabled: true }],
    ['jwks_url', { jwks_url: 'https://evil.example' }],
  ])('reject a problem of %s: %j', async (param, body) => {
    const answer = await steps.put(owner, { ...settingsOf(first), ...body });
    expect(refusalOf(answer)).toEqual([400, expect.any(String), param]);
    expect((await steps.read(owner)).test).toBeNull();
  });

  it('take no stored secret to another issuer: it is sent again, or removed', async () => {
    await steps.put(owner, settingsOf(first));
    const elsewhere = { issuer: second.issuer.url, client_id: CLIENT };
    expect(refusalOf(await steps.put(owner, elsewhere))).toEqual([400, 'invalid_value', 'client_secret']);
    const unchanged = { issuer: first.issuer.url, client_id: 'two', has_client_secret: true };
    expect((await steps.put(owner, { issuer: first.issuer.url, client_id: 'two' })).json()).toMatchObject(unchanged);
    for (const secret of [SECRET, null]) {
      const answer = await steps.put(owner, { ...elsewhere, client_secret: secret });
      expect(answer.json()).toMatchObject({ issuer: second.issuer.url, has_client_secret: secret !== null });
    }
    // A public client has nothing that could leave.
    expect((await steps.put(owner, { issuer: first.issuer.url, client_id: CLIENT })).status).toBe(200);
  });

  it('have a version, so that no change of another owner is lost', async () => {
    expect(refusalOf(await steps.put(owner, settingsOf(first), { 'if-match': '"x"' }))).toEqual([
      412,
      'precondition_failed',
      'If-Match',
    ]);
    const { headers } = await steps.put(owner, settingsOf(first));
    const version = { 'if-match': headers.etag ?? '' };
    expect((await steps.put(owner, { ...settingsOf(first), client_id: 'two' }, version)).status).toBe(200);
    expect((await steps.put(owner, settingsOf(first), version)).status).toBe(412);
    expect((await owner.send('DELETE /org/sso', undefined, version)).status).toBe(412);
    const { headers: now } = await owner.send('GET /org/sso');
    expect((await owner.send('DELETE /org/sso', undefined, { 'if-match': now.etag ?? '' })).status).toBe(204);
  });

  it('are tested: the owner sees what arrived and what it gives, and nobody is signed in or changed', async () => {
    const email = newEmail();
    const { id } = await steps.provision(workspace.organizationId, email);
    await workspace.database.change(TEST, ({ memberships }) =>
      memberships.set(workspace.organizationId, { workspaceId: workspace.workspaceId, userId: id, role: 'editor' }),
    );
    await steps.put(owner, settingsOf(first));
    first.issuer.signIns.person = {
      sub: 'grace',
      email: email.toUpperCase(),
      email_verified: true,
      name: 'Grace\u0000H.',
      groups: ['engineering', 7, 'a\u202eb'],
    };
    const { address, cookie, setCookie } = await steps.beginTest(owner);
    expect(setCookie).toEqual([
      expect.stringMatching(/^ml_ssotest=v1\.\S+; Path=\/auth\/sso; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/),
    ]);
    const ended = await steps.endTest(owner, await steps.authorize(address ?? ''), cookie);
    expect([ended.status, ended.headers.location]).toEqual([303, '/ui/org/sso']);
    expect(ended.headers['set-cookie']).toEqual([expect.stringMatching(/^ml_ssotest=; .*Max-Age=0/)]);
    expect((await owner.send('GET /org/sso')).json()).toMatchObject({
      is_tested: true,
      enabled: false,
      is_offered: false,
      test: {
        tested_at: expect.any(String),
        tested_by: owner.user?.id,
        has_passed: true,
        issuer: first.issuer.url,
        subject: 'grace',
        email,
        is_email_verified: true,
        name: 'Grace H.',
        groups: ['engineering', 'a b'],
        outcome: 'link',
        role: 'org_member',
        workspaces: [{ workspace_id: workspace.workspaceId, name: 'default', role: 'editor', team: null }],
        problems: [],
      },
    });
    const { ssoSubject } = (await workspace.database.users.find(workspace.organizationId, id)) ?? {};
    expect(ssoSubject).toBeNull();
    expect(await actionsOf(workspace.organizationId)).toContain('sso_settings.test');
    await steps.put(owner, { ...settingsOf(first), client_id: 'changed' });
    await owner.send('DELETE /org/sso');
    const { data } = await workspace.database.changes.listPage(workspace.organizationId, { limit: 20 });
    const trail = data.filter(({ targetType }) => targetType === 'sso_settings');
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['sso_settings.test', 'sso_settings.remove']),
    );
    expect(JSON.stringify(trail)).not.toMatch(/grace|engineering/);
    expect(refusalOf(await workspace.send('GET /auth/sso/start'))).toEqual([404, 'not_found']);
  });

  it.each([
    ['client_secret', 'invalid_client', { client_secret: 'another-secret' }, {}],
    [null, 'access_denied', {}, { error: 'access_denied', code: undefined }],
    ['client_id', 'unauthorized_client', {}, { error: 'unauthorized_client', code: undefined }],
    [null, 'provider_error', {}, { error: 'strange_error', code: undefined }],
    [null, 'invalid_answer', {}, { iss: 'https://evil.example' }],
  ])('that fail a test at %s with %s stay off, and say so', async (field, code, body, redirectWith) => {
    await steps.put(owner, { ...settingsOf(first), ...body });
    first.issuer.signIns.redirectWith = redirectWith;
    const { has_passed: hasPassed, problems } = await steps.test(owner);
    expect([hasPassed, problems]).toMatchObject([false, [{ field, code, message: expect.any(String) }]]);
    const answer = await steps.put(owner, { issuer: first.issuer.url, client_id: CLIENT, enabled: true });
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', 'enabled']);
  });

  it('warn of a person without an account, and of an address that the provider does not vouch for', async () => {
    await steps.put(owner, settingsOf(first));
    first.issuer.signIns.person = { sub: 'x', email: 'nobody@example.com' };
    expect(await steps.test(owner)).toMatchObject({
      has_passed: true,
      outcome: 'refused',
      problems: [{ code: 'no_account' }, { code: 'unverified_email' }],
    });
    first.issuer.signIns.person = { sub: 'x' };
    expect((await steps.test(owner)).problems.map(({ code }) => code)).toEqual(['no_account', 'no_email']);
  });

  it('sign people in once they are switched on, and no more once they are changed, off or removed', async () => {
    const email = newEmail();
    const { id } = await steps.provision(workspace.organizationId, email);
    await steps.setUp(owner, first);
    first.issuer.signIns.person = { sub: email, email, email_verified: true };
    expect((await workspace.send('GET /ui')).text).toMatch(/<meta name="sign-in" content="(setup )?sso"/);
    const signedIn = await steps.signIn();
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/ui']);
    expect(await steps.sessionOf(signedIn)).toMatchObject({ user: { id, email } });

    const begun = await steps.begin();
    const changed = { issuer: first.issuer.url, client_id: CLIENT, client_secret: SECRET };
    expect((await steps.put(owner, changed)).json()).toMatchObject({ enabled: false, is_tested: false, test: null });
    const late = await workspace.send(`GET ${begun.path}`, undefined, { cookie: begun.cookie });
    expect(refusalOf(late)).toEqual([401, 'sso_failed']);
    expect(refusalOf(await workspace.send('GET /auth/sso/start'))).toEqual([404, 'not_found']);

    await steps.setUp(owner, first);
    expect((await steps.signIn()).status).toBe(303);
    await steps.put(owner, { issuer: first.issuer.url, client_id: CLIENT, enabled: false });
    expect(refusalOf(await workspace.send('GET /auth/sso/start'))).toEqual([404, 'not_found']);
    // The same settings have been tested: no new test is asked for.
    await steps.put(owner, { issuer: first.issuer.url, client_id: CLIENT, enabled: true });
    expect((await steps.signIn()).status).toBe(303);
    await owner.send('DELETE /org/sso');
    expect(refusalOf(await workspace.send('GET /auth/sso/start'))).toEqual([404, 'not_found']);
    expect((await workspace.send('GET /ui')).text).toMatch(/<meta name="sign-in" content="(setup)?"/);
  });

  it('are not switched on without a test by whatever writes them', async () => {
    await steps.put(owner, settingsOf(first));
    const write = workspace.database.sql.executeSql('UPDATE sso_settings SET enabled = true');
    await expect(write).rejects.toThrow(/ck_sso_settings__tested/);
  });

  it('sign in people of the organization that is named, and each at its own provider', async () => {
    const email = newEmail();
    const here = await steps.provision(workspace.organizationId, email);
    const there = await steps.provision(otherId, email);
    await steps.setUp(owner, first);
    await steps.setUp(otherOwner, second);
    for (const { issuer } of [first, second]) issuer.signIns.person = { sub: 'same', email, email_verified: true };
    expect(await steps.sessionOf(await steps.signIn())).toMatchObject({ user: { id: here.id } });
    for (const text of ['other', otherId]) {
      const session = await steps.sessionOf(await steps.signIn(`?organization=${text}`));
      expect(session).toMatchObject({ user: { id: there.id }, organization: { id: otherId } });
    }
    expect((await workspace.send('GET /ui')).text).toMatch(/<meta name="sign-in" content="(setup )?sso organizations"/);
    for (const text of ['nowhere', workspace.workspaceId]) {
      const answer = await workspace.send(`GET /auth/sso/start?organization=${text}`);
      expect(refusalOf(answer)).toEqual([404, 'not_found']);
    }
  });

  it('end the session at the provider of the organization', async () => {
    const email = newEmail();
    await steps.provision(otherId, email);
    await steps.setUp(otherOwner, second);
    second.issuer.signIns.person = { sub: email, email, email_verified: true };
    const cookie = cookiesOf(await steps.signIn('?organization=other'));
    await workspace.send('POST /auth/logout', undefined, { cookie, origin: PUBLIC });
    const ended = await workspace.send('GET /auth/sso/end', undefined, { cookie });
    expect(ended.headers.location).toContain(`${second.issuer.url}/end?id_token_hint=`);
    await otherOwner.send('DELETE /org/sso');
    expect((await workspace.send('GET /auth/sso/end', undefined, { cookie })).headers.location).toBe('/ui/sign-in');
  });

  it(
    'give way to gateway.yaml in the organization that it names, and in no other',
    async () => {
      const auth = `auth: { oidc: { issuer: "${first.issuer.url}", audience: x }, console: { sso: { client_id: ${CLIENT}, client_secret: ${SECRET} } } }`;
      const declared = await startOwnSso(await kind.create(), auth);
      try {
        const inside = stepsIn(declared);
        const named = await declared.signIn();
        expect((await named.send('GET /org/sso')).json()).toMatchObject({
          source: 'config',
          issuer: first.issuer.url,
          client_id: CLIENT,
          enabled: true,
          is_offered: true,
          updated_at: null,
        });
        const tries = [named.send('DELETE /org/sso'), named.send('POST /org/sso/test')];
        for (const answer of await Promise.all([...tries, inside.put(named, settingsOf(second))])) {
          expect(refusalOf(answer)).toEqual([409, 'declared_in_config']);
        }
        const { organizationId } = await addTenant(declared.database, 'tenant');
        await inside.setUp(await declared.signIn({ organizationId }), second);
        const email = newEmail();
        const tenant = await inside.provision(organizationId, email);
        const own = await inside.provision(declared.organizationId, email);
        for (const { issuer } of [first, second]) issuer.signIns.person = { sub: 'same', email, email_verified: true };
        expect(await inside.sessionOf(await inside.signIn('?organization=tenant'))).toMatchObject({
          user: { id: tenant.id },
        });
        expect(await inside.sessionOf(await inside.signIn())).toMatchObject({ user: { id: own.id } });
        expect(await inside.sessionOf(await inside.signIn('?organization=default'))).toMatchObject({
          user: { id: own.id },
        });
      } finally {
        await declared.stop();
      }
    },
    HOOK_LIMIT_MS,
  );
});
