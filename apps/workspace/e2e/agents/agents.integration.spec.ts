import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JobQueues, openJobQueues } from '@multilane/jobs';
import { type HttpAnswer, serviceDatabases, waitUntil } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  refusalOf,
  type Send,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

const NOBODY = '01930000-0000-7000-8000-00000000000a';
const HTTP = {
  type: 'http',
  name: 'get_order',
  description: 'Finds an order.',
  url: 'https://shop.example/orders/{id}',
  parameters: { type: 'object', properties: { id: { type: 'string' } } },
};

describe('agents of the workspace (docs/contract/agents.md#agents)', () => {
  let workspace: TestWorkspace;
  let queues: JobQueues;
  let owner: Send;
  let stranger: Send;
  let viewer: TestCaller;
  let names = 0;
  /** Work of a worker on a run, in place of a gateway. */
  let work: (runId: string) => Promise<void> = async () => undefined;

  const json = <Body = Record<string, never>>(answer: HttpAnswer) => answer.json() as Body;
  const create = async (more: object = {}): Promise<string> => {
    names += 1;
    const made = await owner('POST /w/agents', { name: `agent-${names}`, model: 'm', ...more });
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    return json<{ id: string }>(made).id;
  };
  const answerWith = async (runId: string, answer: string): Promise<void> => {
    const { agentWork, runEvents } = workspace.database;
    const taken = await agentWork.take(runId);
    if (taken === undefined) return;
    const at = { runId, workspaceId: workspace.workspaceId };
    await runEvents.append(at, [{ kind: 'run.started', data: {} }]);
    const output = JSON.stringify({ answer, finish_reason: 'stop', citations: [] });
    const end = { status: 'completed', stopReason: 'completed', errorCode: null, output } as const;
    await agentWork.end(taken.hold, { id: runId, activeMs: 5 }, end, (sql) =>
      runEvents.appendWithin(sql, at, [{ kind: 'run.ended', data: { status: 'completed' } }]),
    );
    runEvents.announce(runId);
  };

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    const { database, workspaceId } = workspace;
    owner = (await workspace.signIn()).send;
    viewer = await workspace.signIn({ role: 'org_member', memberships: [{ workspaceId, role: 'viewer' }] });
    const tenant = await addTenant(database, 'other');
    stranger = (await workspace.signIn({ organizationId: tenant.organizationId })).send;
    queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: undefined },
      onProblem: () => undefined,
    });
    queues.work('agent.run', { concurrency: 4, onPoisoned: async () => undefined }, ({ data }) => work(data.run_id));
    await queues.whenReady();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await queues?.close();
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('are created, shown, changed in versions, and deleted', async () => {
    const made = await owner('POST /w/agents', { name: 'desk', model: 'm', tools: [HTTP], max_steps: 4 });
    expect([made.status, made.json()]).toEqual([
      201,
      {
        id: expect.any(String),
        object: 'agent',
        workspace_id: workspace.workspaceId,
        name: 'desk',
        description: '',
        version: 1,
        model: 'm',
        instructions: '',
        tools: [{ ...HTTP, requires_approval: false, method: 'GET', headers: {}, timeout_seconds: 30 }],
        kb_ids: [],
        docset_ids: [],
        max_steps: 4,
        caps: { cost_usd: null, tokens: null, seconds: 600, tool_calls: 100 },
        temperature: null,
        max_output_tokens: null,
        chat_model: false,
        mcp_tool: false,
        a2a: false,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const { id } = json<{ id: string }>(made);
    expect(refusalOf(await owner('POST /w/agents', { name: 'desk', model: 'm' }))).toEqual([409, 'conflict', 'name']);
    const same = await owner(`PATCH /w/agents/${id}`, { name: 'front-desk', max_steps: 4 });
    expect(same.json()).toMatchObject({ name: 'front-desk', version: 1 });
    const next = await owner(`PATCH /w/agents/${id}`, { instructions: 'Be kind.', caps: { tokens: 9 } });
    expect(next.json()).toMatchObject({
      version: 2,
      max_steps: 4,
      tools: [{ name: 'get_order' }],
      caps: { tokens: 9 },
    });
    const versions = json<{ data: { version: number }[]; next_cursor: string }>(
      await owner(`GET /w/agents/${id}/versions?limit=1`),
    );
    expect(versions).toMatchObject({
      data: [{ version: 2, instructions: 'Be kind.', created_by: expect.any(String) }],
    });
    const rest = await owner(`GET /w/agents/${id}/versions?cursor=${versions.next_cursor}`);
    expect(rest.json()).toMatchObject({ data: [{ version: 1, instructions: '' }], next_cursor: null });
    expect(refusalOf(await owner(`GET /w/agents/${id}/versions?cursor=x`))).toEqual([400, 'invalid_value', 'cursor']);
    expect((await owner(`DELETE /w/agents/${id}`)).status).toBe(204);
    expect(refusalOf(await owner(`GET /w/agents/${id}`))).toEqual([404, 'not_found']);
  });

  it('are changed and deleted only as the version that If-Match names', async () => {
    const made = await owner('POST /w/agents', { name: 'versioned', model: 'm' });
    const { id } = json<{ id: string }>(made);
    const first = String(made.headers.etag);
    expect((await owner(`GET /w/agents/${id}`)).headers.etag).toBe(first);
    const next = await owner(`PATCH /w/agents/${id}`, { instructions: 'Be kind.' }, { 'if-match': first });
    const second = String(next.headers.etag);
    expect([next.status, second === first]).toEqual([200, false]);
    const late = await owner(`PATCH /w/agents/${id}`, { instructions: 'Be quick.' }, { 'if-match': first });
    expect(refusalOf(late)).toEqual([412, 'precondition_failed', 'If-Match']);
    const removal = await owner(`DELETE /w/agents/${id}`, undefined, { 'if-match': first });
    expect(refusalOf(removal)).toEqual([412, 'precondition_failed', 'If-Match']);
    // A change of nothing creates no version.
    const same = await owner(`PATCH /w/agents/${id}`, { instructions: 'Be kind.' });
    expect([same.headers.etag, same.json()]).toMatchObject([second, { version: 2, instructions: 'Be kind.' }]);
    expect((await owner(`DELETE /w/agents/${id}`, undefined, { 'if-match': second })).status).toBe(204);
  });

  it.each<[string, object]>([
    ['model', { model: '' }],
    ['name', { name: 'two words' }],
    ['max_steps', { max_steps: 51 }],
    ['tools[0].type', { tools: [{ ...HTTP, type: 'shell' }] }],
    ['tools[0].server', { tools: [{ type: 'mcp', name: 't', server: 'nobody-has-it' }] }],
    ['tools[0].url', { tools: [{ ...HTTP, url: 'http://169.254.169.254/latest' }] }],
    ['tools[0].url', { tools: [{ ...HTTP, url: 'https://{id}.example/' }] }],
    ['tools[0].headers.a', { tools: [{ ...HTTP, headers: { a: '{{secrets.MISSING}}' } }] }],
    ['tools[0].agent_id', { tools: [{ type: 'agent', name: 'a', description: 'A.', agent_id: NOBODY }] }],
    ['kb_ids', { kb_ids: [NOBODY] }],
    ['docset_ids', { docset_ids: [NOBODY] }],
    ['chat_model', { chat_model: 'yes' }],
    ['chat_models', { chat_models: true }],
  ])('are rejected for %s: %j', async (param, more) => {
    const refused = await owner('POST /w/agents', { name: 'bad', model: 'm', ...more });
    expect(refusalOf(refused)).toEqual([400, 'invalid_value', param]);
  });

  it('use only agents and secrets of their own workspace, and not themselves', async () => {
    const theirs = json<{ id: string }>(await stranger('POST /w/agents', { name: 'theirs', model: 'm' })).id;
    const tool = (id: string) => ({ tools: [{ type: 'agent', name: 'a', description: 'A.', agent_id: id }] });
    const own = await create();
    for (const id of [theirs, own]) {
      expect(refusalOf(await owner(`PATCH /w/agents/${own}`, tool(id)))).toEqual([
        400,
        'invalid_value',
        'tools[0].agent_id',
      ]);
    }
    await stranger('POST /w/secrets', { name: 'THEIRS', value: 'v' });
    const headers = { tools: [{ ...HTTP, headers: { a: '{{secrets.THEIRS}}' } }] };
    expect(refusalOf(await owner(`PATCH /w/agents/${own}`, headers))).toEqual([
      400,
      'invalid_value',
      'tools[0].headers.a',
    ]);
    await owner('POST /w/secrets', { name: 'OURS', value: 'a-value' });
    const ours = await owner(`PATCH /w/agents/${own}`, { tools: [{ ...HTTP, headers: { a: '{{secrets.OURS}}' } }] });
    expect([ours.status, ours.text]).toEqual([200, expect.not.stringContaining('a-value')]);
  });

  it('use MCP servers of their own workspace, and say as what they are published', async () => {
    const server = { name: 'tickets', url: 'https://tickets.example/mcp' };
    expect((await owner('POST /admin/mcp-servers', server)).status).toBe(201);
    expect((await stranger('POST /admin/mcp-servers', { ...server, name: 'theirs' })).status).toBe(201);
    const id = await create();
    const tool = (name: string) => ({ tools: [{ type: 'mcp', name: 'desk', server: name, tools: ['search'] }] });
    expect(refusalOf(await owner(`PATCH /w/agents/${id}`, tool('theirs')))).toEqual([
      400,
      'invalid_value',
      'tools[0].server',
    ]);
    const changed = await owner(`PATCH /w/agents/${id}`, { ...tool('tickets'), chat_model: true });
    expect(changed.json()).toMatchObject({ ...tool('tickets'), chat_model: true, mcp_tool: false, version: 2 });
    expect((await owner(`PATCH /w/agents/${id}`, { chat_model: false })).json()).toMatchObject({
      chat_model: false,
      version: 3,
    });
  });

  it('run, and answer with the run when it has ended', async () => {
    work = (id) => answerWith(id, 'Shipped.');
    const id = await create({ instructions: 'Help.' });
    const ran = await owner(`POST /w/agents/${id}/runs`, { input: 'Where is it?' });
    expect([ran.status, ran.json()]).toMatchObject([
      201,
      {
        object: 'agent.run',
        status: 'completed',
        stop_reason: 'completed',
        input: 'Where is it?',
        output: 'Shipped.',
        error: null,
        steps: [],
      },
    ]);
    const run = json<{ id: string }>(ran).id;
    expect((await owner(`GET /w/agents/${id}/runs?status=completed`)).json()).toMatchObject({ data: [{ id: run }] });
    expect((await owner(`GET /w/agents/${id}/runs?status=failed`)).json()).toMatchObject({ data: [] });
    expect(refusalOf(await owner(`POST /w/agents/${id}/runs`, { input: 'x', version: 2 }))).toEqual([
      400,
      'invalid_value',
      'version',
    ]);
    // An agent of the workspace that is not the run's own.
    expect(refusalOf(await owner(`GET /w/agents/${await create()}/runs/${run}`))).toEqual([404, 'not_found']);
    const { rows } = await workspace.database.sql.executeSql('SELECT * FROM agent_runs WHERE id = $1', [run]);
    expect(JSON.stringify(rows)).not.toMatch(/Where is it|Shipped/);
  });

  it('stream the events of a run, and go on behind one', async () => {
    work = (id) => answerWith(id, 'Shipped.');
    const id = await create();
    const streamed = await owner(`POST /w/agents/${id}/runs`, { input: 'Hi' }, { accept: 'text/event-stream' });
    expect(streamed.headers['content-type']).toContain('text/event-stream');
    expect(streamed.text).toMatch(/event: run\.started[\s\S]+event: run\.ended/);
    const [, , , , , run] = String(streamed.headers.location).split('/');
    const rest = await owner(`GET /w/agents/${id}/runs/${run}/events`, undefined, { 'last-event-id': '1' });
    expect(rest.text).toContain('event: run.ended');
    expect(rest.text).not.toContain('run.started');
  });

  it('go on without whoever waits for them, and can be cancelled', async () => {
    work = async () => undefined;
    const id = await create();
    const started = await owner(`POST /w/agents/${id}/runs`, { input: 'Hi', wait_seconds: 0 });
    expect([started.status, started.json()]).toMatchObject([202, { status: 'queued', output: null }]);
    const run = json<{ id: string }>(started).id;
    const cancel = () => owner(`POST /w/agents/${id}/runs/${run}/cancel`);
    expect((await cancel()).json()).toMatchObject({ status: 'cancelled', stop_reason: 'cancelled' });
    expect((await cancel()).json()).toMatchObject({ status: 'cancelled' });
    expect((await owner(`GET /w/agents/${id}/runs/${run}/events`)).text).toContain('"cancelled"');
  });

  it('have calls approved and rejected, once each, by those who may', async () => {
    work = async () => undefined;
    const { database } = workspace;
    const id = await create();
    const run = json<{ id: string }>(await owner(`POST /w/agents/${id}/runs`, { input: 'Hi', wait_seconds: 0 })).id;
    const taken = await waitUntil('the run', () => database.agentWork.take(run));
    const call = {
      kind: 'tool',
      name: 'get_order',
      isError: false,
      result: null,
      startedAt: null,
      status: 'awaiting_approval',
    } as const;
    const content = JSON.stringify({ call_id: 'c', arguments: '{"id":"7"}' });
    await database.agentWork.addSteps(
      taken.hold,
      { id: run, activeMs: 1 },
      0,
      [
        { ...call, content },
        { ...call, content },
      ],
      async () => undefined,
    );
    expect(await database.agentWork.wait(taken.hold, { id: run, activeMs: 1 }, async () => undefined)).toBe('waits');
    const waiting = (await owner(`GET /w/agents/${id}/runs/${run}`)).json();
    expect(waiting).toMatchObject({
      status: 'awaiting_approval',
      waiting_calls: [
        { run_id: run, agent_id: id, position: 0, tool: 'get_order', arguments: '{"id":"7"}' },
        { position: 1 },
      ],
    });
    const decide = (body: object, send = owner) => send(`POST /w/agents/${id}/runs/${run}/approvals`, body);
    expect(refusalOf(await decide({ position: 0, decision: 'approve' }, viewer.send))).toEqual([
      403,
      'permission_denied',
    ]);
    expect(refusalOf(await decide({ position: 7, decision: 'approve' }))).toEqual([409, 'conflict']);
    const approved = await decide({ position: 0, decision: 'approve' });
    expect(approved.json()).toMatchObject({
      status: 'queued',
      steps: [{ status: 'due', decided_by: expect.any(String) }, {}],
    });
    const rejected = await decide({ position: 1, decision: 'reject', reason: 'Too risky.' });
    expect(rejected.json()).toMatchObject({
      steps: [{}, { status: 'finished', is_error: true, result: expect.stringContaining('Too risky.') }],
    });
    expect(refusalOf(await decide({ position: 1, decision: 'approve' }))).toEqual([409, 'conflict']);
    await owner(`POST /w/agents/${id}/runs/${run}/cancel`);
  });

  it('show a viewer their own runs alone, and the runs of all to those who approve', async () => {
    work = async () => undefined;
    const id = await create();
    const start = async (send: Send) =>
      json<{ id: string }>(await send(`POST /w/agents/${id}/runs`, { input: 'Hi', wait_seconds: 0 })).id;
    const [theirs, own] = [await start(owner), await start(viewer.send)];
    expect(
      json<{ data: { id: string }[] }>(await viewer.send(`GET /w/agents/${id}/runs`)).data.map((run) => run.id),
    ).toEqual([own]);
    for (const what of ['', '/events']) {
      expect(refusalOf(await viewer.send(`GET /w/agents/${id}/runs/${theirs}${what}`))).toEqual([404, 'not_found']);
    }
    expect(refusalOf(await viewer.send(`POST /w/agents/${id}/runs/${theirs}/cancel`))).toEqual([404, 'not_found']);
    expect((await owner(`GET /w/agents/${id}/runs`)).json()).toMatchObject({ data: [{ id: own }, { id: theirs }] });
    expect((await owner(`POST /w/agents/${id}/runs/${own}/cancel`)).status).toBe(200);
    expect(refusalOf(await stranger(`GET /w/agents/${id}/runs/${own}`))).toEqual([404, 'not_found']);
  });
});
