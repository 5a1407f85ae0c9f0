import { createHash } from 'node:crypto';
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

interface Usage {
  readonly requests: number;
  readonly cost_usd: number;
  readonly imported_requests: number;
  readonly imported_cost_usd: number;
  readonly team_id: string | null;
  readonly team: string | null;
  readonly key_id: string | null;
  readonly user_id: string | null;
}

const NOVEMBER = 'from=2026-11-01&to=2026-11-30';
const shaOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const fixture = (name: string): string =>
  readFileSync(join(PROJECT_ROOT, 'libs/importers/fixtures/usage', name), 'utf8');

const paramOf = (body: unknown) => (body as { error?: { param?: string } }).error?.param;

const ROW = {
  part: 'all',
  at: '2026-11-10T10:20:00Z',
  is_day: false,
  model: 'gpt-4o',
  provider: 'openai',
  team: null,
  key: null,
  key_hash: null,
  user: null,
  customer: null,
  tags: null,
  requests: 4,
  failed_requests: 0,
  prompt_tokens: 100,
  completion_tokens: 10,
  cached_tokens: 0,
  cost_usd: '0.4',
};

// docs/contract/usage.md#imports
describe.each(serviceDatabases())('/admin/usage/imports on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    const { organizationId } = await addTenant(workspace.database, 'usage-imports');
    stranger = await workspace.signIn({ organizationId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const begin = async (body: object, caller = owner): Promise<string> => {
    const answer = await caller.send('POST /admin/usage/imports', body);
    expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, '']);
    return (answer.json() as { id: string }).id;
  };
  const usage = async (query: string, caller = owner): Promise<Usage[]> => {
    const answer = await caller.send(`GET /admin/usage?${NOVEMBER}&${query}`);
    expect(answer.status).toBe(200);
    return (answer.json() as { data: Usage[] }).data;
  };

  it('bring teams, keys and people by their names and hashes, into usage, series and nobody else', async () => {
    const { database, organizationId } = workspace;
    const team = await database.change({ type: 'system', id: null, name: 'test' }, ({ teams }) =>
      teams.create(organizationId, {
        name: 'search',
        allowedModels: null,
        rpmLimit: 0,
        tpmLimit: 0,
        maxParallel: 0,
      } as never),
    );
    const key = await workspace.issueKey({ teamId: team.id });
    const hash = shaOf(key.headers.authorization?.replace('Bearer ', '') ?? '');
    const id = await begin({ source: 'litellm' });
    const rows = [
      { ...ROW, key_hash: hash, user: owner.user?.email },
      { ...ROW, team: 'search', at: '2026-11-11T00:00:00Z', is_day: true },
      { ...ROW, team: 'gone', user: 'nobody@example.com', cost_usd: '0.000000000001' },
    ];
    expect((await owner.send(`POST /admin/usage/imports/${id}/rows`, { batch: 0, rows })).status).toBe(200);
    const done = await owner.send(`POST /admin/usage/imports/${id}/completion`, { digest: shaOf('1') });
    expect(done.json()).toMatchObject({
      outcome: 'complete',
      usage_import: {
        id,
        state: 'complete',
        rows: 3,
        requests: 12,
        cost_usd: '0.800000000001',
        first_day: '2026-11-10',
      },
    });
    const [all] = await usage('');
    expect(all).toMatchObject({ requests: 12, imported_requests: 12 });
    expect((await usage('group_by=team')).map((row) => [row.team_id, row.team])).toEqual([
      [team.id, 'search'],
      [null, 'gone'],
    ]);
    const keyed = (await usage('group_by=key,user')).find((row) => row.key_id !== null);
    expect(keyed).toMatchObject({ key_id: key.credentialId, user_id: owner.user?.id, requests: 4 });
    expect(await usage('imported=exclude')).toMatchObject([{ requests: 0 }]);
    expect(await usage('imported=only&team=gone')).toMatchObject([{ requests: 4 }]);
    expect(await usage('', stranger)).toMatchObject([{ requests: 0 }]);
    const series = await owner.send(`GET /admin/usage/series?${NOVEMBER}&group_by=team`);
    const { series: found } = series.json() as { series: { name: string; total: Usage }[] };
    expect(found.map(({ name, total }) => [name, total.requests, total.imported_requests])).toEqual([
      ['search', 8, 8],
      ['gone', 4, 4],
    ]);
    const forecast = await owner.send('GET /admin/usage/forecast?month=2026-11');
    expect(forecast.json()).toMatchObject({ spent_usd: 0 });
    const statements = await owner.send('GET /org/statements?by=team&month=2026-11');
    expect((statements.json() as { data: unknown[] }).data).toEqual([]);
    expect((await owner.send(`DELETE /admin/usage/imports/${id}`)).status).toBe(204);
    expect(await usage('')).toMatchObject([{ requests: 0 }]);
  });

  it('read files of OpenAI, and report on them before they count', async () => {
    const id = await begin({ source: 'openai' });
    const send = (batch: number, name: string) =>
      owner.send(`POST /admin/usage/imports/${id}/files`, {
        batch,
        name,
        text: fixture(name),
        mapping: 'teams: { proj_search: search }',
      });
    const counts = await send(0, 'openai-usage.json');
    expect(counts.json()).toMatchObject({
      usage_import: { state: 'open', rows: 3 },
      report: {
        rows: 3,
        days: 2,
        requests: 485,
        cost_usd: '0',
        models: [{ model: 'gpt-4o-mini-2024-07-18', known: false }, {}],
      },
    });
    expect((await send(1, 'openai-costs.json')).json()).toMatchObject({ report: { cost_usd: '0.908' } });
    expect(await usage('imported=only')).toMatchObject([{ requests: 0 }]);
    await owner.send(`POST /admin/usage/imports/${id}/completion`, { digest: shaOf('openai') });
    expect(await usage('imported=only')).toMatchObject([{ requests: 485, cost_usd: 0.908 }]);
    const again = await begin({ source: 'openai' });
    const answer = await owner.send(`POST /admin/usage/imports/${again}/completion`, { digest: shaOf('openai') });
    expect(answer.json()).toMatchObject({ outcome: 'unchanged', usage_import: { id } });
    await owner.send(`DELETE /admin/usage/imports/${id}`);
  });

  it.each([
    ['files', { batch: 0, name: 'a.csv', text: 'a,b\n1,2\n' }, 400, 'text'],
    ['files', { batch: 0, name: 'a.csv', text: '{}', mapping: '[]' }, 400, 'mapping'],
    ['files', { batch: 0, name: 'a.csv', text: '{}', zone: 'Mars' }, 400, 'zone'],
    ['rows', { batch: 0, rows: [{ ...ROW, cost_usd: 'x' }] }, 400, 'rows[0].cost_usd'],
    ['rows', { batch: 0, rows: [{ ...ROW, requests: -1 }] }, 400, 'rows[0].requests'],
    ['rows', { batch: 0, rows: [{ ...ROW, at: 'soon' }] }, 400, 'rows[0].at'],
    ['completion', { digest: 'x' }, 400, 'digest'],
  ])('reject a faulty body of %s: %j', async (part, body, status, param) => {
    const id = await begin({ source: 'openai' });
    const answer = await owner.send(`POST /admin/usage/imports/${id}/${part}`, body);
    expect([answer.status, paramOf(answer.json())]).toEqual([status, param]);
    await owner.send(`DELETE /admin/usage/imports/${id}`);
  });

  it('reject days with recorded requests, a batch out of turn, and rows behind the end', async () => {
    const { database, organizationId, workspaceId } = workspace;
    const recorded = { organization_id: organizationId, workspace_id: workspaceId };
    await database.storeAuditRecords(auditLines([auditLine(recorded, new Date('2026-11-12T10:00:00Z'))]));
    const id = await begin({ source: 'openai' });
    const send = (batch: number) =>
      owner.send(`POST /admin/usage/imports/${id}/rows`, { batch, rows: [{ ...ROW, at: '2026-11-12T00:00:00Z' }] });
    expect((await send(1)).status).toBe(409);
    expect((await send(0)).status).toBe(200);
    const complete = (overlap?: string) =>
      owner.send(`POST /admin/usage/imports/${id}/completion`, { digest: shaOf('o'), overlap });
    const rejected = await complete();
    expect([rejected.status, paramOf(rejected.json())]).toEqual([409, 'overlap']);
    expect(rejected.text).toContain('2026-11-12 (openai)');
    expect((await complete('skip')).json()).toMatchObject({ outcome: 'complete', skipped_rows: 1 });
    expect((await send(1)).status).toBe(409);
  });

  it('of a workspace are for its administrators, and no import is for another tenant', async () => {
    const { workspaceId } = workspace;
    const admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
    const whole = await begin({ source: 'openai' });
    expect((await admin.send('POST /admin/usage/imports', { source: 'openai' })).status).toBe(400);
    const own = await begin({ source: 'openai', workspace_id: workspaceId }, admin);
    const listed = (await admin.send('GET /admin/usage/imports')).json() as { data: { id: string }[] };
    expect(listed.data.map(({ id }) => id)).toContain(own);
    expect(listed.data.map(({ id }) => id)).not.toContain(whole);
    for (const caller of [admin, stranger]) {
      const calls = [
        caller.send(`GET /admin/usage/imports/${whole}`),
        caller.send(`POST /admin/usage/imports/${whole}/rows`, { batch: 0, rows: [] }),
        caller.send(`POST /admin/usage/imports/${whole}/files`, { batch: 0, name: 'a', text: 'a' }),
        caller.send(`POST /admin/usage/imports/${whole}/completion`, { digest: shaOf('x') }),
        caller.send(`DELETE /admin/usage/imports/${whole}`),
      ];
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
    const elsewhere = await stranger.send('POST /admin/usage/imports', { source: 'openai', workspace_id: workspaceId });
    expect(elsewhere.status).toBe(404);
    await owner.send(`DELETE /admin/usage/imports/${whole}`);
  });

  it('of a workspace find its keys and those of teams, and none of another workspace, by id and by hash', async () => {
    const { database, organizationId, workspaceId } = workspace;
    const second = await database.change({ type: 'system', id: null, name: 'test' }, ({ workspaces }) =>
      workspaces.create(organizationId, { name: 'imports-second' }),
    );
    const { user } = await workspace.signIn();
    if (user === undefined) throw new Error('no user');
    const own = await workspace.issuePat(user, workspaceId);
    const other = await workspace.issuePat(user, second.id);
    const team = await database.change({ type: 'system', id: null, name: 'test' }, ({ teams }) =>
      teams.create(organizationId, {
        name: 'keys',
        allowedModels: null,
        rpmLimit: 0,
        tpmLimit: 0,
        maxParallel: 0,
      } as never),
    );
    const ofTeam = await workspace.issueKey({ teamId: team.id });
    const hash = shaOf(other.headers.authorization?.replace('Bearer ', '') ?? '');
    const admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
    const id = await begin({ source: 'openai', workspace_id: workspaceId, account: 'keys' }, admin);
    const named = { at: '2026-11-27T00:00:00Z', provider: 'mistral' };
    const rows = [
      { ...ROW, ...named, key: own.credentialId },
      { ...ROW, ...named, key: ofTeam.credentialId },
      { ...ROW, ...named, key: other.credentialId },
      { ...ROW, ...named, key: 'hashed', key_hash: hash },
    ];
    const added = await admin.send(`POST /admin/usage/imports/${id}/rows`, { batch: 0, rows });
    expect(added.status).toBe(200);
    await admin.send(`POST /admin/usage/imports/${id}/completion`, { digest: shaOf('keys') });
    const found = await usage('group_by=key&imported=only');
    const ids = found.flatMap(({ key_id }) => key_id ?? []);
    expect(ids.toSorted()).toEqual([own.credentialId, ofTeam.credentialId].toSorted());
    await owner.send(`DELETE /admin/usage/imports/${id}`);
  });

  it('with sums that no column holds are rejected in words, not with an error of the service', async () => {
    const id = await begin({ source: 'litellm' });
    const line = `2026-11-28,k,0,999999999999999,999999999999999\n`;
    const text = `start_time,api_key,spend,prompt_tokens,completion_tokens\n${line.repeat(18_000)}`;
    const answer = await owner.send(`POST /admin/usage/imports/${id}/files`, { batch: 0, name: 'a.csv', text });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('larger than any usage')]);
    await owner.send(`DELETE /admin/usage/imports/${id}`);
  });
});
