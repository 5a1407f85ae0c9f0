import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPasswordHasher, hashToken, newToken, totpCodeAt } from '@multilane/auth';
import type { UserRecord } from '@multilane/persistence';
import { type HttpAnswer, serviceDatabases } from '@multilane/testing';
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
const STEP_MS = 30_000;

interface Enrolled {
  readonly user: UserRecord;
  readonly caller: TestCaller;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}
interface Step {
  readonly object: string;
  readonly step: string;
  readonly token: string;
}

describe.each(serviceDatabases())('the second factor on $name (docs/contract/sign-in.md#second-factor)', (kind) => {
  let workspace: TestWorkspace;
  let passwordHash: string;
  let address = 0;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), '', 'trust_proxy: 1');
    passwordHash = await createPasswordHasher().hash(PASSWORD);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  // Failures of one test do not use up the tries of the next one's address.
  beforeEach(() => {
    address += 1;
  });

  const send: TestWorkspace['send'] = (route, body, headers = {}) =>
    workspace.send(route, body, { 'x-forwarded-for': `192.0.2.${address}`, ...headers });
  /** Somebody with a password and a session. */
  const addPerson = async (role: 'owner' | 'org_admin' | 'org_member' = 'org_member', organizationId?: string) => {
    const tenant = organizationId ?? workspace.organizationId;
    const token = newToken('');
    const { session, user } = await workspace.database.change(TEST, async ({ users, sessions }) => {
      const email = `${newToken('p').toLowerCase()}@example.com`;
      const made = await users.create(tenant, { email, name: role, role, passwordHash });
      const expiresAt = new Date(Date.now() + 3_600_000);
      return {
        user: made,
        session: await sessions.create(tenant, { userId: made.id, hash: hashToken(token), expiresAt }),
      };
    });
    const headers = { cookie: `ml_session=${token}`, origin: workspace.url };
    const sendAs: TestCaller['send'] = (route, body, more = {}) => send(route, body, { ...headers, ...more });
    return { user, caller: { send: sendAs, headers, user, credentialId: session.id } as TestCaller };
  };
  /** Lets codes of this and the last steps be used again, as time does. */
  const passTime = ({ id, organizationId }: UserRecord): Promise<void> =>
    workspace.database.change(TEST, ({ secondFactors }) => secondFactors.noteStep(organizationId, id, 0));
  const codeOf = (secret: string, offset = 0): string => totpCodeAt(secret, Date.now() + offset * STEP_MS);
  const wrongCodeOf = (secret: string): string => {
    const right = [-2, -1, 0, 1, 2].map((offset) => codeOf(secret, offset));
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
  };
  const enrol = async (...who: Parameters<typeof addPerson>): Promise<Enrolled> => {
    const { caller, user } = await addPerson(...who);
    const begun = await caller.send('POST /auth/second-factor/enrolment', { current_password: PASSWORD });
    expect(begun.status).toBe(200);
    const { secret } = begun.json() as { secret: string };
    const confirmed = await caller.send('POST /auth/second-factor/confirm', { code: codeOf(secret) });
    expect(confirmed.status).toBe(200);
    await passTime(user);
    return { user, caller, secret, recoveryCodes: (confirmed.json() as { codes: string[] }).codes };
  };
  const login = ({ email }: UserRecord, password = PASSWORD): Promise<HttpAnswer> =>
    send('POST /auth/login', { email, password });
  const beginSignIn = async (user: UserRecord): Promise<string> => {
    const answer = await login(user);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([202, undefined]);
    return (answer.json() as Step).token;
  };
  const finish = (token: string, code: string): Promise<HttpAnswer> => send('POST /auth/login/code', { token, code });
  const actionsOn = async ({ id, organizationId }: UserRecord): Promise<string[]> => {
    const { data } = await workspace.database.changes.listPage(organizationId, { limit: 200 });
    return data.filter(({ targetId }) => targetId === id).map(({ action }) => action);
  };
  const stateOf = async ({ send }: TestCaller) => (await send('GET /auth/second-factor')).json();

  it('is set up with the password and a first code, and asked for at the next sign-in', async () => {
    const { caller, user } = await addPerson();
    expect(await stateOf(caller)).toEqual({
      object: 'second_factor',
      is_enabled: false,
      enabled_at: null,
      recovery_codes_left: 0,
      is_required: false,
      has_password: true,
    });
    const wrong = await caller.send('POST /auth/second-factor/enrolment', { current_password: 'not the password' });
    expect(refusalOf(wrong)).toEqual([400, 'invalid_value', 'current_password']);
    expect(refusalOf(await caller.send('POST /auth/second-factor/confirm', { code: '123456' }))).toEqual([
      409,
      'conflict',
    ]);

    const begun = await caller.send('POST /auth/second-factor/enrolment', { current_password: PASSWORD });
    const { address, secret } = begun.json() as { address: string; secret: string };
    expect(new URL(address).searchParams.get('secret')).toBe(secret);
    expect(begun.headers['cache-control']).toBe('no-store');
    // It does not count yet: nobody is locked out by an enrolment that was given up.
    expect((await login(user)).status).toBe(200);
    const mistyped = await caller.send('POST /auth/second-factor/confirm', { code: wrongCodeOf(secret) });
    expect(refusalOf(mistyped)).toEqual([400, 'invalid_value', 'code']);
    const first = codeOf(secret);
    const confirmed = await caller.send('POST /auth/second-factor/confirm', {
      code: ` ${first.slice(0, 3)} ${first.slice(3)}`,
    });
    expect(confirmed.status).toBe(200);
    expect((confirmed.json() as { codes: string[] }).codes).toHaveLength(10);
    expect(await stateOf(caller)).toMatchObject({ is_enabled: true, recovery_codes_left: 10 });

    const answer = await login(user);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([202, undefined]);
    expect(answer.json()).toMatchObject({ object: 'sign_in_step', step: 'code' });
    const { token } = answer.json() as Step;
    // The code of the enrolment was used with it.
    expect(refusalOf(await finish(token, first))).toEqual([401, 'invalid_login', 'code']);
    const signedIn = await finish(token, codeOf(secret, 1));
    expect(signedIn.status).toBe(200);
    expect(signedIn.json()).toMatchObject({ object: 'session', user: { id: user.id } });
    expect(signedIn.headers['set-cookie']?.[0]).toMatch(/^ml_session=[0-9A-Za-z]{43}; Path=\/; HttpOnly/);
    expect(await actionsOn(user)).toEqual(
      expect.arrayContaining(['user.begin_second_factor', 'user.enable_second_factor', 'user.refuse_second_factor']),
    );
  });

  it('keeps secret and recovery codes out of database rows, answers and the audit trail', async () => {
    const { caller, recoveryCodes, secret, user } = await enrol('owner');
    const row = await workspace.database.secondFactors.find(user.organizationId, user.id);
    const trail = await workspace.database.changes.listPage(user.organizationId, { limit: 200 });
    const seen = [row, trail.data, (await caller.send(`GET /admin/users/${user.id}`)).json(), await stateOf(caller)];
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(JSON.stringify(seen)).not.toContain(text);
    }
    expect(row?.sealed).toMatch(/^v1\./);
    const again = await workspace.database.rowSealing.reseal(10);
    expect(again.failed).toEqual([]);
    expect((await caller.send(`GET /admin/users/${user.id}`)).json()).toMatchObject({ has_second_factor: true });
    expect((await caller.send(`GET /org/members/${user.id}`)).json()).toMatchObject({ has_second_factor: true });
  });

  it('takes each code once, though it comes several times at the same moment', async () => {
    const { secret, user } = await enrol();
    const tokens = [await beginSignIn(user), await beginSignIn(user)];
    const code = codeOf(secret);
    const answers = await Promise.all([...tokens, ...tokens].map((token) => finish(token, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    // One that is older than the last used one is refused as well.
    expect((await finish(await beginSignIn(user), codeOf(secret, -1))).status).toBe(401);
    expect((await finish(await beginSignIn(user), codeOf(secret, 1))).status).toBe(200);
  });

  it('takes each recovery code once, however it is written, and says how many are left', async () => {
    const { caller, recoveryCodes, user } = await enrol();
    const [first = '', second = ''] = recoveryCodes;
    const token = await beginSignIn(user);
    const answers = await Promise.all([1, 2, 3].map(() => finish(token, first)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await finish(token, second.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect(await stateOf(caller)).toMatchObject({ recovery_codes_left: 8 });
    expect(await actionsOn(user)).toContain('user.use_recovery_code');
  });

  it('pauses after ten wrong codes in a row of one account, with ever longer pauses, but for recovery codes', async () => {
    const { recoveryCodes, secret, user } = await enrol();
    const token = await beginSignIn(user);
    const wrong = wrongCodeOf(secret);
    for (let tried = 0; tried < 10; tried++) {
      expect(refusalOf(await finish(token, wrong))).toEqual([401, 'invalid_login', 'code']);
    }
    const refused = await finish(token, codeOf(secret));
    expect(refusalOf(refused)).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);

    // The pause is in the database: another replica, which has seen no failure, honours it too.
    const other = await enrol();
    await workspace.database.change(TEST, ({ secondFactors }) =>
      secondFactors.noteFailure(other.user, 10, new Date(Date.now() + 60_000)),
    );
    const pending = await beginSignIn(other.user);
    expect((await finish(pending, codeOf(other.secret))).status).toBe(429);
    expect((await finish(pending, 'aaaa-aaaa-aaaa-aaaa')).status).toBe(401);
    const { failures } = (await workspace.database.secondFactors.find(user.organizationId, other.user.id)) ?? {};
    expect(failures).toBe(10);
    expect((await finish(pending, other.recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await finish(pending, codeOf(other.secret))).status).toBe(200);
    expect(recoveryCodes).toHaveLength(10);
  });

  it('has tokens that open nothing else, and that end with a new password, a deactivation and forgery', async () => {
    const { secret, user } = await enrol();
    const token = await beginSignIn(user);
    for (const headers of [
      { cookie: `ml_session=${token}`, origin: workspace.url },
      { authorization: `Bearer ${token}` },
      { cookie: `ml_session=${hashToken(token)}`, origin: workspace.url },
    ]) {
      for (const route of ['GET /auth/session', 'GET /auth/second-factor', 'GET /auth/sessions', 'GET /admin/users']) {
        expect(refusalOf(await send(route, undefined, headers))[0]).toBe(401);
      }
    }
    const skipped = await send('POST /auth/login/enrolment', { token });
    expect(refusalOf(skipped)).toEqual([401, 'invalid_login', 'token']);
    const confirmed = await send('POST /auth/login/enrolment/confirm', { token, code: codeOf(secret) });
    expect(refusalOf(confirmed)).toEqual([401, 'invalid_login', 'token']);
    const forged = [`${token.slice(0, -2)}AA`, 'v1.a.b.c', 'x', newToken('')];
    for (const text of forged) {
      expect(refusalOf(await finish(text, codeOf(secret)))).toEqual([401, 'invalid_login', 'token']);
    }
    await workspace.database.change(TEST, ({ users }) =>
      users.setPassword(user.organizationId, user.id, `${passwordHash}x`),
    );
    expect(refusalOf(await finish(token, codeOf(secret)))).toEqual([401, 'invalid_login', 'token']);
    await workspace.database.change(TEST, ({ users }) => users.setPassword(user.organizationId, user.id, passwordHash));
    expect((await finish(await beginSignIn(user), codeOf(secret))).status).toBe(200);
    const last = await beginSignIn(user);
    await passTime(user);
    await workspace.database.change(TEST, ({ users }) => users.update(user.organizationId, user.id, { active: false }));
    expect(refusalOf(await finish(last, codeOf(secret)))).toEqual([401, 'invalid_login', 'token']);
  });

  it('does not reveal who has one: a wrong password is answered as for everybody', async () => {
    const { user } = await enrol();
    const { user: without } = await addPerson();
    const [withFactor, plain] = [await login(user, 'wrong password!'), await login(without, 'wrong password!')];
    expect(refusalOf(withFactor)).toEqual([401, 'invalid_login']);
    expect(withFactor.text).toBe(plain.text);
  });

  it('begins the session under a fresh id, and is in no list of sessions before', async () => {
    const { caller, secret, user } = await enrol();
    const planted = `ml_session=${'a'.repeat(43)}`;
    const token = await beginSignIn(user);
    const count = async () => ((await caller.send('GET /auth/sessions')).json() as { data: unknown[] }).data.length;
    expect(await count()).toBe(1);
    const answer = await send('POST /auth/login/code', { token, code: codeOf(secret) }, { cookie: planted });
    expect(answer.headers['set-cookie']?.[0]).not.toContain(planted);
    expect(await count()).toBe(2);
    const foreign = { origin: 'https://evil.example' };
    expect((await send('POST /auth/login/code', { token, code: '123456' }, foreign)).status).toBe(403);
  });

  it('is replaced and removed, and its recovery codes renewed, with a fresh code alone', async () => {
    const { caller, recoveryCodes, secret, user } = await enrol();
    for (const [route, body] of [
      ['POST /auth/second-factor/remove', { code: wrongCodeOf(secret) }],
      ['POST /auth/second-factor/recovery-codes', { code: wrongCodeOf(secret) }],
      ['POST /auth/second-factor/enrolment', { current_password: PASSWORD }],
      ['POST /auth/second-factor/enrolment', { current_password: PASSWORD, code: wrongCodeOf(secret) }],
    ] as const) {
      expect(refusalOf(await caller.send(route, body))).toEqual([400, 'invalid_value', 'code']);
    }
    const renewed = await caller.send('POST /auth/second-factor/recovery-codes', { code: codeOf(secret) });
    const { codes } = renewed.json() as { codes: string[] };
    const used = await caller.send('POST /auth/second-factor/remove', { code: codeOf(secret) });
    expect(refusalOf(used)).toEqual([400, 'invalid_value', 'code']);
    expect((await finish(await beginSignIn(user), recoveryCodes[0] ?? '')).status).toBe(401);

    const begun = await caller.send('POST /auth/second-factor/enrolment', {
      current_password: PASSWORD,
      code: codes[0] ?? '',
    });
    const next = (begun.json() as { secret: string }).secret;
    // Until the new app has proven itself, the old one counts.
    await passTime(user);
    expect((await finish(await beginSignIn(user), codeOf(secret))).status).toBe(200);
    expect((await caller.send('POST /auth/second-factor/confirm', { code: codeOf(next) })).status).toBe(200);
    await passTime(user);
    expect((await finish(await beginSignIn(user), codeOf(secret))).status).toBe(401);
    expect((await caller.send('POST /auth/second-factor/remove', { code: codeOf(next) })).status).toBe(204);
    expect((await login(user)).status).toBe(200);
    expect(await actionsOn(user)).toEqual(
      expect.arrayContaining(['user.renew_recovery_codes', 'user.remove_second_factor']),
    );
  });

  it('is not for people without a password, nor for their tokens', async () => {
    const sso = await workspace.signIn({ role: 'org_member' });
    expect(refusalOf(await sso.send('POST /auth/second-factor/enrolment', { current_password: 'x' }))).toEqual([
      409,
      'conflict',
    ]);
    const { caller, secret, user } = await enrol('owner');
    const pat = await workspace.issuePat(user, workspace.workspaceId);
    const { id: teamId } = await workspace.database.change(TEST, ({ teams }) =>
      teams.create(user.organizationId, { name: newToken('team-') }),
    );
    const key = await workspace.issueKey({ teamId });
    const actingAs = { 'x-service-credential': pat.credentialId };
    for (const [route, body] of [
      ['GET /auth/second-factor', undefined],
      ['POST /auth/second-factor/enrolment', { current_password: PASSWORD, code: codeOf(secret) }],
      ['POST /auth/second-factor/confirm', { code: codeOf(secret) }],
      ['POST /auth/second-factor/recovery-codes', { code: codeOf(secret) }],
      ['POST /auth/second-factor/remove', { code: codeOf(secret) }],
      ['PATCH /org/sign-in-policy', { requires_second_factor: true }],
      [`DELETE /admin/users/${user.id}/second-factor`, undefined],
    ] as const) {
      expect([route, (await pat.send(route, body)).status]).toEqual([route, 403]);
      expect([route, (await key.send(route, body)).status]).toEqual([route, 403]);
      expect([route, (await caller.send(route, body, actingAs)).status]).toEqual([route, 403]);
    }
    // A token is what it was: the second factor is one of the sign-in.
    expect((await pat.send(`GET /admin/models?workspace_id=${workspace.workspaceId}`)).status).toBe(200);
  });

  it('is reset by an owner of the organization alone, and by nobody for themselves', async () => {
    const { caller: lost, user } = await enrol('org_admin');
    const { caller: administrator } = await addPerson('org_admin');
    const { organizationId } = await addTenant(workspace.database, `other ${newToken('')}`);
    const stranger = await workspace.signIn({ organizationId });
    const { caller: owner, user: ownerUser } = await enrol('owner');
    const route = `DELETE /admin/users/${user.id}/second-factor`;
    expect((await administrator.send(route)).status).toBe(403);
    expect((await lost.send(route)).status).toBe(403);
    expect((await stranger.send(route)).status).toBe(404);
    expect((await owner.send(`DELETE /admin/users/${ownerUser.id}/second-factor`)).status).toBe(403);
    // However the id is written.
    expect([403, 404]).toContain(
      (await owner.send(`DELETE /admin/users/${ownerUser.id.toUpperCase()}/second-factor`)).status,
    );
    expect(await stateOf(owner)).toMatchObject({ is_enabled: true });
    const token = await beginSignIn(user);
    expect((await owner.send(route)).status).toBe(204);
    expect((await owner.send(route)).status).toBe(404);
    expect((await lost.send('GET /auth/session')).status).toBe(401);
    expect(refusalOf(await finish(token, '123456'))).toEqual([401, 'invalid_login', 'code']);
    expect((await login(user)).status).toBe(200);
    expect(await actionsOn(user)).toContain('user.reset_second_factor');
  });

  describe('of an organization that requires one', () => {
    let organizationId: string;
    let owner: Enrolled;

    beforeAll(async () => {
      ({ organizationId } = await addTenant(workspace.database, 'strict'));
      owner = await enrol('owner', organizationId);
    }, HOOK_LIMIT_MS);

    const policyOf = async ({ send }: TestCaller) =>
      ((await send('GET /org/sign-in-policy')).json() as { requires_second_factor: boolean }).requires_second_factor;

    it('is required by an owner who has one, which ends the sessions of those without', async () => {
      const unprepared = await addPerson('owner', organizationId);
      const administrator = await addPerson('org_admin', organizationId);
      const prepared = await enrol('org_member', organizationId);
      const sso = await workspace.signIn({ organizationId, role: 'org_member' });
      const elsewhere = await addPerson();
      const demand = ({ send }: TestCaller) => send('PATCH /org/sign-in-policy', { requires_second_factor: true });
      expect((await demand(administrator.caller)).status).toBe(403);
      expect(refusalOf(await demand(unprepared.caller))).toEqual([409, 'conflict']);
      expect(await policyOf(prepared.caller)).toBe(false);
      expect((await demand(owner.caller)).json()).toMatchObject({ requires_second_factor: true });
      const meet = async ({ send }: TestCaller) => (await send('GET /auth/session')).status;
      expect(await Promise.all([unprepared, administrator].map(({ caller }) => meet(caller)))).toEqual([401, 401]);
      expect(await Promise.all([owner.caller, prepared.caller, sso, elsewhere.caller].map(meet))).toEqual([
        200, 200, 200, 200,
      ]);
      expect(await policyOf(elsewhere.caller)).toBe(false);
      expect(
        refusalOf(await owner.caller.send('POST /auth/second-factor/remove', { code: owner.recoveryCodes[0] })),
      ).toEqual([409, 'conflict']);
    });

    it('is lacked by nobody who signs in or removes one at the moment in which it becomes required', async () => {
      const { organizationId: tenant } = await addTenant(workspace.database, 'becoming strict');
      const { user } = await addPerson('org_member', tenant);
      const enrolled = await enrol('org_member', tenant);
      const signIn = () =>
        workspace.database.change(TEST, ({ sessions }) =>
          sessions.create(tenant, {
            userId: user.id,
            hash: hashToken(newToken('')),
            expiresAt: new Date(Date.now() + 3_600_000),
            provenPasswordHash: passwordHash,
          }),
        );
      await signIn();
      let removed: Promise<HttpAnswer> | undefined;
      let signedIn: Promise<string> | undefined;
      await workspace.database.change(TEST, async ({ organizations }) => {
        await organizations.lock(tenant);
        await organizations.update(tenant, { requiresSecondFactor: true });
        removed = enrolled.caller.send('POST /auth/second-factor/remove', { code: enrolled.recoveryCodes[0] });
        signedIn = signIn().then(
          () => 'signed in',
          (error: Error) => error.name,
        );
        await sleep(500);
      });
      expect(await signedIn).toBe('NotFoundError');
      const answer = await removed;
      expect(answer && refusalOf(answer)).toEqual([409, 'conflict']);
      expect(await stateOf(enrolled.caller)).toMatchObject({ is_enabled: true });
    });

    it('is set up on the way in by those who have none, once', async () => {
      const { user } = await addPerson('org_member', organizationId);
      const answer = await login(user);
      expect([answer.status, (answer.json() as Step).step]).toEqual([202, 'enrolment']);
      const { token } = answer.json() as Step;
      expect(refusalOf(await finish(token, '123456'))).toEqual([401, 'invalid_login', 'code']);
      const begun = await send('POST /auth/login/enrolment', { token });
      const { secret } = begun.json() as { secret: string };
      const mistyped = await send('POST /auth/login/enrolment/confirm', { token, code: wrongCodeOf(secret) });
      expect([refusalOf(mistyped), mistyped.headers['set-cookie']]).toEqual([
        [401, 'invalid_login', 'code'],
        undefined,
      ]);
      const body = { token, code: codeOf(secret) };
      const done = await Promise.all([1, 2].map(() => send('POST /auth/login/enrolment/confirm', body)));
      expect(done.map(({ status }) => status).sort()).toEqual([200, 401]);
      const signedIn = done.find(({ status }) => status === 200);
      expect(signedIn?.json()).toMatchObject({ object: 'session', user: { id: user.id } });
      expect(signedIn?.json()).toHaveProperty('recovery_codes.length', 10);
      const cookie = signedIn?.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      expect((await send('GET /auth/session', undefined, { cookie })).status).toBe(200);
      // Its token cannot set up another one.
      expect(refusalOf(await send('POST /auth/login/enrolment', { token }))).toEqual([401, 'invalid_login', 'token']);
      expect(((await login(user)).json() as Step).step).toBe('code');
    });

    it('is set up before the first session of those who join, with or without an account elsewhere', async () => {
      const invite = async (email: string): Promise<string> => {
        const made = await owner.caller.send('POST /org/invites', { email });
        return (made.json() as { token: string }).token;
      };
      const email = `${newToken('p').toLowerCase()}@example.com`;
      const signup = { token: await invite(email), name: 'New', password: PASSWORD };
      const joined = await send('POST /auth/signup', signup);
      expect([joined.status, joined.headers['set-cookie'], (joined.json() as Step).step]).toEqual([
        202,
        undefined,
        'enrolment',
      ]);
      const { caller, user } = await addPerson();
      const accepted = await caller.send('POST /auth/invites/accept', { token: await invite(user.email) });
      expect([accepted.status, accepted.headers['set-cookie'], (accepted.json() as Step).step]).toEqual([
        202,
        undefined,
        'enrolment',
      ]);
    });
  });
});
