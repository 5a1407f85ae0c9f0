import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface WhatIf {
  readonly cost_usd: number;
  readonly would_cost_usd: number | null;
  readonly models: { readonly model: string; readonly as: string | null; readonly would_cost_usd: number | null }[];
}

// docs/contract/usage.md#what-if
describe.each(serviceDatabases())('/admin/usage/what-if on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    const { database, organizationId, workspaceId } = workspace;
    const other = await addTenant(database, 'what-if');
    stranger = await workspace.signIn({ organizationId: other.organizationId });
    const query = `?workspace_id=${workspaceId}`;
    const { id: providerId } = await database.change({ type: 'system', id: null, name: 'test' }, ({ providers }) =>
      providers.create(organizationId, { workspaceId, name: 'simulated', kind: 'simulator' }),
    );
    const add = async (name: string, prices?: object) => {
      const body = { provider_id: providerId, upstream_model: 'simulator', logical_name: name, prices };
      const answer = await owner.send(`POST /admin/models${query}`, body);
      expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
    };
    await add('cheap', { input_per_million: 1, output_per_million: 2, cached_input_per_million: 0.5 });
    const changes = [{ from: '2020-01-01', input_per_million: 10 }];
    await add('dated', { input_per_million: 1, changes });
    const at = new Date('2026-09-10T10:00:00Z');
    const own = { organization_id: organizationId, workspace_id: workspaceId };
    const tokens = {
      prompt_tokens: 1_000_000,
      completion_tokens: 500_000,
      cached_tokens: 400_000,
      total_tokens: 1_500_000,
    };
    const theirs = { organization_id: other.organizationId, workspace_id: other.workspaceId };
    await database.storeAuditRecords(
      auditLines([
        auditLine({ ...own, ...tokens, logical_name: 'dear', cost_usd: 30 }, at),
        auditLine({ ...own, ...tokens, logical_name: 'other', cost_usd: 5 }, at),
        auditLine({ ...own, ...tokens, logical_name: 'spread', cost_usd: 1 }, new Date('2026-09-14T23:59:59Z')),
        auditLine({ ...own, ...tokens, logical_name: 'spread', cost_usd: 1 }, new Date('2026-09-15T00:00:00Z')),
        auditLine({ ...own, ...tokens, logical_name: 'spread', cost_usd: 1 }, new Date('2026-09-30T23:59:59Z')),
        auditLine({ ...theirs, ...tokens, logical_name: 'spread', cost_usd: 9 }, at),
        auditLine({ ...theirs, ...tokens, logical_name: 'dear', cost_usd: 99 }, at),
      ]),
    );
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const ask = (models: object[], caller = owner) =>
    caller.send('POST /admin/usage/what-if', {
      from: '2026-09-01',
      to: '2026-09-30',
      workspace_id: workspace.workspaceId,
      models,
    });
  const read = async (models: object[]): Promise<WhatIf> => {
    const answer = await ask(models);
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
    return answer.json() as WhatIf;
  };

  it('prices a month as another model, beside all others as they were charged', async () => {
    // 600,000 at 1, 400,000 at 0.5, and 500,000 at 2 dollars a million.
    expect(await read([{ model: 'dear', as: 'cheap' }])).toMatchObject({
      cost_usd: 38,
      would_cost_usd: 9.8,
      models: [{ model: 'dear', as: 'cheap', requests: 1, cost_usd: 30, would_cost_usd: 1.8 }],
    });
  });

  it('prices a month at other prices, and at the prices that hold now', async () => {
    const prices = { input_per_million: 4 };
    expect((await read([{ model: 'dear', prices }])).models).toMatchObject([{ as: null, would_cost_usd: 4 }]);
    expect((await read([{ model: 'dear', as: 'dated' }])).models).toMatchObject([{ would_cost_usd: 10 }]);
  });

  it('prices each day at the price that a list with changes has for it', async () => {
    const prices = {
      input_per_million: 1,
      changes: [
        { from: '2026-09-30', input_per_million: 100 },
        { from: '2026-09-15', input_per_million: 10 },
        { from: '2026-10-01', input_per_million: 1000 },
      ],
    };
    expect((await read([{ model: 'spread', prices }])).models).toMatchObject([{ requests: 3, would_cost_usd: 111 }]);
    expect((await read([{ model: 'never-used', prices }])).models).toMatchObject([{ requests: 0, would_cost_usd: 0 }]);
  });

  it.each([
    [[{ model: 'dear', as: 'nobody' }], 404, 'not_found', 'models[0].as'],
    [[{ model: 'dear' }], 404, 'not_found', 'models[0].model'],
    [
      [
        { model: 'a', as: 'cheap' },
        { model: 'a', as: 'cheap' },
      ],
      400,
      'invalid_value',
      'models[1].model',
    ],
  ])('rejects %j with %i', async (models, status, code, param) => {
    expect(refusalOf(await ask(models))).toEqual([status, code, param]);
  });

  it('is not found for a workspace of another organization', async () => {
    const refused = await ask([{ model: 'dear', as: 'cheap' }], stranger);
    expect(refusalOf(refused)).toEqual([404, 'not_found', 'workspace_id']);
  });
});
