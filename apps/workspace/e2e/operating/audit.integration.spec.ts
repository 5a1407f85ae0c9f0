import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@multilane/persistence';
import { auditLine, auditLines, idAt, serviceDatabases } from '@multilane/testing';
import { AuditRetentionTask } from '../../src/modules/audit/audit-retention-task.js';
import { CSV_COLUMNS } from '../../src/modules/audit/write-csv.js';
import { BudgetCleanupTask } from '../../src/modules/budgets/budget-cleanup-task.js';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Row {
  readonly id: string;
  readonly request_id: string;
}

const FILE_TEAM = `
teams:
  - name: declared
    api_keys: [{ name: ci, key: ml-declared-key-of-this-test }]
audit: { retention_days: 30, payload_retention_days: 3 }
`;
const SETUP = { type: 'system', id: null, name: 'test' } as const;
/** Attribution of a request. */
const ATTRIBUTED = {
  tags: { feature: 'search', env: 'prod' },
  customer: '=acme',
  client: 'claude-code',
  client_version: '2.1.185',
  session: 's-1',
};
/** A call of a tool that was rejected. */
const TOOL_CALL = {
  endpoint: 'mcp',
  details: { mcp: { server: 'tickets', tool: 'search', decision: 'refused' }, guardrails: [] },
};
const A_DAY_MS = 86_400_000;

