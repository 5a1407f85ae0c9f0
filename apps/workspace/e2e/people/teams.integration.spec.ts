import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { addModel } from '../access/callers/open-two-workspaces.js';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

/** Names that teams may be granted. */
const MODELS = 'models: [{ logical_name: a, aliases: [b], provider: simulator, upstream_model: simulator }]\n';

interface Team {
  readonly id: string;
  readonly name: string;
}

describe.each(serviceDatabases())('/admin/teams on $name (docs/contract/control-plane.md#teams)', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), MODELS);
    owner = await workspace.signIn();
    const tenant = await addTenant(workspace.database, 'other');
    stranger = await workspace.signIn({ organizationId: tenant.organizationId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const create = async (body: object): Promise<Team> => {
    const answer = await owner.send('POST /admin/teams', body);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json() as Team;
  };

  it('creates a team with its fields, every limit 0 (unlimited) and every model by default', async () => {
    const answer = await owner.send('POST /admin/teams', { name: 'plain' });
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      object: 'team',
      name: 'plain',
      allowed_models: null,
      rpm_limit: 0,
      tpm_limit: 0,
      max_parallel: 0,
      queue: null,
      priority: null,
      max_priority: null,
      token_budget_monthly: 0,
      source: 'database',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  it('changes what is given and keeps the rest; null models mean every model', async () => {
    const { id } = await create({
      name: 'changing',
      allowed_models: ['a', 'b'],
      rpm_limit: 5,
      tpm_limit: 6,
      max_parallel: 4,
    });
    const changed = await owner.send(`PATCH /admin/teams/${id}`, { rpm_limit: 7, name: 'changed' });
    expect(changed.json()).toMatchObject({
      name: 'changed',
      allowed_models: ['a', 'b'],
      rpm_limit: 7,
      tpm_limit: 6,
      max_parallel: 4,
    });
    await owner.send(`PATCH /admin/teams/${id}`, { allowed_models: null, tpm_limit: null });
    const found = await owner.send(`GET /admin/teams/${id}`);
    expect(found.json()).toMatchObject({ name: 'changed', allowed_models: null, rpm_limit: 7, tpm_limit: 6 });
  });

  // docs/contract/limits.md#queues
  it('keeps queue and priorities until they are changed, and checks them against what is stored', async () => {
    const { id } = await create({ name: 'queued', max_parallel: 3, queue: { max_wait_ms: 500 }, max_priority: 'high' });
    const change = (body: object) => owner.send(`PATCH /admin/teams/${id}`, body);
    const queue = { max_wait_ms: 500, max_length: 100 };
    expect((await change({ priority: 'high' })).json()).toMatchObject({
      queue,
      priority: 'high',
      max_priority: 'high',
    });
    expect(refusalOf(await change({ max_priority: 'low' }))).toEqual([400, 'invalid_value', 'priority']);
    expect(refusalOf(await change({ max_parallel: 0, queue }))).toEqual([400, 'invalid_value', 'queue']);
    expect((await change({ queue: null, priority: null })).json()).toMatchObject({
      max_parallel: 3,
      queue: null,
      priority: null,
    });
    const refused = await owner.send('POST /admin/teams', { name: 'unlimited', queue: {} });
    expect(refusalOf(refused)).toEqual([400, 'invalid_value', 'queue']);
  });

  it('suggests the nearest name for an unknown model, and accepts those of workspaces', async () => {
    const { organizationId, workspaceId, database } = workspace;
    await database.change({ type: 'system', id: null, name: 'test' }, (change) =>
      addModel(change, organizationId, { workspaceId, logicalName: 'house-model', aliases: ['house'] }),
    );
    await create({ name: 'house', allowed_models: ['house-model', 'house', 'a', 'b'] });
    const refused = await owner.send('POST /admin/teams', { name: 'x', allowed_models: ['hause-model'] });
    expect(refusalOf(refused)).toEqual([400, 'invalid_value', 'allowed_models[0]']);
    expect(refused.text).toContain('Did you mean `house-model`?');
    const foreign = await stranger.send('POST /admin/teams', { name: 'x', allowed_models: ['house-model'] });
    expect(refusalOf(foreign)).toEqual([400, 'invalid_value', 'allowed_models[0]']);
    expect(foreign.text).not.toContain('Did you mean `house');
  });

  it('keeps a stored name whose model was removed since, and rejects further ones', async () => {
    const { id } = await create({ name: 'grown-old' });
    await workspace.database.change({ type: 'system', id: null, name: 'test' }, ({ teams }) =>
      teams.update(workspace.organizationId, id, { allowedModels: ['retired', 'a'] }),
    );
    const patch = (body: object) => owner.send(`PATCH /admin/teams/${id}`, body);
    expect((await patch({ rpm_limit: 3 })).json()).toMatchObject({ allowed_models: ['retired', 'a'], rpm_limit: 3 });
    expect((await patch({ allowed_models: ['retired', 'b'] })).status).toBe(200);
    expect(refusalOf(await patch({ allowed_models: ['retired', 'c'] }))).toEqual([
      400,
      'invalid_value',
      'allowed_models[1]',
    ]);
    expect((await patch({ allowed_models: ['b'] })).status).toBe(200);
    expect((await patch({ allowed_models: ['retired'] })).status).toBe(400);
  });

  it('pages through all of them with limit and cursor, each once', async () => {
    for (const number of [1, 2, 3]) await create({ name: `paged-${number}` });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '?limit=2' : `?limit=2&cursor=${cursor}`;
      const page = (await owner.send(`GET /admin/teams${query}`)).json() as {
        data: Team[];
        next_cursor: string | null;
      };
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    const all = (await owner.send('GET /admin/teams?limit=200')).json() as { object: string; data: Team[] };
    expect(all.object).toBe('list');
    expect(seen).toEqual(all.data.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it.each([
    ['no name', {}, [400, 'invalid_value', 'name']],
    ['an empty name', { name: '' }, [400, 'invalid_value', 'name']],
    ['a name that is a number', { name: 7 }, [400, 'invalid_value', 'name']],
    ['a limit below 0', { name: 'x', rpm_limit: -1 }, [400, 'invalid_value', 'rpm_limit']],
    ['half a token', { name: 'x', tpm_limit: 1.5 }, [400, 'invalid_value', 'tpm_limit']],
    ['models that are no list', { name: 'x', allowed_models: 'gpt' }, [400, 'invalid_value', 'allowed_models']],
    ['a model that is no text', { name: 'x', allowed_models: ['a', {}] }, [400, 'invalid_value', 'allowed_models[1]']],
    [
      'a model that there is not',
      { name: 'x', allowed_models: ['a', 'gpt'] },
      [400, 'invalid_value', 'allowed_models[1]'],
    ],
    ['a field that nobody knows', { name: 'x', owner: true }, [400, 'invalid_value', 'owner']],
    ['a field that only the service sets', { name: 'x', source: 'config' }, [400, 'invalid_value', 'source']],
    ['the tenant', { name: 'x', organization_id: 'x' }, [400, 'invalid_value', 'organization_id']],
  ])('rejects %s', async (_what, body, refusal) => {
    expect(refusalOf(await owner.send('POST /admin/teams', body))).toEqual(refusal);
  });

  it('rejects a name that is taken in any case with 409, in its own organization only', async () => {
    await create({ name: 'taken' });
    const { id } = await create({ name: 'free' });
    for (const name of ['taken', 'Taken', 'TAKEN']) {
      expect(refusalOf(await owner.send('POST /admin/teams', { name }))).toEqual([409, 'conflict', 'name']);
      expect(refusalOf(await owner.send(`PATCH /admin/teams/${id}`, { name }))).toEqual([409, 'conflict', 'name']);
    }
    expect((await owner.send(`PATCH /admin/teams/${id}`, { name: 'FREE' })).json()).toMatchObject({ name: 'FREE' });
    expect((await stranger.send('POST /admin/teams', { name: 'taken' })).status).toBe(201);
  });

  it('is as good as not there for another tenant', async () => {
    const { id } = await create({ name: 'hidden' });
    const somebody = owner.user?.id;
    for (const [route, body] of [
      [`GET /admin/teams/${id}`],
      [`PATCH /admin/teams/${id}`, { rpm_limit: 1 }],
      [`DELETE /admin/teams/${id}`],
      [`GET /admin/teams/${id}/members`],
      [`PUT /admin/teams/${id}/members/${stranger.user?.id}`],
      [`PUT /admin/teams/${id}/members/${somebody}`],
      [`DELETE /admin/teams/${id}/members/${somebody}`],
    ] as const) {
      expect([route, ...refusalOf(await stranger.send(route, body))]).toEqual([route, 404, 'not_found']);
    }
    const list = (await stranger.send('GET /admin/teams?limit=200')).json() as { data: Team[] };
    expect(list.data.map((team) => team.id)).not.toContain(id);
  });

  it.each(['abc', '0', "1'--", '%00', '..%2Fteams', 'ABCDEF00-0000-7000-8000-000000000000'])(
    'answers 404 for an id that cannot be one: %s',
    async (id) => {
      expect((await owner.send(`GET /admin/teams/${id}`)).status).toBe(404);
    },
  );

  it('removes a team, but not one that still has keys (409)', async () => {
    const { id } = await create({ name: 'keyed' });
    const key = await workspace.issueKey({ teamId: id });
    expect(refusalOf(await owner.send(`DELETE /admin/teams/${id}`))).toEqual([409, 'conflict']);
    await workspace.database.change({ type: 'system', id: null, name: 'test' }, ({ credentials }) =>
      credentials.remove(workspace.organizationId, key.credentialId),
    );
    expect((await owner.send(`DELETE /admin/teams/${id}`)).status).toBe(204);
    expect((await owner.send(`GET /admin/teams/${id}`)).status).toBe(404);
  });

  it('adds and removes members, the same twice, and names them', async () => {
    const { id } = await create({ name: 'crowd' });
    const member = await workspace.signIn({ role: 'org_member' });
    const route = `/admin/teams/${id}/members/${member.user?.id}`;
    for (const _time of [1, 2]) {
      const added = await owner.send(`PUT ${route}`);
      const { id: userId, name } = member.user ?? {};
      expect([added.status, added.json()]).toMatchObject([200, { team_id: id, user_id: userId, user: name }]);
    }
    const list = (await owner.send(`GET /admin/teams/${id}/members`)).json() as { data: object[] };
    expect(list).toMatchObject({ object: 'list', data: [{ user: member.user?.name }], next_cursor: null });
    expect((await owner.send(`DELETE ${route}`)).status).toBe(204);
    expect((await owner.send(`DELETE ${route}`)).status).toBe(204);
    expect((await owner.send(`GET /admin/teams/${id}/members`)).json()).toMatchObject({ data: [] });
  });

  it('does not add people of another tenant', async () => {
    const { id } = await create({ name: 'closed' });
    const answer = await owner.send(`PUT /admin/teams/${id}/members/${stranger.user?.id}`);
    expect(refusalOf(answer)).toEqual([404, 'not_found']);
  });

  it('rejects changes and removals of teams that gateway.yaml declares, with 409 declared_in_config', async () => {
    const { id } = await create({ name: 'declared' });
    await workspace.database.change({ type: 'system', id: null, name: 'test' }, ({ teams }) =>
      teams.update(workspace.organizationId, id, { source: 'config' }),
    );
    expect((await owner.send(`GET /admin/teams/${id}`)).json()).toMatchObject({ source: 'config' });
    const patch = await owner.send(`PATCH /admin/teams/${id}`, { rpm_limit: 9 });
    expect(refusalOf(patch)).toEqual([409, 'declared_in_config']);
    expect(refusalOf(await owner.send(`DELETE /admin/teams/${id}`))).toEqual([409, 'declared_in_config']);
  });

  it('is recorded, each change with who, what, before and after', async () => {
    const { id } = await create({ name: 'recorded' });
    await owner.send(`PATCH /admin/teams/${id}`, { rpm_limit: 3 }, { 'x-request-id': 'req-recorded' });
    const { data } = await workspace.database.changes.listPage(workspace.organizationId, {
      limit: 10,
      filters: { targetId: id },
    });
    expect(data).toMatchObject([
      {
        action: 'team.update',
        actorType: 'user',
        actorId: owner.user?.id,
        actorName: owner.user?.email,
        requestId: 'req-recorded',
        address: '127.0.0.1',
        before: { rpmLimit: 0 },
        after: { rpmLimit: 3 },
      },
      { action: 'team.create', targetName: 'recorded', before: null },
    ]);
  });

  describe('permissions', () => {
    const statuses = async (caller: TestCaller, id: string, name: string) => {
      const read = await caller.send(`GET /admin/teams/${id}`);
      const write = await caller.send('POST /admin/teams', { name });
      return [read.status, write.status];
    };

    it.each([
      ['owner', 200, 201],
      ['org_admin', 200, 403],
      ['org_member', 403, 403],
    ] as const)('%s: read %d, create %d', async (role, read, write) => {
      const { id } = await create({ name: `for-${role}` });
      expect(await statuses(await workspace.signIn({ role }), id, `by-${role}`)).toEqual([read, write]);
    });

    it('a workspace viewer reads and does not create; the PAT is no more', async () => {
      const { id } = await create({ name: 'for-viewer' });
      const { workspaceId } = workspace;
      const viewer = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'viewer' }] });
      expect(await statuses(viewer, id, 'by-viewer')).toEqual([200, 403]);
      if (viewer.user === undefined) throw new Error('no person');
      expect(await statuses(await workspace.issuePat(viewer.user, workspaceId), id, 'by-pat')).toEqual([200, 403]);
    });

    it('a key sees its own team and no other, and a member key none', async () => {
      const own = await create({ name: 'own' });
      const other = await create({ name: 'not-own' });
      const key = await workspace.issueKey({ teamId: own.id });
      expect(await statuses(key, own.id, 'by-key')).toEqual([200, 403]);
      expect((await key.send(`GET /admin/teams/${other.id}`)).status).toBe(404);
      expect((await key.send('GET /admin/teams')).json()).toMatchObject({ data: [{ id: own.id }], next_cursor: null });
      const member = await workspace.issueKey({ teamId: own.id, role: 'member' });
      expect(await statuses(member, own.id, 'by-member')).toEqual([403, 403]);
    });
  });
});
