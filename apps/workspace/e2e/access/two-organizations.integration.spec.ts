import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPasswordHasher } from '@multilane/auth';
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

const cookieOf = ({ headers }: HttpAnswer): string => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

// docs/contract/control-plane.md#tenancy
describe.each(serviceDatabases())('one address with two organizations on $name', (kind) => {
  const email = 'both@example.com';
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let otherId: string;
  let otherOwner: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    ({ organizationId: otherId } = await addTenant(workspace.database, 'other'));
    otherOwner = await workspace.signIn({ organizationId: otherId });
    expect((await signUp((await invite({ email })).token)).status).toBe(201);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const invite = async (body: object, by = owner): Promise<{ token: string }> =>
    (await by.send('POST /org/invites', body)).json() as { token: string };
  const signUp = (token: string) => workspace.send('POST /auth/signup', { token, name: 'Grace', password: PASSWORD });
  const login = (more: object = {}, send = workspace.send) =>
    send('POST /auth/login', { email, password: PASSWORD, ...more });

  it('a person who is signed in accepts the invitation of the other, and continues there with the same password', async () => {
    const { token } = await invite({ email }, otherOwner);
    const browser = workspace.openBrowser();
    const former = cookieOf(await login({}, browser));
    const accept = () => browser('POST /auth/invites/accept', { token });
    const accepted = await accept();
    expect([accepted.status, accepted.json()]).toMatchObject([
      201,
      { organization: { name: 'other' }, user: { email } },
    ]);
    expect((await browser('GET /auth/session')).json()).toMatchObject({ organization: { name: 'other' } });
    expect((await workspace.send('GET /auth/session', undefined, { cookie: former })).status).toBe(401);
    expect(refusalOf(await accept())).toEqual([401, 'invalid_invite']);
  });

  it('signs in where `organization` says, by name or id; without it 400 asks who proved the password', async () => {
    expect(refusalOf(await login())).toEqual([400, 'invalid_value', 'organization']);
    expect((await login()).text).toMatch(/default, other|other, default/);
    expect((await login({ organization: 'other' })).json()).toMatchObject({ organization: { id: otherId } });
    expect((await login({ organization: workspace.organizationId })).json()).toMatchObject({
      organization: { name: 'default' },
    });
    expect(refusalOf(await login({ organization: 'nowhere' }))).toEqual([401, 'invalid_login']);
    expect(refusalOf(await login({ password: 'wrong password!' }))).toEqual([401, 'invalid_login']);
  });

  it('the password distinguishes the accounts where they differ', async () => {
    const hash = await createPasswordHasher().hash('another password 2');
    const user = await workspace.database.users.findByEmail(otherId, email);
    await workspace.database.change(TEST, ({ users }) => users.setPassword(otherId, user?.id ?? '', hash));
    expect((await login()).json()).toMatchObject({ organization: { name: 'default' } });
    expect((await login({ password: 'another password 2' })).json()).toMatchObject({
      organization: { name: 'other' },
    });
    const wrong = await login({ password: 'another password 2', organization: 'default' });
    expect(refusalOf(wrong)).toEqual([401, 'invalid_login']);
  });

  it('takes nobody else’s invitation (403), which stays good', async () => {
    const { token } = await invite({ email: 'somebody-else@example.com' }, otherOwner);
    const answer = await owner.send('POST /auth/invites/accept', { token });
    expect(refusalOf(answer)).toEqual([403, 'permission_denied']);
    expect((await signUp(token)).status).toBe(201);
  });
});