// docs/contract/audit.md#queries
describe.each([...serviceDatabases()])('/admin/audit and /admin/usage on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let teamId: string;
  let otherTeamId: string;
  let tenant: Awaited<ReturnType<typeof addTenant>>;
  const userId = newId();
  const keyId = newId();
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const requests: { [name: string]: string } = {};

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create(), FILE_TEAM);
    owner = await workspace.signIn();
    const { database, organizationId, workspaceId } = workspace;
    const team = (name: string) => database.change(SETUP, ({ teams }) => teams.create(organizationId, { name }));
    teamId = (await team('research')).id;
    otherTeamId = (await team('support')).id;
    const declared = await database.teams.findByName(organizationId, 'declared');
    tenant = await addTenant(database, 'other');
    const own = { organization_id: organizationId };
    const lines = Object.entries({
      plain: { ...own, team_id: teamId, credential_id: keyId, cost_usd: 1, cache: 'miss' },
      placed: {
        ...own,
        workspace_id: workspaceId,
        user_id: userId,
        team: null,
        provider: 'anthropic',
        cost_usd: 3,
        ...ATTRIBUTED,
      },
      failed: {
        ...own,
        team_id: otherTeamId,
        team: 'support',
        status: 502,
        outcome: 'failed',
        cost_usd: null,
        ...TOOL_CALL,
      },
      declared: { ...own, team_id: declared?.id, team: 'declared', api_key_name: 'ci', logical_name: 'declared-model' },
      formula: {
        ...own,
        team_id: teamId,
        model: '=HYPERLINK("http://x")',
        logical_name: null,
        outcome: 'refused',
        status: 404,
        error_code: 'model_not_found',
      },
      foreign: { organization_id: tenant.organizationId, workspace_id: tenant.workspaceId },
    }).map(([name, values], index) => {
      const time = new Date(now.getTime() - 1_000 + index);
      const id = idAt(time);
      requests[name] = id;
      return auditLine({ id, request_id: name, ...values }, time);
    });
    await database.storeAuditRecords(auditLines(lines));
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const list = async (query = '', caller = owner): Promise<string[]> => {
    const answer = await caller.send(`GET /admin/audit${query}`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return (answer.json() as { data: Row[] }).data.map((row) => row.request_id);
  };
  const usage = async (query: string, caller = owner, path = '/admin/usage'): Promise<Record<string, unknown>[]> => {
    const answer = await caller.send(`GET ${path}${query}`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return (answer.json() as { data: Record<string, unknown>[] }).data;
  };

  it('lists the requests of the organization, newest first, and not one of another', async () => {
    expect(await list()).toEqual(['formula', 'declared', 'failed', 'placed', 'plain']);
  });

  it('shows a record with all of its fields', async () => {
    const answer = await owner.send(`GET /admin/audit/${requests.plain}`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json() as object).sort()).toEqual([...CSV_COLUMNS, 'object'].sort());
    expect(answer.json()).toMatchObject({
      id: requests.plain,
      object: 'audit_record',
      team_id: teamId,
      credential_id: keyId,
      credential_name: 'ci',
      prompt_tokens: 10,
      cost_usd: 1,
      usage_source: 'reported',
      cache: 'miss',
    });
    expect((await owner.send(`GET /admin/audit/${requests.foreign}`)).status).toBe(404);
    expect((await owner.send(`GET /admin/audit/${newId()}`)).status).toBe(404);
  });

  it('shows which tool of an MCP server was called, whether it was rejected, and what policies had to say', async () => {
    const shown = {
      mcp_server: 'tickets',
      mcp_tool: 'search',
      mcp_decision: 'refused',
      details: TOOL_CALL.details,
    };
    expect((await owner.send(`GET /admin/audit/${requests.failed}`)).json()).toMatchObject(shown);
    const lines = (await owner.send('GET /admin/audit/export?format=ndjson&mcp_tool=search')).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([shown]);
    const csv = (await owner.send('GET /admin/audit/export?mcp_tool=search')).text;
    expect(csv).toContain('tickets,search,refused,"{""mcp""');
    expect((await owner.send('GET /admin/audit?mcp_decision=maybe')).status).toBe(400);
  });

  it('shows and exports the tags, the customer, the client and its session', async () => {
    expect((await owner.send(`GET /admin/audit/${requests.placed}`)).json()).toMatchObject(ATTRIBUTED);
    const nothing = { tags: null, customer: null, client: null, client_version: null, session: null };
    expect((await owner.send(`GET /admin/audit/${requests.plain}`)).json()).toMatchObject(nothing);
    const lines = (await owner.send('GET /admin/audit/export?format=ndjson&tag=env%3Dprod')).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([ATTRIBUTED]);
    const csv = (await owner.send('GET /admin/audit/export?client=claude-code')).text;
    expect(csv).toMatch(/"\{""\w+"".*\}","'=acme",claude-code,2\.1\.185,s-1,/);
    const refused = await owner.send('GET /admin/audit?tag=feature');
    expect(refusalOf(refused)).toEqual([400, 'invalid_value', 'tag']);
  });

  it('finds them by each filter', async () => {
    const declaredKeys = (await owner.send('GET /admin/keys?team=declared')).json() as { data: { id: string }[] };
    const found: [string, string[]][] = [
      [`?team=${teamId}`, ['formula', 'plain']],
      ['?team=support', ['failed']],
      ['?team=nobody', []],
      [`?key=${keyId}`, ['plain']],
      [`?key=${declaredKeys.data[0]?.id}`, ['declared']],
      [`?user_id=${userId}`, ['placed']],
      ['?model=declared-model', ['declared']],
      ['?model=%3DHYPERLINK(%22http%3A%2F%2Fx%22)', ['formula']],
      ['?provider=anthropic', ['placed']],
      ['?status=502', ['failed']],
      ['?outcome=refused', ['formula']],
      ['?endpoint=messages', []],
      ['?error_code=model_not_found', ['formula']],
      ['?exclude_endpoint=mcp', ['formula', 'declared', 'placed', 'plain']],
      ['?exclude_endpoint=mcp,%20chat.completions', []],
      ['?mcp_server=tickets', ['failed']],
      ['?mcp_server=other', []],
      ['?mcp_tool=search&mcp_decision=refused', ['failed']],
      ['?mcp_decision=allowed', []],
      ['?tag=feature%3Dsearch', ['placed']],
      ['?tag=feature%3Dsearch,env%3Dprod', ['placed']],
      ['?tag=feature%3Dsearch,env%3Ddev', []],
      ['?customer=%3Dacme', ['placed']],
      ['?client=claude-code', ['placed']],
      ['?session=s-1', ['placed']],
      ['?session=s-1&client=codex', []],
      ['?request_id=plain', ['plain']],
      ['?request_id=foreign', []],
      [`?workspace_id=${workspace.workspaceId}`, ['placed']],
      [`?from=${new Date(now.getTime() - 998).toISOString()}`, ['formula', 'declared', 'failed']],
      [`?to=${new Date(now.getTime() - 998).toISOString()}`, ['placed', 'plain']],
      [`?team=${teamId}&outcome=success`, ['plain']],
    ];
    for (const [query, names] of found) expect([query, await list(query)]).toEqual([query, names]);
  });

  it('pages through them by the cursor', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await owner.send(`GET /admin/audit?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const page = answer.json() as { data: Row[]; next_cursor: string | null };
      expect(page.data.length).toBeLessThanOrEqual(2);
      seen.push(...page.data.map((row) => row.request_id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(['formula', 'declared', 'failed', 'placed', 'plain']);
  });

  it('shows people of a workspace what came by way of it, and nobody a workspace out of reach', async () => {
    const { workspaceId } = workspace;
    const admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
    expect(await list('', admin)).toEqual(['placed']);
    expect((await admin.send(`GET /admin/audit/${requests.plain}`)).status).toBe(404);
    expect((await admin.send(`GET /admin/audit/${requests.placed}`)).status).toBe(200);
    const refused = await admin.send(`GET /admin/audit?workspace_id=${newId()}`);
    expect(refusalOf(refused)).toEqual([404, 'not_found', 'workspace_id']);
    expect(await usage('', admin)).toMatchObject([{ requests: 1, cost_usd: 3 }]);
  });

  it('sums usage by tag, customer, client and session, as far as the caller may see it', async () => {
    const search = { tag: 'feature', tag_value: 'search', customer: null, requests: 1, cost_usd: 3, model: null };
    expect(await usage('?group_by=tag:feature')).toMatchObject([search]);
    expect(await usage('?group_by=customer,day')).toMatchObject([{ customer: '=acme', tag: null, day: today }]);
    expect(await usage('?session=s-1')).toMatchObject([{ session: 's-1', cost_usd: 3 }]);
    expect(await usage('?group_by=client', owner, '/org/usage')).toMatchObject([{ client: 'claude-code' }]);
    expect(await usage('?group_by=tag:nothing')).toEqual([]);
    const key = await workspace.issueKey({ teamId, role: 'editor' });
    expect(await usage('?group_by=tag:feature', key)).toEqual([]);
    const refused = await owner.send('GET /admin/usage?group_by=customer&model=gpt');
    expect(refusalOf(refused)).toEqual([400, 'invalid_value', 'model']);
  });

  it('shows a key what its own team used', async () => {
    const key = await workspace.issueKey({ teamId, role: 'editor' });
    expect(await usage('?group_by=team', key)).toMatchObject([{ team_id: teamId, requests: 2, cost_usd: 1.5 }]);
    expect(await usage(`?team=${otherTeamId}`, key)).toMatchObject([{ requests: 0 }]);
    const bound = await workspace.issueKey({ teamId, role: 'admin', workspaceId: workspace.workspaceId });
    expect(await usage('', bound)).toMatchObject([{ requests: 0 }]);
  });

  it('exports everything as NDJSON and as CSV, in which no text is a formula', async () => {
    const lines = await owner.send('GET /admin/audit/export?format=ndjson');
    expect(lines.headers['content-type']).toBe('application/x-ndjson');
    expect(lines.headers['content-disposition']).toBe('attachment; filename="audit.ndjson"');
    const rows = lines.text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Row).request_id);
    expect(rows).toEqual(['formula', 'declared', 'failed', 'placed', 'plain']);
    const csv = await owner.send(`GET /admin/audit/export?team=${teamId}`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, first, ...rest] = csv.text.split('\r\n');
    expect(head).toBe(CSV_COLUMNS.join(','));
    expect(first).toContain(`,"'=HYPERLINK(""http://x"")",`);
    expect(rest).toHaveLength(2);
  });

  it('exports more than a page, each record once', async () => {
    const { database } = workspace;
    const tenant = await addTenant(database, 'large');
    const many = await workspace.signIn({ organizationId: tenant.organizationId });
    const ids = Array.from({ length: 1_203 }, (_, index) => idAt(new Date(now.getTime() - Math.floor(index / 5))));
    await database.storeAuditRecords(
      auditLines(
        ids.map((id) =>
          auditLine(
            { id, organization_id: tenant.organizationId },
            new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)),
          ),
        ),
      ),
    );
    const { text } = await many.send('GET /admin/audit/export?format=ndjson');
    const seen = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Row).id);
    expect(seen).toEqual(ids.toSorted().reverse());
  });

  it('sums usage by what is asked for, no matter who spent most first', async () => {
    expect(await usage('?group_by=team')).toMatchObject([
      { team: null, cost_usd: 3 },
      { team_id: teamId, team: 'research', requests: 2, refused_requests: 1, cost_usd: 1.5 },
      { team: 'declared', cost_usd: 0.5 },
      { team_id: otherTeamId, team: 'support', failed_requests: 1, cost_usd: 0 },
    ]);
    expect(await usage('?group_by=day,model')).toMatchObject([
      { day: today, model: 'gpt-4o', requests: 3 },
      { day: today, model: 'declared-model', requests: 1 },
      { day: today, model: null, requests: 1 },
    ]);
    expect(await usage('?group_by=user&model=gpt-4o&limit=1')).toMatchObject([{ user_id: userId }]);
    expect(await usage('', owner, '/org/usage')).toMatchObject([
      { object: 'usage', day: null, team: null, requests: 5, total_tokens: 60, cost_usd: 5 },
    ]);
    expect(await usage('?from=2020-01-01&to=2020-01-31')).toMatchObject([{ requests: 0 }]);
  });

  it('pages through usage', async () => {
    const first = (await owner.send('GET /admin/usage?group_by=team&limit=3')).json() as { next_cursor: string };
    expect(await usage(`?group_by=team&limit=3&cursor=${first.next_cursor}`)).toMatchObject([{ team: 'support' }]);
  });

  it.each([
    ['group_by=nothing', 'group_by'],
    ['from=2026-02-31', 'from'],
    ['to=yesterday', 'to'],
    ['cursor=abc', 'cursor'],
    ['limit=0', 'limit'],
  ])('rejects ?%s', async (query, param) => {
    expect(refusalOf(await owner.send(`GET /admin/usage?${query}`))).toEqual([400, 'invalid_value', param]);
  });

  describe('payloads', () => {
    const text = JSON.stringify({ request: { messages: ['Hello'] }, answer: null, is_truncated: true });
    const payloadOf = (caller: TestCaller, id: string) => caller.send(`GET /admin/audit/${id}/payload`);
    let own: string;
    let foreign: string;

    beforeAll(async () => {
      const { database, organizationId } = workspace;
      own = requests.plain ?? '';
      foreign = requests.foreign ?? '';
      await database.auditPayloads.store([
        { id: own, organizationId, time: now, text },
        { id: foreign, organizationId: tenant.organizationId, time: now, text },
      ]);
    });

    it('are read by owners, and who read them is in the audit trail of changes', async () => {
      const answer = await payloadOf(owner, own);
      expect(answer.json()).toEqual({
        id: own,
        object: 'audit_payload',
        time: now.toISOString(),
        expires_at: new Date(now.getTime() + 3 * A_DAY_MS).toISOString(),
        request: { messages: ['Hello'] },
        answer: null,
        is_truncated: true,
      });
      const { data } = await workspace.database.changes.listPage(workspace.organizationId, { limit: 1 });
      expect(data).toMatchObject([
        {
          action: 'audit_payload.read',
          actorType: 'user',
          targetType: 'audit_payload',
          targetId: own,
          targetName: 'plain',
        },
      ]);
      expect(JSON.stringify(data)).not.toContain('Hello');
    });

    it('of another tenant are not there, and leave no trace', async () => {
      const { data: before } = await workspace.database.changes.listPage(workspace.organizationId, { limit: 1 });
      expect((await payloadOf(owner, foreign)).status).toBe(404);
      const stranger = await workspace.signIn({ organizationId: tenant.organizationId });
      expect((await payloadOf(stranger, own)).status).toBe(404);
      expect((await payloadOf(stranger, foreign)).status).toBe(200);
      const { data: after } = await workspace.database.changes.listPage(workspace.organizationId, { limit: 1 });
      expect(after).toEqual(before);
    });

    it('are not there if none was stored', async () => {
      const missing = await payloadOf(owner, requests.failed ?? '');
      expect(missing.status).toBe(404);
      expect(missing.json()).toMatchObject({ error: { code: 'payloads_off' } });
      expect((await payloadOf(owner, newId())).status).toBe(404);
    });

    it('are read by no administrator of a workspace', async () => {
      const { database, organizationId, workspaceId } = workspace;
      const admin = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'admin' }] });
      const placed = requests.placed ?? '';
      await database.auditPayloads.store([{ id: placed, organizationId, time: now, text }]);
      expect((await admin.send(`GET /admin/audit/${placed}?workspace_id=${workspaceId}`)).status).toBe(200);
      expect((await payloadOf(admin, placed)).status).toBe(403);
    });

    it('are removed after audit.payload_retention_days, though the record stays', async () => {
      await workspace.app.get(AuditRetentionTask, { strict: false }).run(new Date(now.getTime() + 3 * A_DAY_MS + 1));
      expect((await payloadOf(owner, own)).status).toBe(404);
      expect((await owner.send(`GET /admin/audit/${own}`)).status).toBe(200);
    });
  });

  it('keeps records for audit.retention_days, and makes room for the months to come', async () => {
    const { database } = workspace;
    const tenant = await addTenant(database, 'old');
    const person = await workspace.signIn({ organizationId: tenant.organizationId });
    const ages = [29, 31, 95, 400];
    await database.storeAuditRecords(
      auditLines(
        ages.map((days) =>
          auditLine(
            { organization_id: tenant.organizationId, request_id: `${days} days` },
            new Date(now.getTime() - days * A_DAY_MS),
          ),
        ),
      ),
    );
    const account = { account: 'team:long-ago', period_start: '2020-01-01T00:00:00.000Z' };
    const request = {
      ...account,
      lease: '01930000-0000-7000-8000-00000000000f',
      limit: 1,
      committed: 0,
      settled: 0,
      keep: 0,
      wanted: 1,
      needed: 0,
    };
    await database.budgets.lease([request], -4 * A_DAY_MS, ({ wanted }) => wanted);
    await workspace.app.get(AuditRetentionTask, { strict: false }).run(now);
    await workspace.app.get(BudgetCleanupTask, { strict: false }).run();
    expect(await database.budgets.removeEndedLeases()).toBe(0);
    expect(await list('', person)).toEqual(['29 days']);
    expect(await usage('?from=2020-01-01', person)).toMatchObject([{ requests: 4 }]);
  });
});
