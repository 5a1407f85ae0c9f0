import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Change } from '@multilane/persistence';
import { HOOK_LIMIT_MS, refusalOf, type TestCaller } from '../start-test-workspace.js';
import {
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
  readonly expires_at: string | null;
}

const A_DAY_S = 86_400;
const DEFAULTS = { max_pat_lifetime_days: 90, max_pats_per_user: 10, allow_non_expiring_vat: false };

// docs/contract/control-plane.md#credential-policy
describe.each(DATABASES)('a credential policy that gets stricter, on $name', (kind) => {
  let world: CredentialWorld;

  beforeAll(async () => {
    world = await startCredentialWorld(kind);
  }, HOOK_LIMIT_MS);

  afterAll(() => world?.stop(), HOOK_LIMIT_MS);

  const setPolicy = async (policy: object) => good(await world.owner.send('PATCH /org/credential-policy', policy));
  const change = <Result>(work: (change: Change) => Promise<Result>) =>
    world.workspace.database.change({ type: 'system', id: null, name: 'test' }, work);
  const signIn = () =>
    world.workspace.signIn({
      role: 'org_member',
      memberships: [{ workspaceId: world.workspaceId, role: 'viewer' }],
    });
  const issue = async (person: TestCaller, seconds: number): Promise<Token> =>
    good(await person.send('POST /auth/tokens', { name: 'x', expires_at: inSeconds(seconds) }), 201);
  const endOf = async (person: TestCaller, id: string): Promise<number> => {
    const { data } = good<{ data: Token[] }>(await person.send('GET /auth/tokens?limit=200'));
    return Date.parse(data.find((token) => token.id === id)?.expires_at ?? '');
  };
  const use = async (token: string) => {
    const answer = await world.bearing(token)('GET /admin/teams');
    return answer.status === 200 ? 200 : refusalOf(answer);
  };

  it('shortens the PATs that live longer than it allows, from the day of their issue, and no others', async () => {
    await setPolicy(DEFAULTS);
    const person = await signIn();
    const [long, short] = [await issue(person, 80 * A_DAY_S), await issue(person, 5 * A_DAY_S)];
    const issuedAt = Date.now();
    await setPolicy({ max_pat_lifetime_days: 10 });
    expect(Math.abs((await endOf(person, long.id)) - issuedAt - 10 * A_DAY_S * 1000)).toBeLessThan(60_000);
    expect(await endOf(person, short.id)).toBe(Date.parse(short.expires_at ?? ''));
    expect([await use(long.token), await use(short.token)]).toEqual([200, 200]);
    await setPolicy(DEFAULTS);
    expect(await endOf(person, long.id)).toBeLessThan(issuedAt + 11 * A_DAY_S * 1000);
  });

  it('ends at once the PAT whose lifetime is over by it', async () => {
    await setPolicy(DEFAULTS);
    const person = await signIn();
    const { id, token } = await issue(person, 30 * A_DAY_S);
    await change(async ({ credentials }) => {
      const access = credentials as unknown as {
        scope: { manager: { query(sql: string, values: unknown[]): unknown } };
      };
      const sql = "UPDATE credential_secrets SET created_at = now() - interval '20 days' WHERE credential_id = $1";
      await access.scope.manager.query(sql, [id]);
    });
    expect(await use(token)).toBe(200);
    const topics = await topicsOf(world, () => setPolicy({ max_pat_lifetime_days: 10 }));
    expect(topics).toContain(`credential:${id}`);
    expect(await use(token)).toEqual([401, 'key_expired']);
  });

  it('ends the oldest of the PATs that are more than it allows a person', async () => {
    await setPolicy(DEFAULTS);
    const [person, other] = [await signIn(), await signIn()];
    const tokens: Token[] = [];
    for (let number = 0; number < 4; number++) tokens.push(await issue(person, A_DAY_S));
    const single = await issue(other, A_DAY_S);
    await setPolicy({ max_pats_per_user: 2 });
    const outcomes = await Promise.all([...tokens, single].map(({ token }) => use(token)));
    const ended = [401, 'key_expired'];
    expect(outcomes).toEqual([ended, ended, 200, 200, 200]);
    expect((await person.send('POST /auth/tokens', { name: 'x', expires_at: inSeconds(60) })).status).toBe(409);
    await setPolicy(DEFAULTS);
    expect(await use(tokens[0]?.token ?? '')).toEqual(ended);
  });

  it('ends the VATs that never expire, and leaves those that expire or are rotated', async () => {
    await setPolicy({ ...DEFAULTS, allow_non_expiring_vat: true });
    const query = `?workspace_id=${world.workspaceId}`;
    const account = good<{ id: string }>(
      await world.owner.send(`POST /admin/service-accounts${query}`, { name: 'bot' }),
      201,
    );
    const issueVat = async (body: object) => {
      const answer = await world.owner.send(`POST /admin/service-accounts/${account.id}/tokens`, {
        name: 'x',
        ...body,
      });
      return good<Token>(answer, 201);
    };
    const endless = await issueVat({});
    const expiring = await issueVat({ expires_at: inSeconds(A_DAY_S) });
    const rotated = await issueVat({ rotate_every_days: 30 });
    // A virtual account may read nothing here: 403 shows that the token is known and in effect.
    const known = [403, 'permission_denied'];
    const outcomes = () => Promise.all([endless, expiring, rotated].map(({ token }) => use(token)));
    expect(await outcomes()).toEqual([known, known, known]);
    await setPolicy({ max_pats_per_user: 9 });
    expect(await outcomes()).toEqual([known, known, known]);
    await setPolicy({ allow_non_expiring_vat: false });
    expect(await outcomes()).toEqual([[401, 'key_expired'], known, known]);
    await setPolicy({ allow_non_expiring_vat: true });
    expect(await outcomes()).toEqual([[401, 'key_expired'], known, known]);
  });
});
