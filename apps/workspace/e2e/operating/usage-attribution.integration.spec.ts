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

const A_DAY_MS = 86_400_000;

interface Series {
  readonly zone: string;
  readonly group_by: string;
  readonly series: {
    readonly value: string | null;
    readonly total: { readonly requests: number; readonly cost_usd: number; readonly cache_hits: number | null };
    readonly points: { readonly day: string; readonly requests: number }[];
  }[];
}

interface Forecast {
  readonly method: string;
  readonly spent_usd: number;
  readonly expected_usd: number;
  readonly today_usd: number;
  readonly low_usd: number;
  readonly rest: { readonly day: string; readonly total_usd: number }[];
}

describe.each(serviceDatabases())('usage by what requests say about themselves on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let viewer: TestCaller;
  let second: string;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    const { database, organizationId, workspaceId } = workspace;
    const other = await addTenant(database, 'attribution');
    const memberships = [{ workspaceId, role: 'viewer' as const }];
    viewer = await workspace.signIn({ role: 'org_member', memberships });
    second = (
      await database.change({ type: 'system', id: null, name: 'test' }, ({ workspaces }) =>
        workspaces.create(organizationId, { name: 'second' }),
      )
    ).id;
    const at = (time: string) => new Date(`2026-09-${time}Z`);
    const own = { organization_id: organizationId, workspace_id: workspaceId };
    const theirs = { organization_id: other.organizationId, workspace_id: other.workspaceId };
    await database.storeAuditRecords(
      auditLines([
        auditLine({ ...own, customer: 'acme', tags: { feature: 'search' }, cost_usd: 1.5 }, at('10T18:10:00')),
        auditLine({ ...own, customer: 'acme', tags: { feature: 'chat' }, cost_usd: 2 }, at('11T18:20:00')),
        auditLine({ ...own, customer: 'bolt', tags: { feature: 'chat' }, cost_usd: 4 }, at('11T18:40:00')),
        auditLine({ ...own, customer: 'cone', cost_usd: 8 }, at('11T18:50:00')),
        auditLine({ ...own, workspace_id: second, customer: 'dune', tags: { secret: 'yes' } }, at('11T18:40:00')),
        auditLine({ ...theirs, customer: 'acme', tags: { theirs: 'yes' }, cost_usd: 99 }, at('11T18:20:00')),
      ]),
    );
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const read = async <Answer>(path: string, { send } = owner): Promise<Answer> => {
    const answer = await send(`GET ${path}`);
    expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, '']);
    return answer.json() as Answer;
  };
  const readSeries = (query: string, caller = owner) =>
    read<Series>(`/admin/usage/series?from=2026-09-10&to=2026-09-12&${query}`, caller);

  it('has series of the values with the most requests, and one of the rest, in days of UTC', async () => {
    const { group_by: groupBy, series, zone } = await readSeries('group_by=customer&top=2');
    expect([zone, groupBy]).toEqual(['UTC', 'customer']);
    expect(
      series.map(({ points, total, value }) => [value, total.cost_usd, points.map(({ requests }) => requests)]),
    ).toEqual([
      ['acme', 3.5, [1, 1, 0]],
      ['bolt', 4, [0, 1, 0]],
      [null, expect.any(Number), [0, 2, 0]],
    ]);
    expect(series[0]?.total.cache_hits).toBeNull();
    const tags = await readSeries('group_by=tag:feature');
    expect(tags.series.map(({ total, value }) => [value, total.requests])).toEqual([
      ['chat', 2],
      ['search', 1],
    ]);
    const one = await readSeries('group_by=tag:feature&value=search');
    expect(one.series.map(({ value }) => value)).toEqual(['search']);
  });

  it('has series of the workspaces alone that a member may see', async () => {
    const { series } = await readSeries('group_by=customer', viewer);
    expect(series.map(({ value }) => value).toSorted()).toEqual(['acme', 'bolt', 'cone']);
  });

  it.each([
    ['group_by=customer&step=1h', 'step'],
    ['group_by=client&percentiles=true', 'percentiles'],
    ['group_by=tag:', 'group_by'],
    ['group_by=customer,client', 'group_by'],
  ])('rejects series with %s', async (query, param) => {
    const answer = await owner.send(`GET /admin/usage/series?to=2026-09-12&${query}`);
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', param]);
  });

  it('lists the names of tags that a caller may see, and of no other organization', async () => {
    const namesOf = async (query: string, caller = owner) =>
      (await read<{ data: { name: string }[] }>(`/admin/usage/tags${query}`, caller)).data.map(({ name }) => name);
    expect(await namesOf('')).toEqual(['feature', 'secret']);
    expect(await namesOf('?q=FEAT')).toEqual(['feature']);
    expect(await namesOf('', viewer)).toEqual(['feature']);
    expect(await namesOf(`?workspace_id=${second}`)).toEqual(['secret']);
    const refused = await viewer.send(`GET /admin/usage/tags?workspace_id=${second}`);
    expect(refusalOf(refused)).toEqual([404, 'not_found', 'workspace_id']);
  });

  it('has what a month that is over cost, by any filter of usage', async () => {
    const forecast = (query: string, caller = owner) =>
      read<Forecast>(`/admin/usage/forecast?month=2026-09&${query}`, caller);
    expect(await forecast('customer=acme')).toMatchObject({
      object: 'usage_forecast',
      from: '2026-09-01',
      to: '2026-09-30',
      method: 'complete',
      spent_usd: 3.5,
      expected_usd: 3.5,
      rest: [],
    });
    expect((await forecast('tag=feature%3Dchat')).spent_usd).toBe(6);
    expect((await forecast('customer=dune', viewer)).spent_usd).toBe(0);
    const refused = await viewer.send(`GET /admin/usage/forecast?workspace_id=${second}`);
    expect(refusalOf(refused)).toEqual([404, 'not_found', 'workspace_id']);
    expect(refusalOf(await owner.send('GET /admin/usage/forecast?month=2026-13'))).toEqual([
      400,
      'invalid_value',
      'month',
    ]);
  });

  it('projects the running month from the days before today', async () => {
    const { database, organizationId, workspaceId } = workspace;
    const now = Date.now();
    const lines = Array.from({ length: 42 }, (_, days) =>
      auditLine(
        { organization_id: organizationId, workspace_id: workspaceId, customer: 'steady', cost_usd: 2 },
        new Date(now - days * A_DAY_MS),
      ),
    );
    await database.storeAuditRecords(auditLines(lines));
    const { expected_usd, low_usd, method, rest, spent_usd, today_usd } = await read<Forecast>(
      '/admin/usage/forecast?customer=steady',
    );
    expect([method, today_usd]).toEqual(['weekdays', 2]);
    expect(spent_usd).toBe(2 * Number(new Date(now).toISOString().slice(8, 10)));
    // Every day that is left costs two dollars, and today a part of two.
    expect(expected_usd).toBeLessThanOrEqual(spent_usd + 2 * rest.length);
    expect(expected_usd).toBeGreaterThanOrEqual(spent_usd + 2 * (rest.length - 1));
    expect(low_usd).toBe(expected_usd);
    expect(rest.at(-1)?.total_usd).toBe(expected_usd);
  });
});
