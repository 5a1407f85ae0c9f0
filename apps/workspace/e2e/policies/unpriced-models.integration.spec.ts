import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken } from '@multilane/auth';
import { serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const CONFIG = `
budgets: { unpriced: refuse }
providers: [{ name: local, kind: openai-compatible, api_key: k, base_url: 'http://127.0.0.1:9/v1' }]
models:
  - { logical_name: of-the-file, provider: local, upstream_model: m }
  - { logical_name: free-of-the-file, provider: local, upstream_model: m, prices: { input_per_million: 0 } }
`;

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const OWN_ADDRESS = { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' };

type Row = Readonly<Record<string, unknown>>;

describe.each(serviceDatabases())('models without a price on $name (docs/contract/budgets.md#budgets)', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;
  let theirs: { organizationId: string; workspaceId: string };

  /** A model of a provider of its own; its id. */
  const addModel = (
    { organizationId, workspaceId }: { organizationId: string; workspaceId: string },
    logicalName: string,
    provider: { readonly kind: string; readonly baseUrl?: string },
    prices?: Readonly<Record<string, number>>,
  ): Promise<string> =>
    workspace.database.change(SETUP, async ({ models, providers }) => {
      const { id: providerId } = await providers.create(organizationId, {
        ...provider,
        name: logicalName,
        workspaceId,
      });
      const model = { kind: 'model', type: 'chat', providerId, upstreamModel: logicalName } as const;
      return (await models.create(organizationId, { ...model, workspaceId, logicalName, prices })).id;
    });

  /** A key with a budget in dollars; its id. */
  const addKey = (
    organizationId: string,
    workspaceId: string | null,
    allowedModels: readonly string[] | null = null,
  ): Promise<string> =>
    workspace.database.change(SETUP, async ({ credentials, teams }) => {
      const name = `team-${Math.random()}`;
      const { id: teamId } = await teams.create(organizationId, { name, allowedModels });
      const key = {
        kind: 'api_key',
        role: 'admin',
        teamId,
        budgetUsd: 5,
        name,
        hint: 'h',
        hash: hashToken(name),
      } as const;
      return (await credentials.create(organizationId, { ...key, ...(workspaceId !== null && { workspaceId }) })).id;
    });

  const listed = async (by: TestCaller, path: string): Promise<readonly Row[]> => {
    const answer = await by.send(`GET ${path}`);
    expect(answer.status).toBe(200);
    return (answer.json() as { data: Row[] }).data;
  };

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), CONFIG);
    owner = await workspace.signIn();
    theirs = await addTenant(workspace.database, 'other');
    stranger = await workspace.signIn({ organizationId: theirs.organizationId });
    await addModel(workspace, 'own', OWN_ADDRESS);
    await addModel(workspace, 'paid', OWN_ADDRESS, { input_per_million: 2 });
    await addModel(workspace, 'free', OWN_ADDRESS, { input_per_million: 0 });
    await addModel(workspace, 'simulated', { kind: 'simulator' });
    await addModel(theirs, 'theirs', OWN_ADDRESS);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('each model says where its price is from, in the list and alone', async () => {
    const path = `/admin/models?workspace_id=${workspace.workspaceId}`;
    const rows = await listed(owner, path);
    expect(rows.map(({ logical_name: name, price, unpriced }) => [name, price, unpriced])).toEqual([
      ['simulated', 'free', null],
      ['free', 'free', null],
      ['paid', 'declared', null],
      ['own', 'none', 'refuse'],
    ]);
    const [, , paid, own] = rows;
    expect((await owner.send(`GET /admin/models/${own?.id}`)).json()).toMatchObject({ price: 'none' });
    expect((await owner.send(`GET /admin/models/${paid?.id}`)).json()).toMatchObject({ price: 'declared' });
    expect((await stranger.send(`GET /admin/models/${own?.id}`)).status).toBe(404);
  });

  it('budgets of keys name those that the key may use, of its own organization and workspace alone', async () => {
    const { organizationId, workspaceId } = workspace;
    const second = await workspace.database.change(SETUP, ({ workspaces }) =>
      workspaces.create(organizationId, { name: `second-${Math.random()}` }),
    );
    const expected: [string, readonly string[]][] = [
      [await addKey(organizationId, workspaceId), ['own']],
      [await addKey(organizationId, workspaceId, ['paid', 'theirs']), []],
      [await addKey(organizationId, second.id), []],
      [await addKey(organizationId, null), ['of-the-file']],
    ];
    for (const [id, names] of expected) {
      const answer = await owner.send(`GET /admin/budgets/${id}`);
      expect([answer.status, answer.json()]).toMatchObject([200, { unpriced: 'refuse', unpriced_models: names }]);
      expect((await stranger.send(`GET /admin/budgets/${id}`)).status).toBe(404);
    }
    const foreign = await addKey(theirs.organizationId, theirs.workspaceId);
    expect((await listed(stranger, '/admin/budgets')).map(({ id, unpriced_models: names }) => [id, names])).toEqual([
      [foreign, ['theirs']],
    ]);
    expect((await listed(owner, '/admin/budgets')).flatMap(({ unpriced_models: names }) => names)).not.toContain(
      'theirs',
    );
  });
});
