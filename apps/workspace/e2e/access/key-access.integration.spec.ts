import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CredentialWorld, DATABASES, good, startCredentialWorld } from '../credentials/start-credential-tests.js';
import { HOOK_LIMIT_MS, refusalOf, type TestCaller } from '../start-test-workspace.js';

interface Key {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

const DECLARED = 'ml-declared-admin-QvT3x8Zr0LpW6nYb2KcD';
const LIMITED = 'ml-declared-limited-mR7sJf4HgU9wE1oXa5Vt';
const TEAMS = `
teams:
  - name: declared
    api_keys:
      - { name: boss, key: ${DECLARED}, role: admin, expires_at: 2031-01-31T00:00:00Z }
      - { name: limited, key: ${LIMITED}, role: admin, rpm_limit: 9 }
      - { name: worker, key: ml-declared-worker-Bk2Nq8PzLd5TyG0cFhSj }
`;

describe.each(DATABASES)('the management of keys on $name (docs/contract/control-plane.md#key-management)', (kind) => {
  let world: CredentialWorld;
  let admin: TestCaller;
  let teamKey: TestCaller;
  let boundKey: TestCaller;

  beforeAll(async () => {
    world = await startCredentialWorld(kind, TEAMS);
    const { workspace, workspaceId, teamId } = world;
    admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
    teamKey = await workspace.issueKey({ teamId });
    boundKey = await workspace.issueKey({ teamId, workspaceId });
  }, HOOK_LIMIT_MS);

  afterAll(() => world?.stop(), HOOK_LIMIT_MS);

  const create = async (body: object, by: TestCaller = world.owner): Promise<Key> =>
    good(await by.send('POST /admin/keys', { team: 'research', name: 'x', ...body }), 201);
  const tryCreate = async (by: TestCaller, body: object) => {
    const answer = await by.send('POST /admin/keys', { team: 'research', name: 'x', ...body });
    return answer.status === 201 ? 201 : refusalOf(answer);
  };
  const namesSeenBy = async (by: TestCaller, query = ''): Promise<string[]> => {
    const page = good<{ data: Key[] }>(await by.send(`GET /admin/keys?limit=200${query}`));
    return page.data.map(({ name }) => name);
  };
  const routesOf = (id: string) =>
    [
      [`GET /admin/keys/${id}`],
      [`PATCH /admin/keys/${id}`, {}],
      [`POST /admin/keys/${id}/rotate`, {}],
      [`POST /admin/keys/${id}/disable`],
      [`POST /admin/keys/${id}/enable`],
      [`DELETE /admin/keys/${id}`],
    ] as const;
  const expectHidden = async (by: TestCaller, id: string) => {
    for (const [route, body] of routesOf(id)) {
      expect([route, ...refusalOf(await by.send(route, body))]).toEqual([route, 404, 'not_found']);
    }
  };

  it('"An admin-role key manages the keys of its own team only"', async () => {
    const own = await create({ name: 'by key' }, teamKey);
    expect((await teamKey.send(`PATCH /admin/keys/${own.id}`, { rpm_limit: 1 })).status).toBe(200);
    expect(await tryCreate(teamKey, { team: 'sales' })).toEqual([403, 'permission_denied']);
    expect(await tryCreate(teamKey, { team: 'nobody' })).toEqual([403, 'permission_denied']);
    const other = await create({ team: 'sales' });
    await expectHidden(teamKey, other.id);
    expect(new Set(await namesSeenBy(teamKey, '&team=sales'))).toEqual(new Set());
  });

  it('an admin-role key of a workspace makes nothing that reaches beyond it', async () => {
    expect(await tryCreate(boundKey, { workspace_id: world.workspaceId })).toBe(201);
    expect(await tryCreate(boundKey, {})).toEqual([403, 'permission_denied']);
    expect(await tryCreate(boundKey, { workspace_id: world.secondWorkspaceId })).toEqual([403, 'permission_denied']);
    const scoped = await create({ name: 'team-scoped' });
    await expectHidden(boundKey, scoped.id);
    expect(await namesSeenBy(boundKey)).not.toContain('team-scoped');
  });

  it('an admin-role key without a workspace makes unbound keys only, and sees those of its team that are bound', async () => {
    for (const workspace_id of [world.workspaceId, world.secondWorkspaceId, world.foreign.workspaceId]) {
      expect(await tryCreate(teamKey, { workspace_id })).toEqual([403, 'permission_denied']);
    }
    const bound = await create({ name: 'bound by owner', workspace_id: world.workspaceId });
    expect(good(await teamKey.send(`GET /admin/keys/${bound.id}`))).toMatchObject({ workspace_id: world.workspaceId });
    expect(await namesSeenBy(teamKey)).toContain('bound by owner');
    for (const [route, body] of routesOf(bound.id).slice(1)) {
      expect([route, ...refusalOf(await teamKey.send(route, body))]).toEqual([route, 403, 'permission_denied']);
    }
  });

  describe('"No key changes its own limits", nor ends with more than it has by way of another', () => {
    const issue = (limits: object) => world.workspace.issueKey({ teamId: world.teamId, ...limits });
    const refused = async (by: TestCaller, route: string, body?: object) => {
      expect([route, ...refusalOf(await by.send(route, body))]).toEqual([route, 403, 'permission_denied']);
    };

    it.each([[{}], [{ rpm_limit: 1 }], [{ name: 'x' }], [{ expires_at: null }], [{ budget_usd_monthly: 0 }]])(
      'it does not patch itself: %j',
      async (body) => {
        for (const own of [await issue({}), await issue({ rpmLimit: 5 })]) {
          await refused(own, `PATCH /admin/keys/${own.credentialId}`, body);
        }
      },
    );

    it.each([[{ rpmLimit: 5 }], [{ tpmLimit: 5 }], [{ budgetUsd: 5 }]])(
      'one that has limits (%j) makes, changes, rotates and enables no other, and revokes',
      async (limits) => {
        const own = await issue(limits);
        const other = await create({ name: 'other' });
        for (const body of [{}, { rpm_limit: 1, tpm_limit: 1, budget_usd_monthly: 1 }]) {
          await refused(own, 'POST /admin/keys', { team: 'research', name: 'x', ...body });
          await refused(own, `PATCH /admin/keys/${other.id}`, body);
        }
        await refused(own, `POST /admin/keys/${other.id}/rotate`);
        expect((await own.send(`POST /admin/keys/${other.id}/disable`)).status).toBe(200);
        await refused(own, `POST /admin/keys/${other.id}/enable`);
        expect((await own.send(`DELETE /admin/keys/${other.id}`)).status).toBe(204);
      },
    );

    it('it rotates itself, and keeps its limits and its expiry', async () => {
      const expiresAt = new Date(Date.now() + 3_600_000);
      const own = await issue({ rpmLimit: 5, expiresAt });
      const rotated = good<Key>(await own.send(`POST /admin/keys/${own.credentialId}/rotate`));
      expect(rotated).toMatchObject({ rpm_limit: 5, expires_at: expiresAt.toISOString() });
      await refused({ ...own, send: world.bearing(rotated.key) }, `PATCH /admin/keys/${own.credentialId}`, {
        rpm_limit: 9,
      });
    });

    it('one that expires hands out nothing that outlives it', async () => {
      const end = Date.now() + 3_600_000;
      const own = await issue({ expiresAt: new Date(end) });
      const lasting = await create({ name: 'lasting' });
      const [late, early] = [end + 1000, end - 1000].map((time) => new Date(time).toISOString());
      expect(await tryCreate(own, {})).toEqual([403, 'permission_denied']);
      expect(await tryCreate(own, { expires_at: late })).toEqual([403, 'permission_denied']);
      expect(await tryCreate(own, { expires_at: early })).toBe(201);
      await refused(own, `POST /admin/keys/${lasting.id}/rotate`);
      const made = good<Key>(
        await own.send('POST /admin/keys', { team: 'research', name: 'x', expires_at: early }),
        201,
      );
      await refused(own, `PATCH /admin/keys/${made.id}`, { expires_at: null });
      await refused(own, `PATCH /admin/keys/${made.id}`, { expires_at: late });
      expect((await own.send(`PATCH /admin/keys/${made.id}`, { name: 'renamed' })).status).toBe(200);
      expect((await own.send(`POST /admin/keys/${made.id}/rotate`)).status).toBe(200);
    });
  });

  it('a key whose owner has left the team is not enabled again: 409', async () => {
    const person = await world.workspace.signIn({ role: 'org_member' });
    const userId = person.user?.id ?? '';
    await world.joinTeam(world.teamId, userId);
    const key = await create({ name: 'owned', user_id: userId });
    await world.owner.send(`DELETE /admin/teams/${world.teamId}/members/${userId}`);
    expect(good(await world.owner.send(`GET /admin/keys/${key.id}`))).toMatchObject({ disabled: true });
    expect((await world.bearing(key.key)('GET /admin/teams')).status).toBe(401);
    expect(refusalOf(await world.owner.send(`POST /admin/keys/${key.id}/enable`))).toEqual([409, 'conflict']);
    await world.joinTeam(world.teamId, userId);
    expect((await world.owner.send(`POST /admin/keys/${key.id}/enable`)).status).toBe(200);
    await world.owner.send(`PATCH /admin/users/${userId}`, { active: false });
    await world.owner.send(`PATCH /admin/users/${userId}`, { active: true });
    expect(good(await world.owner.send(`GET /admin/keys/${key.id}`))).toMatchObject({ disabled: true });
  });

  it('the admin of a workspace manages the keys that are bound to it, and no team-scoped ones', async () => {
    const bound = await create({ name: 'bound', workspace_id: world.workspaceId }, admin);
    expect((await admin.send(`POST /admin/keys/${bound.id}/disable`)).status).toBe(200);
    expect(await tryCreate(admin, {})).toEqual([403, 'permission_denied']);
    expect(await tryCreate(admin, { workspace_id: world.secondWorkspaceId })).toEqual([403, 'permission_denied']);
    const elsewhere = await create({ name: 'elsewhere', workspace_id: world.secondWorkspaceId });
    const scoped = await create({ name: 'scoped' });
    for (const { id } of [elsewhere, scoped]) await expectHidden(admin, id);
    const seen = await namesSeenBy(admin);
    expect(seen).toContain('bound');
    expect(seen).not.toContain('elsewhere');
    expect(seen).not.toContain('scoped');
  });

  it("a person's PAT manages those of its one workspace, whatever its person may do elsewhere", async () => {
    if (world.owner.user === undefined) throw new Error('no person');
    const pat = await world.workspace.issuePat(world.owner.user, world.workspaceId);
    expect(await tryCreate(pat, { workspace_id: world.workspaceId })).toBe(201);
    expect(await tryCreate(pat, {})).toEqual([403, 'permission_denied']);
    await expectHidden(pat, (await create({})).id);
  });

  it.each(['member', 'editor'] as const)('a key with the %s role manages none', async (role) => {
    const key = await world.workspace.issueKey({ teamId: world.teamId, role });
    expect(await tryCreate(key, {})).toEqual([403, 'permission_denied']);
    const { id } = await create({});
    for (const [route, body] of routesOf(id)) expect((await key.send(route, body)).status).toBe(403);
  });

  it('is as good as not there for another tenant, and is left alone', async () => {
    const { id } = await create({ name: 'hidden' });
    await expectHidden(world.stranger, id);
    expect(await namesSeenBy(world.stranger)).toEqual([]);
    expect(good(await world.owner.send(`GET /admin/keys/${id}`))).toMatchObject({ disabled: false });
  });

  it('no other kind of credential is a key', async () => {
    if (world.owner.user === undefined) throw new Error('no person');
    const pat = await world.workspace.issuePat(world.owner.user, world.workspaceId);
    await expectHidden(world.owner, pat.credentialId);
    await expectHidden(world.owner, world.owner.credentialId);
  });

  describe('lists', () => {
    it('filter by team (name or id), workspace_id and user_id', async () => {
      const { id: userId = '' } = world.owner.user ?? {};
      await world.joinTeam(world.otherTeamId, userId);
      await create({ team: 'sales', name: 'filtered', workspace_id: world.secondWorkspaceId, user_id: userId });
      for (const query of [
        '&team=sales',
        `&team=${world.otherTeamId}`,
        `&workspace_id=${world.secondWorkspaceId}`,
        `&user_id=${userId}`,
      ]) {
        const seen = await namesSeenBy(world.owner, query);
        expect([query, seen.includes('filtered'), seen.includes('boss')]).toEqual([query, true, false]);
      }
      expect(await namesSeenBy(world.owner, '&team=nobody')).toEqual([]);
      expect(await namesSeenBy(world.owner, `&team=${world.foreign.teamId}`)).toEqual([]);
      expect(await namesSeenBy(world.owner, `&team=research&user_id=${userId}`)).toEqual([]);
    });

    it('answer 404 for a workspace out of reach, and 400 for what no filter can be', async () => {
      for (const [by, workspaceId] of [
        [world.owner, world.foreign.workspaceId],
        [admin, world.secondWorkspaceId],
        [boundKey, world.secondWorkspaceId],
      ] as const) {
        const answer = await by.send(`GET /admin/keys?workspace_id=${workspaceId}`);
        expect(refusalOf(answer)).toEqual([404, 'not_found', 'workspace_id']);
      }
      for (const [query, param] of [
        ['user_id=me', 'user_id'],
        ['workspace_id=x', 'workspace_id'],
        ['cursor=x', 'cursor'],
        ['limit=201', 'limit'],
        ['role=admin', 'role'],
      ] as const) {
        expect(refusalOf(await world.owner.send(`GET /admin/keys?${query}`))).toEqual([400, 'invalid_value', param]);
      }
    });

    it.each([1, 2, 3, 200])('page by %d through all keys, those of gateway.yaml last, each once', async (limit) => {
      const seen: string[] = [];
      let cursor: string | null = '';
      do {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const answer = await world.owner.send(`GET /admin/keys?limit=${limit}${query}`);
        const page = good<{ data: Key[]; next_cursor: string | null }>(answer);
        expect(page.data.length).toBeLessThanOrEqual(limit);
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      const { organizationId, database } = world.workspace;
      const stored = await database.credentials.count(organizationId, { kind: 'api_key' });
      expect([new Set(seen).size, seen.length]).toEqual([stored + 3, stored + 3]);
    });
  });

  describe('keys that gateway.yaml declares', () => {
    const declared = async (): Promise<Key[]> =>
      good<{ data: Key[] }>(await world.owner.send('GET /admin/keys?team=declared')).data;

    it('are listed with `source: "config"`, and never with their plaintext', async () => {
      const listed = await declared();
      const boss = listed.find(({ name }) => name === 'boss');
      expect(boss).toMatchObject({
        object: 'api_key',
        source: 'config',
        key_hint: 'ml-…2KcD',
        team: 'declared',
        team_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        role: 'admin',
        rpm_limit: 0,
        workspace_id: null,
        expires_at: '2031-01-31T00:00:00.000Z',
        created_at: null,
      });
      expect(JSON.stringify(listed)).not.toContain(DECLARED);
      expect(good(await world.owner.send(`GET /admin/keys/${boss?.id}`))).toEqual(boss);
    });

    it('are read-only: 409 declared_in_config', async () => {
      const [key] = await declared();
      for (const [route, body] of routesOf(key?.id ?? '').slice(1)) {
        expect([route, ...refusalOf(await world.owner.send(route, body))]).toEqual([route, 409, 'declared_in_config']);
      }
    });

    it('that have limits hand out nothing that has others', async () => {
      const limited = world.bearing(LIMITED);
      for (const body of [{}, { rpm_limit: 9 }, { rpm_limit: 1 }]) {
        const answer = await limited('POST /admin/keys', { team: 'declared', name: 'x', ...body });
        expect(refusalOf(answer)).toEqual([403, 'permission_denied']);
      }
    });

    it('are not there for another tenant, nor for the admin of a workspace', async () => {
      for (const { id } of await declared()) {
        await expectHidden(world.stranger, id);
        await expectHidden(admin, id);
        await expectHidden(teamKey, id);
      }
    });

    it('with the admin role manage the keys of their own team, as others do', async () => {
      const send = world.bearing(DECLARED);
      const ends = { expires_at: '2030-12-31T00:00:00Z' };
      const made = await send('POST /admin/keys', { team: 'declared', name: 'made', ...ends });
      expect(made.status).toBe(201);
      expect(refusalOf(await send('POST /admin/keys', { team: 'sales', name: 'x', ...ends }))).toEqual([
        403,
        'permission_denied',
      ]);
      const seen = good<{ data: Key[] }>(await send('GET /admin/keys')).data.map(({ name }) => name);
      expect(seen.toSorted()).toEqual(['boss', 'limited', 'made', 'worker']);
      const worker = await world.bearing('ml-declared-worker-Bk2Nq8PzLd5TyG0cFhSj')('GET /admin/keys');
      expect(refusalOf(worker)).toEqual([403, 'permission_denied']);
    });
  });
});
