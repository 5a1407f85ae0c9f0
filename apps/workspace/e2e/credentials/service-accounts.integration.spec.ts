import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addModel } from '../access/callers/open-two-workspaces.js';
import { HOOK_LIMIT_MS, refusalOf, type TestCaller } from '../start-test-workspace.js';
import {
  actionsOn,
  type CredentialWorld,
  DATABASES,
  good,
  inSeconds,
  startCredentialWorld,
  topicsOf,
} from './start-credential-tests.js';

interface Account {
  readonly id: string;
  readonly name: string;
}

// docs/contract/authentication.md#virtual-accounts
describe.each(DATABASES)('/admin/service-accounts on $name', (kind) => {
  let world: CredentialWorld;
  let admin: TestCaller;
  let route: string;

  beforeAll(async () => {
    const models = 'models: [{ logical_name: gpt-4o, provider: openai, upstream_model: gpt-4o }]\n';
    const providers = 'providers: [{ name: house, kind: openai, api_key: x }]\n';
    world = await startCredentialWorld(kind, models + providers);
    const { workspace, workspaceId } = world;
    admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
    route = `/admin/service-accounts?workspace_id=${workspaceId}`;
  }, HOOK_LIMIT_MS);

  afterAll(() => world?.stop(), HOOK_LIMIT_MS);

  let count = 0;
  const create = async (body: object = {}): Promise<Account> =>
    good(await world.owner.send(`POST ${route}`, { name: `account-${++count}`, ...body }), 201);
  const issue = async (id: string): Promise<string> => {
    const body = { name: 'x', expires_at: inSeconds(3600) };
    return good<{ token: string }>(await world.owner.send(`POST /admin/service-accounts/${id}/tokens`, body), 201)
      .token;
  };
  /** A virtual account is known and may do nothing here (403), or it is not known (401). */
  const meet = async (token: string) => refusalOf(await world.bearing(token)('GET /admin/keys'));

  it('creates "a service identity in a workspace", unrestricted by default', async () => {
    expect(good(await world.owner.send(`POST ${route}`, { name: 'plain' }), 201)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      object: 'service_account',
      workspace_id: world.workspaceId,
      name: 'plain',
      allowed_models: null,
      allowed_providers: null,
      role: 'viewer',
      disabled: false,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  it('takes "optional lists allowed_models and allowed_providers"; null: every one, empty: none', async () => {
    const { id } = await create({ allowed_models: ['gpt-4o'], allowed_providers: [] });
    const path = `/admin/service-accounts/${id}`;
    expect(good(await world.owner.send(`GET ${path}`))).toMatchObject({
      allowed_models: ['gpt-4o'],
      allowed_providers: [],
    });
    const topics = await topicsOf(world, () =>
      world.owner.send(`PATCH ${path}`, { allowed_models: null, name: 'renamed' }),
    );
    expect(topics).toEqual([`service_account:${id}`]);
    const renamed = { name: 'renamed', allowed_models: null, allowed_providers: [] };
    expect(good(await world.owner.send(`GET ${path}`))).toMatchObject(renamed);
  });

  it('takes names of models and providers that its workspace has, and no others', async () => {
    const { organizationId, database } = world.workspace;
    const { workspaceId, secondWorkspaceId } = world;
    await database.change({ type: 'system', id: null, name: 'test' }, async (change) => {
      await addModel(change, organizationId, { workspaceId, logicalName: 'here' });
      await addModel(change, organizationId, { workspaceId: secondWorkspaceId, logicalName: 'there' });
    });
    const { id } = await create({
      allowed_models: ['here', 'gpt-4o'],
      allowed_providers: ['here', 'house', 'anthropic'],
    });
    for (const [body, param, hint] of [
      [{ allowed_models: ['there'] }, 'allowed_models[0]', 'Did you mean `here`?'],
      [{ allowed_models: ['gpt-4o', 'gpt4o'] }, 'allowed_models[1]', 'Did you mean `gpt-4o`?'],
      [{ allowed_providers: ['there'] }, 'allowed_providers[0]', 'Did you mean `here`?'],
      [{ allowed_providers: ['antropic'] }, 'allowed_providers[0]', 'Did you mean `anthropic`?'],
    ] as const) {
      const patched = await world.owner.send(`PATCH /admin/service-accounts/${id}`, body);
      const created = await world.owner.send(`POST ${route}`, { name: `refused-${++count}`, ...body });
      for (const answer of [patched, created]) {
        expect(refusalOf(answer)).toEqual([400, 'invalid_value', param]);
        expect(answer.text).toContain(hint);
      }
    }
    await database.change({ type: 'system', id: null, name: 'test' }, ({ serviceAccounts }) =>
      serviceAccounts.update(organizationId, id, { allowedModels: ['gone'], allowedProviders: ['gone'] }),
    );
    expect((await world.owner.send(`PATCH /admin/service-accounts/${id}`, { disabled: true })).status).toBe(200);
    const kept = { allowed_models: ['gone', 'here'], allowed_providers: ['gone'] };
    expect(good(await world.owner.send(`PATCH /admin/service-accounts/${id}`, kept))).toMatchObject(kept);
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['models that are no list', { allowed_models: 'gpt-4o' }, 'allowed_models'],
    ['a model of 513 characters', { allowed_models: ['x', 'x'.repeat(513)] }, 'allowed_models[1]'],
    ['a provider that is no text', { allowed_providers: [7] }, 'allowed_providers[0]'],
    ['too many providers', { allowed_providers: Array.from({ length: 10_001 }, () => 'x') }, 'allowed_providers'],
    ['a flag that is no flag', { disabled: 'true' }, 'disabled'],
    ['a field that nobody knows', { role: 'admin' }, 'role'],
    ['the workspace in the body', { workspace_id: '01930000-0000-7000-8000-000000000001' }, 'workspace_id'],
    ['the tenant', { organization_id: '01930000-0000-7000-8000-000000000001' }, 'organization_id'],
  ])('rejects %s with 400 invalid_value', async (_what, body, param) => {
    const answer = await world.owner.send(`POST ${route}`, { name: 'x', ...body });
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', param]);
  });

  it('is named once in a workspace', async () => {
    const { name } = await create();
    expect(refusalOf(await world.owner.send(`POST ${route}`, { name }))).toEqual([409, 'conflict', 'name']);
    const second = `/admin/service-accounts?workspace_id=${world.secondWorkspaceId}`;
    expect((await world.owner.send(`POST ${second}`, { name })).status).toBe(201);
  });

  it('`?workspace_id=` is needed where the credential reaches several workspaces', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await world.owner.send(`${method} /admin/service-accounts`, method === 'POST' ? {} : undefined);
      expect(refusalOf(answer)).toEqual([400, 'invalid_value', 'workspace_id']);
    }
    expect((await admin.send('GET /admin/service-accounts')).status).toBe(200);
    const foreign = `/admin/service-accounts?workspace_id=${world.foreign.workspaceId}`;
    expect(refusalOf(await world.owner.send(`GET ${foreign}`))).toEqual([404, 'not_found', 'workspace_id']);
  });

  it('lists those of the workspace, a page at a time', async () => {
    const { id } = await create();
    const second = `/admin/service-accounts?workspace_id=${world.secondWorkspaceId}&limit=200`;
    const listed = good<{ data: Account[] }>(await world.owner.send(`GET ${route}&limit=200`)).data;
    const elsewhere = good<{ data: Account[] }>(await world.owner.send(`GET ${second}`)).data;
    expect(listed.map((account) => account.id)).toContain(id);
    expect(elsewhere.map((account) => account.id)).not.toContain(id);
    const page = good<{ data: Account[]; next_cursor: string }>(await world.owner.send(`GET ${route}&limit=1`));
    const next = good<{ data: Account[] }>(await world.owner.send(`GET ${route}&limit=1&cursor=${page.next_cursor}`));
    expect([page.data[0]?.id, next.data[0]?.id]).toEqual(listed.slice(0, 2).map((account) => account.id));
  });

  it('a disabled account is rejected with all its tokens, until it is enabled', async () => {
    const { id } = await create();
    const token = await issue(id);
    expect(await meet(token)).toEqual([403, 'permission_denied']);
    const topics = await topicsOf(world, () =>
      world.owner.send(`PATCH /admin/service-accounts/${id}`, { disabled: true }),
    );
    expect(topics).toEqual([`service_account:${id}`]);
    expect(await meet(token)).toEqual([401, 'invalid_api_key']);
    await world.owner.send(`PATCH /admin/service-accounts/${id}`, { disabled: false });
    expect(await meet(token)).toEqual([403, 'permission_denied']);
  });

  it('a removed account takes its tokens along', async () => {
    const { id } = await create();
    const token = await issue(id);
    const topics = await topicsOf(world, async () => {
      expect((await world.owner.send(`DELETE /admin/service-accounts/${id}`)).status).toBe(204);
    });
    expect(topics).toEqual([`service_account:${id}`]);
    expect(await meet(token)).toEqual([401, 'invalid_api_key']);
    expect((await world.owner.send(`GET /admin/service-accounts/${id}`)).status).toBe(404);
  });

  it('is as good as not there for another tenant, and for the admin of another workspace', async () => {
    const second = `/admin/service-accounts?workspace_id=${world.secondWorkspaceId}`;
    const { id } = good<Account>(await world.owner.send(`POST ${second}`, { name: 'hidden' }), 201);
    const path = `/admin/service-accounts/${id}`;
    for (const by of [world.stranger, admin]) {
      for (const [asked, body] of [
        [`GET ${path}`],
        [`PATCH ${path}`, { disabled: true }],
        [`DELETE ${path}`],
        [`GET ${path}/tokens`],
        [`POST ${path}/tokens`, { name: 'x', expires_at: inSeconds(60) }],
      ] as const) {
        expect([asked, ...refusalOf(await by.send(asked, body))]).toEqual([asked, 404, 'not_found']);
      }
    }
    expect(good(await world.owner.send(`GET ${path}`))).toMatchObject({ disabled: false });
  });

  it('is recorded', async () => {
    const { id } = await create();
    await world.owner.send(`PATCH /admin/service-accounts/${id}`, { allowed_models: ['gpt-4o'] });
    await world.owner.send(`DELETE /admin/service-accounts/${id}`);
    expect(await actionsOn(world, id)).toEqual(['create', 'update', 'remove'].map((verb) => `service_account.${verb}`));
  });
});
