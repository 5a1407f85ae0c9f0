import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, PROJECT_ROOT, serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Row {
  readonly day: string;
  readonly model: string;
  readonly differs: boolean;
  readonly billed: { readonly cost_usd: string } | null;
  readonly recorded: { readonly requests: number; readonly cost_usd: string; readonly cached_tokens: number } | null;
  readonly cost_difference_usd: string;
  readonly token_difference: number;
  readonly reasons: { readonly kind: string; readonly text: string }[];
}

interface Reconciliation {
  readonly from: string;
  readonly to: string;
  readonly differences: number;
  readonly billed_cost_usd: string | null;
  readonly recorded_cost_usd: string;
  readonly rows: Row[];
}

const FILES = ['openai-usage.json', 'openai-costs.json'].map((name) => ({
  name,
  text: readFileSync(join(PROJECT_ROOT, 'libs/importers/fixtures/usage', name), 'utf8'),
}));

// docs/contract/usage.md#reconciliation
describe.each(serviceDatabases())('POST /admin/usage/reconciliations on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    const theirs = await addTenant(workspace.database, 'reconciliations');
    stranger = await workspace.signIn({ organizationId: theirs.organizationId });
    const { database, organizationId, workspaceId } = workspace;
    const large = { upstream_model: 'gpt-4o', logical_name: 'large', usage_source: 'reported' };
    const lines = [
      // The first of November as the bill has it, by another name of the model, with an answer of the cache beside it.
      line('2026-11-01T09:00:00Z', {
        ...large,
        prompt_tokens: 120_000,
        cached_tokens: 40_000,
        completion_tokens: 30_000,
        cost_usd: 0.55,
      }),
      line('2026-11-01T09:00:01Z', { ...large, prompt_tokens: 9, completion_tokens: 9, cost_usd: 0, cache: 'hit' }),
      // Half of what the bill has, with retries.
      line('2026-11-01T10:00:00Z', {
        upstream_model: 'gpt-4o-mini-2024-07-18',
        prompt_tokens: 250_000,
        completion_tokens: 40_000,
        cost_usd: 0.0615,
        attempts: 3,
        usage_source: 'estimated',
      }),
      // The third at other prices.
      line('2026-11-03T23:59:59Z', {
        ...large,
        prompt_tokens: 60_000,
        cached_tokens: 20_000,
        completion_tokens: 10_000,
        cost_usd: 0.5,
      }),
    ];
    await database.storeAuditRecords(
      auditLines(
        lines.map(([time, values]) =>
          auditLine({ organization_id: organizationId, workspace_id: workspaceId, ...values }, time),
        ),
      ),
    );
    const other = { organization_id: theirs.organizationId, workspace_id: theirs.workspaceId, ...large };
    await database.storeAuditRecords(auditLines([auditLine(other, new Date('2026-11-01T09:00:00Z'))]));
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const line = (time: string, values: object) => [new Date(time), values] as const;
  const compare = async (body: object, caller = owner): Promise<Reconciliation> => {
    const answer = await caller.send('POST /admin/usage/reconciliations', { source: 'openai', ...body });
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
    return answer.json() as Reconciliation;
  };

  it('compares files of a bill with the requests of their days, and says why they differ', async () => {
    const found = await compare({ files: FILES });
    expect(found).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-03',
      billed_cost_usd: '0.908',
      recorded_cost_usd: '1.1115',
    });
    const rows = found.rows.map(({ day, differs, model, reasons }) => [
      day,
      model,
      differs,
      reasons.map((reason) => reason.kind),
    ]);
    expect(rows).toEqual([
      ['2026-11-01', 'gpt-4o-2024-08-06', false, ['model_mapped']],
      ['2026-11-01', 'gpt-4o-mini-2024-07-18', true, ['retries', 'outside_gateway', 'estimated']],
      ['2026-11-01', 'web search tool calls', false, []],
      ['2026-11-03', 'gpt-4o-2024-08-06', true, ['model_mapped', 'outside_gateway', 'price_differs']],
    ]);
    expect(found.differences).toBe(2);
    const [first, mini] = found.rows;
    expect(first).toMatchObject({
      cost_difference_usd: '0',
      token_difference: 0,
      recorded: { requests: 1, cached_tokens: 40_000 },
    });
    expect(mini).toMatchObject({ cost_difference_usd: '0.0615', token_difference: 290_000 });
  });

  it('takes lines, a tolerance, and names of providers', async () => {
    const lines = [
      {
        day: '2026-11-01',
        model: 'gpt-4o',
        requests: null,
        tokens: null,
        cost_usd: '0.56',
        costs_usd: { input: '0.56' },
      },
    ];
    const exact = await compare({ lines, tolerance_percent: 0, tolerance_usd: '0' });
    expect(exact.rows.find(({ model }) => model === 'gpt-4o')).toMatchObject({
      differs: true,
      cost_difference_usd: '0.01',
    });
    const wide = await compare({ lines, tolerance_percent: 2, tolerance_usd: '0' });
    expect(wide.rows.find(({ model }) => model === 'gpt-4o')?.differs).toBe(false);
    const none = await compare({ lines, providers: ['another account'] });
    expect(none.rows).toMatchObject([{ model: 'gpt-4o', recorded: null, reasons: [{ kind: 'not_recorded' }] }]);
  });

  it('sees no request of another tenant or workspace', async () => {
    const found = await compare({ files: FILES }, stranger);
    expect(
      found.rows.find(({ day, model }) => day === '2026-11-01' && model === 'gpt-4o-2024-08-06')?.recorded,
    ).toMatchObject({ requests: 1, cost_usd: '0.5' });
    const answer = await stranger.send('POST /admin/usage/reconciliations', {
      source: 'openai',
      files: FILES,
      workspace_id: workspace.workspaceId,
    });
    expect(answer.status).toBe(404);
  });

  it.each([
    [{ files: [{ name: 'a', text: 'a,b\n1,2\n' }] }, 'files'],
    [{ lines: [] }, 'lines'],
    [{}, 'lines'],
    [
      { lines: [{ day: '2026-02-30', model: 'x', requests: null, tokens: null, cost_usd: '1', costs_usd: {} }] },
      'lines[0].day',
    ],
    [
      {
        lines: [
          { day: '2026-02-01', model: 'x', requests: null, tokens: null, cost_usd: '1', costs_usd: { input: 'x' } },
        ],
      },
      'lines[0].costs_usd',
    ],
    [
      {
        lines: ['2026-01-01', '2026-11-01'].map((day) => ({
          day,
          model: 'x',
          requests: null,
          tokens: null,
          cost_usd: '1',
          costs_usd: {},
        })),
      },
      'lines',
    ],
    [{ source: 'litellm', lines: [] }, 'source'],
  ])('rejects %j', async (body, param) => {
    const answer = await owner.send('POST /admin/usage/reconciliations', { source: 'openai', ...body });
    const { error } = answer.json() as { error: { param?: string } };
    expect([answer.status, error.param]).toEqual([400, param]);
  });
});
