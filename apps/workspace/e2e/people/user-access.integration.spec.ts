import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { personOf } from '../access/callers/make-callers.js';
import {
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Listed {
  readonly data: readonly { readonly id: string; readonly object: string }[];
  readonly next_cursor: string | null;
}

// docs/contract/control-plane.md#people
describe.each(serviceDatabases())('tokens and sessions of others, on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let admin: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    admin = await workspace.signIn({ role: 'org_admin' });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const idOf = ({ user }: TestCaller): string => personOf(user).id;
  const works = async ({ send }: TestCaller): Promise<boolean> => (await send('GET /admin/workspaces')).status === 200;
  const makePerson = async () => {
    const { workspaceId } = workspace;
    const person = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'viewer' }] });
    const pats = [1, 2, 3].map(() => workspace.issuePat(personOf(person.user), workspaceId));
    return { person, pats: await Promise.all(pats), path: `/admin/users/${idOf(person)}` };
  };
  const listOf = async (by: TestCaller, path: string): Promise<Listed> =>
    (await by.send(`GET ${path}`)).json() as Listed;
  const topicsOf = async (change: () => Promise<unknown>): Promise<string[]> => {
    const since = await workspace.database.version();
    await change();
    return (await workspace.database.readTopics(since)).changes.flatMap(({ topics }) => [...topics]);
  };

  it('shows them without anything that authenticates, page by page', async () => {
    const { person, pats, path } = await makePerson();
    const first = await listOf(admin, `${path}/tokens?limit=2`);
    const rest = await listOf(admin, `${path}/tokens?limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...rest.data].map(({ id }) => id).toSorted()).toEqual(
      pats.map(({ credentialId }) => credentialId).toSorted(),
    );
    const sessions = await listOf(admin, `${path}/sessions`);
    expect(sessions).toEqual({
      object: 'list',
      data: [
        {
          id: person.credentialId,
          object: 'user_session',
          created_at: expect.stringMatching(/Z$/),
          last_seen_at: expect.stringMatching(/Z$/),
          expires_at: expect.stringMatching(/Z$/),
          // The session was made without a browser.
          user_agent: null,
          address: null,
        },
      ],
      next_cursor: null,
    });
    const shown = JSON.stringify([first, rest, sessions]);
    for (const { headers } of [person, ...pats]) {
      expect(shown).not.toContain((headers.authorization ?? headers.cookie ?? '').split(/[ =]/)[1]);
    }
  });

  it('revokes one token at once, everywhere, and leaves the others', async () => {
    const { pats, path } = await makePerson();
    const [gone, ...others] = pats;
    if (gone === undefined) throw new Error('no token');
    const topics = await topicsOf(() => admin.send(`DELETE ${path}/tokens/${gone.credentialId}`));
    expect(topics).toEqual([`credential:${gone.credentialId}`]);
    expect(await works(gone)).toBe(false);
    for (const other of others) expect(await works(other)).toBe(true);
    expect((await admin.send(`DELETE ${path}/tokens/${gone.credentialId}`)).status).toBe(404);
  });

  it('revokes all tokens at once, and is in the audit trail', async () => {
    const { person, pats, path } = await makePerson();
    const topics = await topicsOf(() => owner.send(`DELETE ${path}/tokens`));
    expect(topics.toSorted()).toEqual(pats.map(({ credentialId }) => `credential:${credentialId}`).toSorted());
    for (const pat of pats) expect(await works(pat)).toBe(false);
    expect(await works(person)).toBe(true);
    expect((await listOf(owner, `${path}/tokens`)).data).toEqual([]);
    expect((await owner.send(`DELETE ${path}/tokens`)).status).toBe(204);
    const [pat] = pats;
    const page = { limit: 5, filters: { targetId: pat?.credentialId ?? '' } };
    const { data } = await workspace.database.changes.listPage(workspace.organizationId, page);
    expect(data[0]).toMatchObject({ action: 'credential.remove', actorId: idOf(owner) });
  });

  it('ends one session, or all of them, and leaves the tokens', async () => {
    const { person, pats, path } = await makePerson();
    expect((await admin.send(`DELETE ${path}/sessions/${person.credentialId}`)).status).toBe(204);
    expect(await works(person)).toBe(false);
    const other = await makePerson();
    const topics = await topicsOf(() => admin.send(`DELETE ${other.path}/sessions`));
    expect(topics).toEqual([`user:${idOf(other.person)}`]);
    expect(await works(other.person)).toBe(false);
    for (const pat of [...pats, ...other.pats]) expect(await works(pat)).toBe(true);
  });

  it('knows no token and no session by the id of somebody else', async () => {
    const [one, two] = [await makePerson(), await makePerson()];
    const key = await workspace.database.change({ type: 'system', id: null, name: 'test' }, ({ teams }) =>
      teams.create(workspace.organizationId, { name: `t-${idOf(one.person)}` }),
    );
    const apiKey = await workspace.issueKey({ teamId: key.id });
    for (const route of [
      `${one.path}/tokens/${two.pats[0]?.credentialId}`,
      `${one.path}/tokens/${apiKey.credentialId}`,
      `${one.path}/tokens/${one.person.credentialId}`,
      `${one.path}/sessions/${two.person.credentialId}`,
      `${one.path}/sessions/${one.pats[0]?.credentialId}`,
      `${one.path}/tokens/x`,
    ]) {
      expect([route, ...refusalOf(await owner.send(`DELETE ${route}`))]).toEqual([route, 404, 'not_found']);
    }
    for (const caller of [two.person, ...two.pats, apiKey])
      expect((await caller.send('GET /admin/teams')).status).toBe(200);
  });

  it('those of an owner are revoked by owners alone', async () => {
    const boss = await workspace.signIn();
    const pat = await workspace.issuePat(personOf(boss.user), workspace.workspaceId);
    const path = `/admin/users/${idOf(boss)}`;
    for (const route of ['tokens', `tokens/${pat.credentialId}`, 'sessions', `sessions/${boss.credentialId}`]) {
      const answer = await admin.send(`DELETE ${path}/${route}`);
      expect([route, ...refusalOf(answer)]).toEqual([route, 403, 'permission_denied']);
    }
    expect([await works(boss), await works(pat)]).toEqual([true, true]);
    expect((await owner.send(`DELETE ${path}/sessions`)).status).toBe(204);
    expect([await works(boss), await works(pat)]).toEqual([false, true]);
  });
});
