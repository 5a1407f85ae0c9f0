import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditLine, auditLines, serviceDatabases } from '@multilane/testing';
import { UsageSeriesTask } from '../../src/modules/usage/usage-tasks.js';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Series {
  readonly zone: string;
  readonly series: {
    readonly value: string | null;
    readonly name: string | null;
    readonly total: { readonly requests: number; readonly cost_usd: number; readonly duration_ms: object | null };
    readonly points: { readonly at: string; readonly day: string | null; readonly requests: number }[];
  }[];
}

describe.each(serviceDatabases())('/admin/usage/series on $name (docs/contract/audit.md#series)', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let second: string;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    const { database, organizationId, workspaceId } = workspace;
    const other = await addTenant(database, 'series');
    second = (
      await database.change({ type: 'system', id: null, name: 'test' }, ({ workspaces }) =>
        workspaces.create(organizationId, { name: 'second' }),
      )
    ).id;
    const at = (time: string) => new Date(`2026-11-${time}Z`);
    const own = { organization_id: organizationId };
    await database.storeAuditRecords(
      auditLines([
        auditLine({ ...own, workspace_id: workspaceId, cache: 'hit' }, at('20T18:10:00')),
        auditLine({ ...own, workspace_id: workspaceId, logical_name: 'other' }, at('20T18:20:00')),
        auditLine({ ...own, workspace_id: second, error_code: 'timeout', outcome: 'failed' }, at('20T18:40:00')),
        auditLine({ organization_id: other.organizationId, workspace_id: other.workspaceId }, at('20T18:20:00')),
      ]),
    );
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const read = async (query: string, { send } = owner): Promise<Series> => {
    const answer = await send(`GET /admin/usage/series?from=2026-11-20&to=2026-11-21&${query}`);
    expect([query, answer.status]).toEqual([query, 200]);
    return answer.json() as Series;
  };
  const daysOf = ({ series }: Series) => series[0]?.points.map(({ day, requests }) => [day, requests]);

  it('shows the days of the zone that an administrator sets, and says which zone it is', async () => {
    const utc = await read('');
    expect([utc.zone, daysOf(utc)]).toEqual([
      'UTC',
      [
        ['2026-11-20', 3],
        ['2026-11-21', 0],
      ],
    ]);
    expect((await owner.send('PATCH /org', { reporting_zone: 'Asia/Kathmandu' })).json()).toMatchObject({
      reporting_zone: 'Asia/Kathmandu',
    });
    expect(daysOf(await read(''))).toEqual([
      ['2026-11-20', 1],
      ['2026-11-21', 2],
    ]);
    await owner.send('PATCH /org', { reporting_zone: 'Asia/Kolkata' });
    expect(daysOf(await read(''))).toEqual([
      ['2026-11-20', 2],
      ['2026-11-21', 1],
    ]);
    expect((await owner.send('PATCH /org', { reporting_zone: 'UTC' })).status).toBe(200);
  });

  it.each(['Mars/Olympus', '+05:30', 'utc; SELECT 1', 'localtime'])('rejects %s for a zone', async (zone) => {
    expect(refusalOf(await owner.send('PATCH /org', { reporting_zone: zone }))).toEqual([
      400,
      'invalid_value',
      'reporting_zone',
    ]);
  });

  it('has the zone that the query names, with days of 23 and 25 hours where clocks change', async () => {
    const asked = await read('zone=Asia/Kathmandu');
    expect([asked.zone, daysOf(asked)]).toEqual([
      'Asia/Kathmandu',
      [
        ['2026-11-20', 1],
        ['2026-11-21', 2],
      ],
    ]);
    const { database, organizationId, workspaceId } = workspace;
    const own = { organization_id: organizationId, workspace_id: workspaceId };
    const times = [
      '03-28T23:00:00',
      '03-29T21:59:59',
      '03-29T22:00:00',
      '10-24T22:00:00',
      '10-25T22:59:59',
      '10-25T23:00:00',
    ];
    await database.storeAuditRecords(auditLines(times.map((time) => auditLine(own, new Date(`2026-${time}Z`)))));
    for (const [day, hours] of [
      ['2026-03-29', 23],
      ['2026-10-25', 25],
    ]) {
      const query = `from=${day}&to=${day}&zone=Europe/Berlin`;
      const whole = (await owner.send(`GET /admin/usage/series?${query}`)).json() as Series;
      expect([day, daysOf(whole)]).toEqual([day, [[day, 2]]]);
      const parts = (await owner.send(`GET /admin/usage/series?${query}&step=1h`)).json() as Series;
      expect([day, parts.series[0]?.points.length, parts.series[0]?.total.requests]).toEqual([day, hours, 2]);
    }
  });

  it.each(['Mars/Olympus', '+05:30', 'localtime', ''])('rejects the zone %p of a query', async (zone) => {
    const answer = await owner.send(`GET /admin/usage/series?zone=${encodeURIComponent(zone)}`);
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', 'zone']);
  });

  it('has days of UTC alone by what requests say about themselves, and says so', async () => {
    const refused = await owner.send('GET /admin/usage/series?group_by=customer&zone=Europe/Berlin');
    expect(refusalOf(refused)).toEqual([400, 'invalid_value', 'zone']);
    expect((await read('group_by=customer&zone=UTC')).zone).toBe('UTC');
  });

  it('groups by model and by error, and returns percentiles where they are asked for', async () => {
    const models = await read('group_by=model&percentiles=true');
    expect(models.series.map(({ value, total }) => [value, total.requests, total.duration_ms])).toEqual([
      ['gpt-4o', 2, { p50: expect.any(Number), p95: expect.any(Number) }],
      ['other', 1, { p50: expect.any(Number), p95: expect.any(Number) }],
    ]);
    const errors = await read('group_by=error_code');
    expect(errors.series).toMatchObject([{ value: 'timeout', total: { requests: 1, duration_ms: null } }]);
    const one = await read('group_by=model&value=other&step=1h');
    expect(one.series.map(({ value, points }) => [value, points.length])).toEqual([['other', 48]]);
  });

  it('shows members the workspaces that they have a role in, and none of another organization', async () => {
    const { workspaceId } = workspace;
    const memberships = [{ workspaceId, role: 'viewer' as const }];
    const viewer = await workspace.signIn({ role: 'org_member', memberships });
    expect((await read('', viewer)).series[0]?.total.requests).toBe(2);
    expect((await read(`workspace_id=${second}`)).series[0]?.total.requests).toBe(1);
    const refused = await viewer.send(`GET /admin/usage/series?workspace_id=${second}`);
    expect(refusalOf(refused)).toEqual([404, 'not_found', 'workspace_id']);
  });

  it('counts at its start what was stored before there were series', async () => {
    const { database, organizationId } = workspace;
    await database.sql.executeSql('UPDATE audit_records SET in_series = NULL WHERE organization_id = $1', [
      organizationId,
    ]);
    await database.sql.executeSql('DELETE FROM usage_series WHERE organization_id = $1', [organizationId]);
    expect((await read('')).series[0]?.total.requests).toBe(0);
    const task = workspace.app.get(UsageSeriesTask, { strict: false });
    await task.run(new Date('2026-11-22T00:00:00Z'));
    await task.run(new Date('2026-11-22T00:00:00Z'));
    expect((await read('')).series[0]?.total.requests).toBe(3);
  });

  it.each([
    ['step=1s', 'step'],
    ['group_by=day', 'group_by'],
    ['value=x', 'value'],
    ['top=51', 'top'],
    ['from=2026-11-22', 'from'],
    ['from=2026-01-01&step=15m', 'from'],
    ['to=yesterday', 'to'],
  ])('rejects %s', async (query, param) => {
    const answer = await owner.send(`GET /admin/usage/series?${query}${query.includes('to=') ? '' : '&to=2026-11-21'}`);
    expect(refusalOf(answer)).toEqual([400, 'invalid_value', param]);
  });
});
