import { describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { SETUP } from '../access/callers/open-two-workspaces.js';
import { refusalOf } from '../start-test-workspace.js';
import { type Policy, RATE_LIMITS, startRateLimitTests } from './start-rate-limit-tests.js';

describe.each(serviceDatabases())('rate-limit policies on $name (docs/contract/limits.md#policies)', (kind) => {
  const world = startRateLimitTests(kind);
  const { here, wide, post, create, refused, makeAccount } = world;
  const idsOf = async (query: string, by = world.owner) =>
    ((await by.send(`GET ${RATE_LIMITS}?limit=200${query}`)).json() as { data: Policy[] }).data.map(({ id }) => id);

  it('has every field of docs/contract/control-plane.md#rate-limit-policies; limits not given are unlimited', async () => {
    const answer = await post({ ...here(), name: 'everybody', tokens_per_day: 5e10 });
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      object: 'rate_limit_policy',
      name: 'everybody',
      scope: 'workspace',
      workspace_id: world.workspaceId,
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
      max_parallel: 0,
      queue: null,
      enabled: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: expect.any(String),
    });
    const { id } = answer.json() as Policy;
    expect((await world.owner.send(`GET ${RATE_LIMITS}/${id}`)).json()).toEqual(answer.json());
  });

  describe('Limits', () => {
    const WINDOWS = ['requests', 'tokens'].flatMap((unit) => ['minute', 'hour', 'day'].map((w) => `${unit}_per_${w}`));
    const CEILINGS = [...WINDOWS, 'max_parallel'];

    it.each(CEILINGS)('%s alone will do', async (field) => {
      expect(await create({ name: 'p', workspace_id: world.workspaceId, [field]: 7 })).toMatchObject({ [field]: 7 });
    });

    it('all seven at zero is rejected, by PATCH and PUT too', async () => {
      const none = { name: 'p', workspace_id: world.workspaceId };
      const refusal = [400, 'invalid_value', 'requests_per_minute'];
      expect(await refused(none)).toEqual(refusal);
      expect(await refused({ ...none, ...Object.fromEntries(CEILINGS.map((name) => [name, 0])) })).toEqual(refusal);
      const { id } = await create(here());
      expect(refusalOf(await world.owner.send(`PATCH ${RATE_LIMITS}/${id}`, { requests_per_minute: 0 }))).toEqual(
        refusal,
      );
      expect(refusalOf(await world.owner.send(`PUT ${RATE_LIMITS}/${id}`, { name: 'p' }))).toEqual(refusal);
    });

    // docs/contract/limits.md#queues
    it('has a queue beside a limit of requests at the same time: PATCH keeps it, PUT without it takes it away', async () => {
      const made = await create({ ...here(), max_parallel: 2, queue: { max_wait_ms: 50 } });
      const stored = { max_wait_ms: 50, max_length: 100 };
      expect(made).toMatchObject({ queue: stored });
      const path = `${RATE_LIMITS}/${made.id}`;
      expect((await world.owner.send(`PATCH ${path}`, { name: 'renamed' })).json()).toMatchObject({ queue: stored });
      expect((await world.owner.send(`PUT ${path}`, { name: 'p', max_parallel: 2 })).json()).toMatchObject({
        queue: null,
      });
      expect(await refused({ ...here(), queue: {} })).toEqual([400, 'invalid_value', 'queue']);
    });

    it.each([-1, 1.5, '10', 2 ** 53])('%p is no limit', async (value) => {
      expect(await refused({ ...here(), requests_per_hour: value })).toEqual([
        400,
        'invalid_value',
        'requests_per_hour',
      ]);
    });
  });

  describe('name and enabled', () => {
    it('PATCH with enabled false pauses, with true resumes; the rest stays (docs/contract/limits.md#policies)', async () => {
      const made = await create(here());
      const paused = (await world.owner.send(`PATCH ${RATE_LIMITS}/${made.id}`, { enabled: false })).json();
      expect(paused).toEqual({ ...made, enabled: false, updated_at: expect.any(String) });
      const resumed = (await world.owner.send(`PATCH ${RATE_LIMITS}/${made.id}`, { enabled: true })).json();
      expect(resumed).toEqual({ ...made, updated_at: expect.any(String) });
    });

    it('PUT replaces name, limits and enabled: what is left out gets its default', async () => {
      const made = await create({ ...here(), tokens_per_day: 9, enabled: false });
      const { id: _id, object: _object, created_at: _created, updated_at: _updated, ...whole } = made;
      const answer = await world.owner.send(`PUT ${RATE_LIMITS}/${made.id}`, { name: 'new', requests_per_hour: 3 });
      const replaced = { name: 'new', requests_per_minute: 0, requests_per_hour: 3, tokens_per_day: 0, enabled: true };
      expect(answer.json()).toEqual({ ...made, ...replaced, updated_at: expect.any(String) });
      expect((await world.owner.send(`PUT ${RATE_LIMITS}/${made.id}`, whole)).json()).toEqual({
        ...made,
        updated_at: expect.any(String),
      });
      expect(refusalOf(await world.owner.send(`PUT ${RATE_LIMITS}/${made.id}`, { requests_per_hour: 3 }))).toEqual([
        400,
        'invalid_value',
        'name',
      ]);
    });
  });

  it('lists what the requester may see: people of a workspace see its policies and not the organization’s', async () => {
    const [mine, far, all] = [
      await create({ ...here(), model: 'gpt' }),
      await create({ ...here(), workspace_id: world.elsewhere }),
      await create(wide()),
    ].map(({ id }) => id);
    const seen = await idsOf('');
    expect(seen).toEqual(expect.arrayContaining([mine, far, all]));
    expect(await idsOf('&scope=organization')).not.toContain(mine);
    expect(await idsOf(`&workspace_id=${world.elsewhere}`)).toEqual(expect.arrayContaining([far]));
    expect(await idsOf(`&workspace_id=${world.elsewhere}`)).not.toContain(mine);
    expect(await idsOf('&model=gpt')).toContain(mine);
    const ofAdmin = await idsOf('', world.admin);
    expect(ofAdmin).toContain(mine);
    expect(ofAdmin).not.toEqual(expect.arrayContaining([far]));
    expect(ofAdmin).not.toEqual(expect.arrayContaining([all]));
    expect((await world.admin.send(`GET ${RATE_LIMITS}/${all}`)).status).toBe(404);
    expect((await world.admin.send(`GET ${RATE_LIMITS}/${far}`)).status).toBe(404);
    expect((await world.admin.send(`GET ${RATE_LIMITS}?workspace_id=${world.elsewhere}`)).status).toBe(404);
    const viewer = await world.workspace.signIn({
      role: 'org_member',
      memberships: [{ workspaceId: world.workspaceId, role: 'viewer' }],
    });
    expect(await idsOf('', viewer)).toContain(mine);
    expect((await viewer.send(`PATCH ${RATE_LIMITS}/${mine}`, { name: 'x' })).status).toBe(403);
    const stranger = await world.workspace.signIn({ organizationId: world.otherTenant.organizationId });
    expect(await idsOf('', stranger)).toEqual([]);
  });

  it('goes with the team, person, virtual account or key that it names, and the audit trail records it', async () => {
    const { database } = world.workspace;
    const account = await makeAccount();
    const { credentialId } = await world.workspace.issueKey({ teamId: world.teamId, workspaceId: world.workspaceId });
    const person = await world.workspace.signIn({
      role: 'org_member',
      memberships: [{ workspaceId: world.workspaceId, role: 'viewer' }],
    });
    const team = await database.change(SETUP, ({ teams }) => teams.create(world.organizationId, { name: 'leaving' }));
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
      expect([path, (await world.owner.send(`DELETE ${path}`)).status]).toEqual([path, 204]);
    }
    for (const { id } of policies) expect((await world.owner.send(`GET ${RATE_LIMITS}/${id}`)).status).toBe(404);
    const { data } = await database.changes.listPage(world.organizationId, { limit: 50 });
    const removed = data.filter(({ action }) => action === 'rate_limit_policy.remove').map(({ targetId }) => targetId);
    expect(removed).toEqual(expect.arrayContaining(policies.map(({ id }) => id)));
    const { changes } = await database.readTopics(versionBefore);
    expect(changes.filter(({ topics }) => topics.includes('snapshot')).length).toBeGreaterThanOrEqual(4);
  });

  it('each change is audited and brings every replica a new snapshot with it', async () => {
    const before = await world.workspace.database.version();
    const { id } = await create(here());
    await world.owner.send(`PATCH ${RATE_LIMITS}/${id}`, { requests_per_minute: 11 });
    const rows = await world.workspace.database.upstreamSecrets.loadSnapshotRows();
    expect(rows.rateLimitPolicies.find((row) => row.id === id)).toMatchObject({ requestsPerMinute: 11 });
    await world.owner.send(`DELETE ${RATE_LIMITS}/${id}`);
    const { changes } = await world.workspace.database.readTopics(before);
    expect(changes.map(({ topics }) => topics)).toEqual([['snapshot'], ['snapshot'], ['snapshot']]);
    const { data } = await world.workspace.database.changes.listPage(world.organizationId, { limit: 3 });
    expect(data.map(({ action, targetId, before: was, after }) => [action, targetId, was, after])).toEqual([
      ['rate_limit_policy.remove', id, expect.anything(), null],
      ['rate_limit_policy.update', id, { requestsPerMinute: 10 }, { requestsPerMinute: 11 }],
      ['rate_limit_policy.create', id, null, expect.anything()],
    ]);
  });
});
