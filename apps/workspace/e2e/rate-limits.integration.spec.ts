import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from './start-test-workspace.js';

interface Policy {
  readonly id: string;
  readonly [member: string]: unknown;
}

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const PATH = '/admin/gateway/policies/rate-limits';
const NOBODY = '01930000-0000-7000-8000-00000000000a';

const CONFIG = `
models:
  - { logical_name: catalog-model, aliases: [catalog-alias], provider: simulator, upstream_model: simulator }
virtual_models:
  - { name: catalog-virtual, targets: [{ model: catalog-alias }] }
teams:
  - { name: declared, api_keys: [] }
`;

describe.each(testDatabases())('rate-limit policies on $name (specification section 2)', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let admin: TestCaller;
  let organizationId: string;
  let workspaceId: string;
  let elsewhere: string;
  let teamId: string;
  let otherTenant: { organizationId: string; workspaceId: string };

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), CONFIG);
    ({ organizationId, workspaceId } = workspace);
    owner = await workspace.signIn();
    admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
    otherTenant = await addTenant(workspace.database, 'other');
    await workspace.database.change(SETUP, async ({ teams, workspaces, providers, models }) => {
      ({ id: teamId } = await teams.create(organizationId, { name: 'research' }));
      ({ id: elsewhere } = await workspaces.create(organizationId, { name: 'elsewhere' }));
      for (const [place, logicalName] of [
        [workspaceId, 'gpt'],
        [elsewhere, 'far'],
        [elsewhere, 'gpt-2'],
      ] as const) {
        const provider = await providers.create(organizationId, {
          workspaceId: place,
          name: logicalName,
          kind: 'openai',
        });
        const aliases = logicalName === 'far' ? ['far-alias'] : logicalName === 'gpt' ? ['fast'] : ['fast', 'second'];
        const values = { workspaceId: place, logicalName, aliases, upstreamModel: 'up', providerId: provider.id };
        await models.create(organizationId, { ...values, kind: 'model', type: 'chat' });
      }
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const here = () => ({ name: 'p', workspace_id: workspaceId, requests_per_minute: 10 });
  const wide = () => ({ name: 'p', scope: 'organization', requests_per_minute: 10 });
  const post = (body: object, by = owner) => by.send(`POST ${PATH}`, body);
  const create = async (body: object, by = owner): Promise<Policy> => {
    const answer = await post(body, by);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json() as Policy;
  };
  const refused = async (body: object, by = owner) => refusalOf(await post(body, by));
  const idsOf = async (query: string, by = owner) =>
    ((await by.send(`GET ${PATH}?limit=200${query}`)).json() as { data: Policy[] }).data.map(({ id }) => id);
  const makeAccount = async (place = workspaceId): Promise<string> =>
    workspace.database.change(SETUP, async ({ serviceAccounts }) => {
      const name = `a${Math.random()}`;
      return (await serviceAccounts.create(organizationId, { workspaceId: place, name })).id;
    });

  it('has every field of decisions section 4; ceilings not given are unlimited', async () => {
    const answer = await post({ ...here(), name: 'everybody', tokens_per_day: 5e10 });
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      object: 'rate_limit_policy',
      name: 'everybody',
      scope: 'workspace',
      workspace_id: workspaceId,
      team_id: null,
      user_id: null,
      service_account_id: null,
      api_key_id: null,
      model: null,
      applies_per: 'shared',
      requests_per_minute: 10,
      requests_per_hour: 0,
      requests_per_day: 0,
      tokens_per_minute: 0,
      tokens_per_hour: 0,
      tokens_per_day: 5e10,
      enabled: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: expect.any(String),
    });
    const { id } = answer.json() as Policy;
    expect((await owner.send(`GET ${PATH}/${id}`)).json()).toEqual(answer.json());
  });

  describe('Scope', () => {
    it('workspace: of the workspace that is named, or the only one that the credential reaches', async () => {
      expect(await create(here())).toMatchObject({ scope: 'workspace', workspace_id: workspaceId });
      expect(await create({ name: 'p', requests_per_day: 1 }, admin)).toMatchObject({ workspace_id: workspaceId });
      const answer = await owner.send(`POST ${PATH}?workspace_id=${elsewhere}`, { name: 'p', requests_per_day: 1 });
      expect(answer.json()).toMatchObject({ scope: 'workspace', workspace_id: elsewhere });
      expect(await refused({ name: 'p', requests_per_day: 1 })).toEqual([400, 'invalid_value', 'workspace_id']);
    });

    it('workspace: none of another tenant, none that the requester is no admin of', async () => {
      const foreign = { ...here(), workspace_id: otherTenant.workspaceId };
      expect(await refused(foreign)).toEqual([404, 'not_found', 'workspace_id']);
      expect(await refused({ ...here(), workspace_id: elsewhere }, admin)).toEqual([404, 'not_found', 'workspace_id']);
    });

    it('organization: governs every workspace, and needs gateway.ratelimits.manage across the product', async () => {
      expect(await create(wide())).toMatchObject({ scope: 'organization', workspace_id: null });
      expect(await refused(wide(), admin)).toEqual([403, 'permission_denied']);
      const { user } = await workspace.signIn({ memberships: [{ workspaceId, role: 'admin' }] });
      if (user === undefined) throw new Error('no person');
      const pat = await workspace.issuePat(user, workspaceId);
      expect(await refused(wide(), pat)).toEqual([403, 'permission_denied']);
      expect(await create({ name: 'p', requests_per_day: 1 }, pat)).toMatchObject({ workspace_id: workspaceId });
      expect(await refused({ ...wide(), workspace_id: workspaceId })).toEqual([400, 'invalid_value', 'workspace_id']);
    });

    it('organization: cannot name an API key or service account', async () => {
      const key = await workspace.issueKey({ teamId, workspaceId });
      const account = await makeAccount();
      const withKey = { ...wide(), api_key_id: key.credentialId };
      expect(await refused(withKey)).toEqual([400, 'invalid_value', 'api_key_id']);
      const withAccount = { ...wide(), service_account_id: account };
      expect(await refused(withAccount)).toEqual([400, 'invalid_value', 'service_account_id']);
    });
  });

  describe('Identity', () => {
    it('names at most one', async () => {
      const both = { ...here(), team_id: teamId, user_id: owner.user?.id };
      expect(await refused(both)).toEqual([400, 'invalid_value', 'user_id']);
    });

    it('a team of the organization, in a workspace or in all of them; a declared one too', async () => {
      expect(await create({ ...here(), team_id: teamId })).toMatchObject({ team_id: teamId });
      expect(await create({ ...wide(), team_id: teamId })).toMatchObject({ team_id: teamId, scope: 'organization' });
      const declared = await workspace.database.teams.findByName(organizationId, 'declared');
      expect(await create({ ...here(), team_id: declared?.id })).toMatchObject({ team_id: declared?.id });
      expect(await refused({ ...here(), team_id: NOBODY })).toEqual([400, 'invalid_value', 'team_id']);
    });

    it('a user_id must belong to the workspace, or to the organization where it is for all of it', async () => {
      expect(await create({ ...here(), user_id: admin.user?.id })).toMatchObject({ user_id: admin.user?.id });
      // An organization role counts in every workspace.
      expect(await create({ ...here(), user_id: owner.user?.id })).toMatchObject({ user_id: owner.user?.id });
      const outside = await workspace.signIn({ role: 'org_member' });
      expect(await refused({ ...here(), user_id: outside.user?.id })).toEqual([400, 'invalid_value', 'user_id']);
      expect(await create({ ...wide(), user_id: outside.user?.id })).toMatchObject({ user_id: outside.user?.id });
      const foreign = await workspace.signIn({ organizationId: otherTenant.organizationId });
      expect(await refused({ ...wide(), user_id: foreign.user?.id })).toEqual([400, 'invalid_value', 'user_id']);
    });

    it('a virtual account and an API key of the workspace', async () => {
      const account = await makeAccount();
      expect(await create({ ...here(), service_account_id: account })).toMatchObject({ service_account_id: account });
      const far = { ...here(), service_account_id: await makeAccount(elsewhere) };
      expect(await refused(far)).toEqual([400, 'invalid_value', 'service_account_id']);
      const { credentialId } = await workspace.issueKey({ teamId, workspaceId });
      expect(await create({ ...here(), api_key_id: credentialId })).toMatchObject({ api_key_id: credentialId });
      const unbound = await workspace.issueKey({ teamId });
      expect(await refused({ ...here(), api_key_id: unbound.credentialId })).toEqual([
        400,
        'invalid_value',
        'api_key_id',
      ]);
    });
  });

  describe('Model', () => {
    it.each([
      ['of the workspace', 'gpt', 'gpt'],
      ['of the workspace by an alias', 'fast', 'gpt'],
      ['of the catalog by an alias', 'catalog-alias', 'catalog-model'],
      ['virtual', 'catalog-virtual', 'catalog-virtual'],
    ])('one %s: its logical name is kept', async (_which, model, logical) => {
      expect(await create({ ...here(), model })).toMatchObject({ model: logical });
    });

    it.each([
      ['of the catalog', 'catalog-alias', 'catalog-model'],
      ['of some workspace', 'far-alias', 'far'],
    ])('for the organization one %s', async (_which, model, logical) => {
      expect(await create({ ...wide(), model })).toMatchObject({ model: logical });
    });

    it('none that the workspace does not resolve, and no alias of several models', async () => {
      expect(await refused({ ...here(), model: 'far' })).toEqual([400, 'invalid_value', 'model']);
      expect(await refused({ ...wide(), model: 'nothing' })).toEqual([400, 'invalid_value', 'model']);
      expect(await refused({ ...wide(), model: 'fast' })).toEqual([400, 'invalid_value', 'model']);
    });

    it('cannot be changed after creation; the same one may be sent along, by any name', async () => {
      const { id } = await create({ ...here(), model: 'gpt' });
      const patch = (body: object) => owner.send(`PATCH ${PATH}/${id}`, body);
      expect(refusalOf(await patch({ model: 'catalog-model' }))).toEqual([400, 'invalid_value', 'model']);
      expect(refusalOf(await patch({ model: null }))).toEqual([400, 'invalid_value', 'model']);
      expect((await patch({ model: 'fast', name: 'renamed' })).json()).toMatchObject({ model: 'gpt', name: 'renamed' });
    });

    it('that a policy of its workspace names can be neither removed nor renamed (409)', async () => {
      const model = await workspace.database.change(SETUP, async ({ providers, models }) => {
        const { id } = await providers.create(organizationId, { workspaceId, name: 'governed', kind: 'openai' });
        const values = {
          workspaceId,
          logicalName: 'governed',
          aliases: ['spare'],
          upstreamModel: 'up',
          providerId: id,
        };
        return models.create(organizationId, { ...values, kind: 'model', type: 'chat' });
      });
      const { id } = await create({ ...here(), model: 'spare' });
      expect(refusalOf(await owner.send(`DELETE /admin/models/${model.id}`))).toEqual([409, 'conflict']);
      const renamed = await owner.send(`PATCH /admin/models/${model.id}`, { logical_name: 'other' });
      expect(refusalOf(renamed)).toEqual([409, 'conflict']);
      expect((await owner.send(`PATCH /admin/models/${model.id}`, { aliases: [] })).status).toBe(200);
      expect((await owner.send(`DELETE ${PATH}/${id}`)).status).toBe(204);
      expect((await owner.send(`DELETE /admin/models/${model.id}`)).status).toBe(204);
    });
  });

  describe('applies_per', () => {
    it.each([
      ['nobody', {}, ['shared', 'team', 'user', 'service_account', 'api_key'], []],
      ['a team', { team_id: () => teamId }, ['shared', 'user', 'api_key'], ['team', 'service_account']],
      ['a person', { user_id: () => admin.user?.id }, ['shared', 'api_key'], ['team', 'user', 'service_account']],
      ['a virtual account', { service_account_id: makeAccount }, ['shared'], ['service_account', 'api_key']],
    ] as const)('beside %s is what its requests can be told apart by', async (_whom, named, useful, useless) => {
      const identity: Record<string, unknown> = {};
      for (const [field, get] of Object.entries(named)) identity[field] = await (get as () => unknown)();
      for (const appliesPer of useful) {
        expect(await create({ ...here(), ...identity, applies_per: appliesPer })).toMatchObject({
          applies_per: appliesPer,
        });
      }
      for (const appliesPer of useless) {
        const body = { ...here(), ...identity, applies_per: appliesPer };
        expect(await refused(body)).toEqual([400, 'invalid_value', 'applies_per']);
      }
    });

    it('is fixed after creation, and so are scope and identity', async () => {
      const { id } = await create({ ...here(), applies_per: 'user' });
      for (const [field, value] of Object.entries({
        applies_per: 'team',
        scope: 'organization',
        workspace_id: elsewhere,
        team_id: teamId,
        user_id: admin.user?.id,
        service_account_id: NOBODY,
        api_key_id: NOBODY,
      })) {
        const answer = await owner.send(`PATCH ${PATH}/${id}`, { [field]: value });
        expect(refusalOf(answer)).toEqual([400, 'invalid_value', field]);
      }
    });
  });

  describe('Ceilings', () => {
    const CEILINGS = ['requests', 'tokens'].flatMap((unit) => ['minute', 'hour', 'day'].map((w) => `${unit}_per_${w}`));

    it.each(CEILINGS)('%s alone will do', async (field) => {
      expect(await create({ name: 'p', workspace_id: workspaceId, [field]: 7 })).toMatchObject({ [field]: 7 });
    });

    it('all six at zero is refused, by PATCH and PUT too', async () => {
      const none = { name: 'p', workspace_id: workspaceId };
      const refusal = [400, 'invalid_value', 'requests_per_minute'];
      expect(await refused(none)).toEqual(refusal);
      expect(await refused({ ...none, ...Object.fromEntries(CEILINGS.map((name) => [name, 0])) })).toEqual(refusal);
      const { id } = await create(here());
      expect(refusalOf(await owner.send(`PATCH ${PATH}/${id}`, { requests_per_minute: 0 }))).toEqual(refusal);
      expect(refusalOf(await owner.send(`PUT ${PATH}/${id}`, { name: 'p' }))).toEqual(refusal);
    });

    it.each([-1, 1.5, '10', 2 ** 53])('%p is no ceiling', async (value) => {
      expect(await refused({ ...here(), requests_per_hour: value })).toEqual([
        400,
        'invalid_value',
        'requests_per_hour',
      ]);
    });
  });

  describe('name and enabled', () => {
    it('PATCH with enabled false pauses, with true resumes; the rest stays (specification section 3)', async () => {
      const made = await create(here());
      const paused = (await owner.send(`PATCH ${PATH}/${made.id}`, { enabled: false })).json();
      expect(paused).toEqual({ ...made, enabled: false, updated_at: expect.any(String) });
      const resumed = (await owner.send(`PATCH ${PATH}/${made.id}`, { enabled: true })).json();
      expect(resumed).toEqual({ ...made, updated_at: expect.any(String) });
    });

    it('PUT replaces name, ceilings and enabled: what is left out gets its default', async () => {
      const made = await create({ ...here(), tokens_per_day: 9, enabled: false });
      const { id: _id, object: _object, created_at: _created, updated_at: _updated, ...whole } = made;
      const answer = await owner.send(`PUT ${PATH}/${made.id}`, { name: 'new', requests_per_hour: 3 });
      const replaced = { name: 'new', requests_per_minute: 0, requests_per_hour: 3, tokens_per_day: 0, enabled: true };
      expect(answer.json()).toEqual({ ...made, ...replaced, updated_at: expect.any(String) });
      expect((await owner.send(`PUT ${PATH}/${made.id}`, whole)).json()).toEqual({
        ...made,
        updated_at: expect.any(String),
      });
      expect(refusalOf(await owner.send(`PUT ${PATH}/${made.id}`, { requests_per_hour: 3 }))).toEqual([
        400,
        'invalid_value',
        'name',
      ]);
    });
  });

  it('lists what the requester may see: people of a workspace see its policies and not the organization’s', async () => {
    const [mine, far, all] = [
      await create({ ...here(), model: 'gpt' }),
      await create({ ...here(), workspace_id: elsewhere }),
      await create(wide()),
    ].map(({ id }) => id);
    const seen = await idsOf('');
    expect(seen).toEqual(expect.arrayContaining([mine, far, all]));
    expect(await idsOf('&scope=organization')).not.toContain(mine);
    expect(await idsOf(`&workspace_id=${elsewhere}`)).toEqual(expect.arrayContaining([far]));
    expect(await idsOf(`&workspace_id=${elsewhere}`)).not.toContain(mine);
    expect(await idsOf('&model=gpt')).toContain(mine);
    const ofAdmin = await idsOf('', admin);
    expect(ofAdmin).toContain(mine);
    expect(ofAdmin).not.toEqual(expect.arrayContaining([far]));
    expect(ofAdmin).not.toEqual(expect.arrayContaining([all]));
    expect((await admin.send(`GET ${PATH}/${all}`)).status).toBe(404);
    expect((await admin.send(`GET ${PATH}/${far}`)).status).toBe(404);
    expect((await admin.send(`GET ${PATH}?workspace_id=${elsewhere}`)).status).toBe(404);
    const viewer = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'viewer' }] });
    expect(await idsOf('', viewer)).toContain(mine);
    expect((await viewer.send(`PATCH ${PATH}/${mine}`, { name: 'x' })).status).toBe(403);
    const stranger = await workspace.signIn({ organizationId: otherTenant.organizationId });
    expect(await idsOf('', stranger)).toEqual([]);
  });

  it('goes with the team, person, virtual account or key that it names, and the audit trail tells', async () => {
    const { database } = workspace;
    const account = await makeAccount();
    const { credentialId } = await workspace.issueKey({ teamId, workspaceId });
    const person = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'viewer' }] });
    const team = await database.change(SETUP, ({ teams }) => teams.create(organizationId, { name: 'leaving' }));
    const policies = [
      await create({ ...here(), team_id: team.id }),
      await create({ ...here(), user_id: person.user?.id }),
      await create({ ...here(), service_account_id: account }),
      await create({ ...here(), api_key_id: credentialId }),
    ];
    const versionBefore = await database.version();
    for (const path of [
      `/admin/teams/${team.id}`,
      `/admin/users/${person.user?.id}`,
      `/admin/service-accounts/${account}`,
      `/admin/keys/${credentialId}`,
    ]) {
      expect([path, (await owner.send(`DELETE ${path}`)).status]).toEqual([path, 204]);
    }
    for (const { id } of policies) expect((await owner.send(`GET ${PATH}/${id}`)).status).toBe(404);
    const { data } = await database.changes.listPage(organizationId, { limit: 50 });
    const removed = data.filter(({ action }) => action === 'rate_limit_policy.remove').map(({ targetId }) => targetId);
    expect(removed).toEqual(expect.arrayContaining(policies.map(({ id }) => id)));
    const { changes } = await database.readTopics(versionBefore);
    expect(changes.filter(({ topics }) => topics.includes('snapshot')).length).toBeGreaterThanOrEqual(4);
  });

  it('each change is audited and brings every replica a new snapshot with it', async () => {
    const before = await workspace.database.version();
    const { id } = await create(here());
    await owner.send(`PATCH ${PATH}/${id}`, { requests_per_minute: 11 });
    const rows = await workspace.database.loadSnapshotRows();
    expect(rows.rateLimitPolicies.find((row) => row.id === id)).toMatchObject({ requestsPerMinute: 11 });
    await owner.send(`DELETE ${PATH}/${id}`);
    const { changes } = await workspace.database.readTopics(before);
    expect(changes.map(({ topics }) => topics)).toEqual([['snapshot'], ['snapshot'], ['snapshot']]);
    const { data } = await workspace.database.changes.listPage(organizationId, { limit: 3 });
    expect(data.map(({ action, targetId, before: was, after }) => [action, targetId, was, after])).toEqual([
      ['rate_limit_policy.remove', id, expect.anything(), null],
      ['rate_limit_policy.update', id, { requestsPerMinute: 10 }, { requestsPerMinute: 11 }],
      ['rate_limit_policy.create', id, null, expect.anything()],
    ]);
  });
});
