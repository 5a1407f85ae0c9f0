import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken } from '@multilane/auth';
import { HOOK_LIMIT_MS, refusalOf } from '../start-test-workspace.js';
import {
  actionsOn,
  type CredentialWorld,
  DATABASES,
  good,
  inSeconds,
  startCredentialWorld,
  topicsOf,
} from './start-credential-tests.js';

interface Key {
  readonly id: string;
  readonly key: string;
  readonly key_hint: string;
}

describe.each(DATABASES)('/admin/keys on $name (docs/contract/authentication.md#api-keys)', (kind) => {
  let world: CredentialWorld;

  beforeAll(async () => {
    world = await startCredentialWorld(kind);
  }, HOOK_LIMIT_MS);

  afterAll(() => world?.stop(), HOOK_LIMIT_MS);

  const create = async (body: object = {}): Promise<Key> =>
    good(await world.owner.send('POST /admin/keys', { team: 'research', name: 'ci', ...body }), 201);
  const post = (body: object) => world.owner.send('POST /admin/keys', body);
  /** Reads the team of an admin's key with that key. */
  const use = async (key: string) => {
    const answer = await world.bearing(key)('GET /admin/teams');
    return answer.status === 200 ? 200 : refusalOf(answer);
  };

  it('answers creation with the fields of docs/contract/control-plane.md#keys, and defaults that limit nothing', async () => {
    const answer = await post({ team: 'research', name: 'plain' });
    expect(answer.status).toBe(201);
    const body = answer.json() as Key;
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      object: 'api_key',
      key: expect.stringMatching(/^ml-[0-9A-Za-z]{43}$/),
      key_hint: `ml-…${body.key.slice(-4)}`,
      name: 'plain',
      team: 'research',
      team_id: world.teamId,
      role: 'member',
      workspace_id: null,
      user_id: null,
      spent_usd: 0,
      user: null,
      workspace: null,
      rpm_limit: 0,
      tpm_limit: 0,
      max_parallel: 0,
      queue: null,
      priority: null,
      max_priority: null,
      budget_usd_monthly: 0,
      budget_reset_period: 'monthly',
      expires_at: null,
      disabled: false,
      source: 'database',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      last_used_at: null,
    });
  });

  it('shows the plaintext once: neither reading, listing, changing nor the audit trail shows it', async () => {
    const { id, key } = await create();
    const shown = [
      await world.owner.send(`GET /admin/keys/${id}`),
      await world.owner.send('GET /admin/keys?limit=200'),
      await world.owner.send(`PATCH /admin/keys/${id}`, { name: 'renamed' }),
      await world.owner.send(`POST /admin/keys/${id}/disable`),
    ].map(({ text }) => text);
    const trail = await world.workspace.database.changes.listPage(world.workspace.organizationId, { limit: 200 });
    const everything = `${shown.join()}${JSON.stringify(trail)}`;
    expect(everything).toContain(id);
    expect(everything).not.toContain(key);
    expect(everything).not.toContain(hashToken(key));
    expect(await world.workspace.database.credentials.findIdentityByHash(hashToken(key))).toBeDefined();
  });

  it('takes every field of a key', async () => {
    const { id: userId = '' } = world.owner.user ?? {};
    await world.joinTeam(world.teamId, userId);
    const fields = {
      name: 'full',
      role: 'editor',
      rpm_limit: 60,
      tpm_limit: 90_000,
      max_parallel: 4,
      queue: { max_wait_ms: 2_000, max_length: 5 },
      priority: 'high',
      max_priority: 'critical',
      budget_usd_monthly: 12.5,
      budget_reset_period: 'weekly',
      user_id: userId,
      workspace_id: world.workspaceId,
    };
    const expiry = { expires_at: '2031-01-31T01:00:00+01:00' };
    const { id } = await create({ ...fields, ...expiry });
    const found = good(await world.owner.send(`GET /admin/keys/${id}`));
    expect(found).toMatchObject({ ...fields, expires_at: '2031-01-31T00:00:00.000Z' });
  });

  // docs/contract/limits.md#queues
  it('fills in what a queue lacks, and takes queue and priorities away with the other limits', async () => {
    const limits = { max_parallel: 2, queue: { max_length: 7 }, priority: 'low' };
    const { id } = await create(limits);
    const show = async () => good(await world.owner.send(`GET /admin/keys/${id}`));
    expect(await show()).toMatchObject({
      ...limits,
      queue: { max_wait_ms: 10_000, max_length: 7 },
      max_priority: null,
    });
    await world.owner.send(`PATCH /admin/keys/${id}`, { name: 'renamed' });
    expect(await show()).toMatchObject({ max_parallel: 0, queue: null, priority: null });
  });

  it.each<[object, string]>([
    [{ queue: {} }, 'queue'],
    [{ queue: { max_length: 1 }, max_parallel: 0 }, 'queue'],
    [{ max_parallel: 1, queue: { max_wait_ms: 600_001 } }, 'queue.max_wait_ms'],
    [{ max_parallel: 1, queue: { longest: 1 } }, 'queue.longest'],
    [{ priority: 'urgent' }, 'priority'],
    [{ priority: 'high', max_priority: 'normal' }, 'priority'],
  ])('rejects a queue or a priority that no request could have: %j', async (body, param) => {
    expect(refusalOf(await post({ team: 'research', name: 'queued', ...body }))).toEqual([
      400,
      expect.any(String),
      param,
    ]);
  });

  it('takes `team` and `team_id`, the name or the id in either (docs/contract/control-plane.md#keys)', async () => {
    for (const team of [
      { team: 'research' },
      { team: world.teamId },
      { team_id: 'research' },
      { team_id: world.teamId },
    ]) {
      expect(good(await post({ ...team, name: 'x' }), 201)).toMatchObject({ team: 'research', team_id: world.teamId });
    }
  });

  it('takes `budget_usd` as the same cap with the period `never`', async () => {
    expect(await create({ budget_usd: 7.5 })).toMatchObject({ budget_usd_monthly: 7.5, budget_reset_period: 'never' });
    const said = { budget_usd: 7.5, budget_reset_period: 'never' };
    expect(await create(said)).toMatchObject({ budget_usd_monthly: 7.5, budget_reset_period: 'never' });
  });

  it.each([
    ['both forms of the team', { team: 'research', team_id: 'research' }, 'team_id'],
    ['both forms of the budget', { budget_usd: 1, budget_usd_monthly: 1 }, 'budget_usd'],
    ['a lifetime budget with a period', { budget_usd: 1, budget_reset_period: 'daily' }, 'budget_reset_period'],
    ['no team', { team: undefined }, 'team'],
    ['a team that is null', { team: null }, 'team'],
    ['a team that does not exist', { team: 'nobody' }, 'team'],
    ['an earlier team that does not exist', { team: undefined, team_id: 'nobody' }, 'team_id'],
    ['a team that is no text', { team: 7 }, 'team'],
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a role that nobody knows', { role: 'owner' }, 'role'],
    ['requests below 0', { rpm_limit: -1 }, 'rpm_limit'],
    ['half a token', { tpm_limit: 0.5 }, 'tpm_limit'],
    ['a limit as text', { tpm_limit: '5' }, 'tpm_limit'],
    ['a limit beyond what numbers hold', { rpm_limit: 2 ** 53 }, 'rpm_limit'],
    ['a budget below 0', { budget_usd_monthly: -0.01 }, 'budget_usd_monthly'],
    ['a budget beyond 1e12', { budget_usd_monthly: 1.1e12 }, 'budget_usd_monthly'],
    ['a lifetime budget below 0', { budget_usd: -1 }, 'budget_usd'],
    ['a period that nobody knows', { budget_reset_period: 'yearly' }, 'budget_reset_period'],
    ['an expiry that is no time', { expires_at: 'tomorrow' }, 'expires_at'],
    ['an expiry without a zone', { expires_at: '2031-01-31T00:00:00' }, 'expires_at'],
    ['a day that does not exist', { expires_at: '2031-02-30T00:00:00Z' }, 'expires_at'],
    ['a time beyond the year 9999', { expires_at: '9999-12-31T23:59:59-01:00' }, 'expires_at'],
    ['an owner that is no id', { user_id: 'me' }, 'user_id'],
    ['a workspace that is no id', { workspace_id: 'default' }, 'workspace_id'],
    ['a field that nobody knows', { color: 'red' }, 'color'],
    ['its own plaintext', { key: 'ml-00000000000000000000000000000000' }, 'key'],
    ['its own hash', { hash: 'x' }, 'hash'],
    ['its own id', { id: '01930000-0000-7000-8000-000000000001' }, 'id'],
    ['the tenant', { organization_id: '01930000-0000-7000-8000-000000000001' }, 'organization_id'],
    ['another kind', { kind: 'pat' }, 'kind'],
    ['whether it is disabled', { disabled: false }, 'disabled'],
    ['when it was used', { last_used_at: null, created_at: '2026-01-01T00:00:00Z' }, 'last_used_at'],
  ])('rejects %s with 400 invalid_value', async (_what, body, param) => {
    const answer = await post({ team: 'research', name: 'x', ...body });
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', param]);
  });

  it('accepts a leap second, which RFC 3339 knows', async () => {
    expect(await create({ expires_at: '2030-06-30T23:59:60.5Z' })).toMatchObject({
      expires_at: '2030-07-01T00:00:00.000Z',
    });
  });

  it('accepts as user_id only "a user in the same team"', async () => {
    const { user } = await world.workspace.signIn({ role: 'org_member' });
    const body = { team: 'research', name: 'x', user_id: user?.id };
    expect(refusalOf(await post(body))).toEqual([400, 'invalid_value', 'user_id']);
    await world.joinTeam(world.otherTeamId, user?.id ?? '');
    expect(refusalOf(await post(body))).toEqual([400, 'invalid_value', 'user_id']);
    await world.joinTeam(world.teamId, user?.id ?? '');
    expect(good(await post(body), 201)).toMatchObject({ user_id: user?.id });
    expect(refusalOf(await post({ ...body, user_id: world.stranger.user?.id }))).toEqual([
      400,
      'invalid_value',
      'user_id',
    ]);
  });

  it('accepts a team and a workspace of the same organization only', async () => {
    const { workspaceId, teamId } = world.foreign;
    const workspaces = await post({ team: 'research', name: 'x', workspace_id: workspaceId });
    expect(refusalOf(workspaces)).toEqual([400, 'invalid_value', 'workspace_id']);
    expect(refusalOf(await post({ team: teamId, name: 'x' }))).toEqual([400, 'invalid_value', 'team']);
  });

  it('PATCH replaces the limits wholesale: an omitted limit becomes 0 (unlimited)', async () => {
    const { id } = await create({ rpm_limit: 5, tpm_limit: 6, budget_usd_monthly: 7, budget_reset_period: 'daily' });
    const changed = good(await world.owner.send(`PATCH /admin/keys/${id}`, { tpm_limit: 8 }));
    expect(changed).toMatchObject({ rpm_limit: 0, tpm_limit: 8, budget_usd_monthly: 0, budget_reset_period: 'daily' });
  });

  it('PATCH keeps any other field that is left out (docs/contract/control-plane.md#keys)', async () => {
    const fields = { name: 'kept', role: 'admin', expires_at: '2031-01-31T00:00:00.000Z' };
    const { id } = await create({ ...fields, budget_reset_period: 'weekly' });
    const changed = good(await world.owner.send(`PATCH /admin/keys/${id}`, {}));
    expect(changed).toMatchObject({ ...fields, budget_reset_period: 'weekly', team: 'research' });
    const renamed = good(await world.owner.send(`PATCH /admin/keys/${id}`, { name: 'new', expires_at: null }));
    expect(renamed).toMatchObject({ name: 'new', role: 'admin', expires_at: null });
  });

  it.each(['team', 'team_id', 'workspace_id', 'user_id', 'disabled', 'key', 'id'])(
    'PATCH does not change %s: whose a key is, stays',
    async (field) => {
      const { id } = await create();
      const answer = await world.owner.send(`PATCH /admin/keys/${id}`, { [field]: world.teamId });
      expect(refusalOf(answer)).toEqual([400, 'invalid_value', field]);
    },
  );

  describe('states (docs/contract/authentication.md#credential-states)', () => {
    it('usable → expired: once expires_at has passed, "Requests with it answer 401 key_expired"', async () => {
      const { key, id } = await create({ role: 'admin', expires_at: inSeconds(1.5) });
      expect(await use(key)).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 1600));
      expect(await use(key)).toEqual([401, 'key_expired']);
      await world.owner.send(`PATCH /admin/keys/${id}`, { expires_at: null });
      expect(await use(key)).toBe(200);
    });

    it('usable → deleted: "Rejected immediately with 401 invalid_api_key, no grace period"', async () => {
      const { key, id } = await create({ role: 'admin' });
      expect(await use(key)).toBe(200);
      const topics = await topicsOf(world, async () => {
        expect((await world.owner.send(`DELETE /admin/keys/${id}`)).status).toBe(204);
      });
      expect(topics).toEqual([`credential:${id}`]);
      expect(await use(key)).toEqual([401, 'invalid_api_key']);
      expect((await world.owner.send(`DELETE /admin/keys/${id}`)).status).toBe(404);
    });

    it('a deleted key that was rotated with grace leaves no token behind', async () => {
      const { key, id } = await create({ role: 'admin' });
      await world.owner.send(`POST /admin/keys/${id}/rotate`, { grace_seconds: 60 });
      await world.owner.send(`DELETE /admin/keys/${id}`);
      expect(await use(key)).toEqual([401, 'invalid_api_key']);
    });

    it('disabled: rejected like an unknown one, until it is enabled', async () => {
      const { key, id } = await create({ role: 'admin' });
      const topics = await topicsOf(world, async () => {
        expect(good(await world.owner.send(`POST /admin/keys/${id}/disable`))).toMatchObject({ disabled: true });
      });
      expect(topics).toEqual([`credential:${id}`]);
      expect(await use(key)).toEqual([401, 'invalid_api_key']);
      expect(good(await world.owner.send(`POST /admin/keys/${id}/enable`))).toMatchObject({ disabled: false });
      expect(await use(key)).toBe(200);
    });

    it('a change of its role is in effect with the next request', async () => {
      const { key, id } = await create({ role: 'admin' });
      await world.owner.send(`PATCH /admin/keys/${id}`, { role: 'member' });
      expect(await use(key)).toEqual([403, 'permission_denied']);
    });
  });

  describe('rotation', () => {
    it('gives a new plaintext; the old one dies at once', async () => {
      const { key, id } = await create({ role: 'admin' });
      const topics = await topicsOf(world, async () => {
        const rotated = good<Key>(await world.owner.send(`POST /admin/keys/${id}/rotate`, {}));
        expect(rotated.key).not.toBe(key);
        expect(rotated).toMatchObject({ id, key_hint: `ml-…${rotated.key.slice(-4)}` });
        expect(await use(rotated.key)).toBe(200);
      });
      expect(topics).toEqual([`credential:${id}`]);
      expect(await use(key)).toEqual([401, 'invalid_api_key']);
    });

    it('with grace_seconds both work, until the old one is as unknown as a deleted one', async () => {
      const { key, id } = await create({ role: 'admin' });
      const rotated = good<Key>(await world.owner.send(`POST /admin/keys/${id}/rotate`, { grace_seconds: 2 }));
      expect([await use(key), await use(rotated.key)]).toEqual([200, 200]);
      await new Promise((resolve) => setTimeout(resolve, 2100));
      expect([await use(key), await use(rotated.key)]).toEqual([[401, 'invalid_api_key'], 200]);
    });

    it('a second rotation without grace ends the grace of the first', async () => {
      const { key, id } = await create({ role: 'admin' });
      await world.owner.send(`POST /admin/keys/${id}/rotate`, { grace_seconds: 600 });
      await world.owner.send(`POST /admin/keys/${id}/rotate`);
      expect(await use(key)).toEqual([401, 'invalid_api_key']);
    });

    it.each([-1, 1.5, 2_592_001, '60'])('rejects grace_seconds %p', async (grace) => {
      const { id } = await create();
      const answer = await world.owner.send(`POST /admin/keys/${id}/rotate`, { grace_seconds: grace });
      expect(refusalOf(answer)).toEqual([400, 'invalid_value', 'grace_seconds']);
    });
  });

  it('is recorded: each change with its verb', async () => {
    const { id } = await create();
    await world.owner.send(`PATCH /admin/keys/${id}`, { rpm_limit: 3 });
    await world.owner.send(`POST /admin/keys/${id}/rotate`);
    await world.owner.send(`POST /admin/keys/${id}/disable`);
    await world.owner.send(`POST /admin/keys/${id}/enable`);
    await world.owner.send(`DELETE /admin/keys/${id}`);
    const verbs = ['create', 'update', 'rotate', 'disable', 'enable', 'remove'];
    expect(await actionsOn(world, id)).toEqual(verbs.map((verb) => `credential.${verb}`));
  });
});
