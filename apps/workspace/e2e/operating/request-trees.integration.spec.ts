import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readDefinition } from '@multilane/agents';
import { newId } from '@multilane/persistence';
import { auditLine, auditLines, idAt, serviceDatabases } from '@multilane/testing';
import {
  addTenant,
  HOOK_LIMIT_MS,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

interface Node {
  readonly id: string;
  readonly parent_id: string | null;
  readonly kind: string;
  readonly name: string | null;
  readonly requests: number;
  readonly cost_usd: number;
}

const SETUP = { type: 'system', id: null, name: 'test' } as const;
const hex = (id: string): string => id.replaceAll('-', '');

// docs/contract/audit.md#trees
describe.each(serviceDatabases())('trees of requests on $name', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let stranger: TestCaller;
  let count = 0;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
    const { organizationId } = await addTenant(workspace.database, 'trees');
    stranger = await workspace.signIn({ organizationId });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await workspace?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  const record = async (requestId: string, values: object = {}): Promise<string> => {
    const { database, organizationId, workspaceId } = workspace;
    const time = new Date(Date.now() + count);
    const id = idAt(time);
    count += 1;
    const own = { id, request_id: requestId, organization_id: organizationId, workspace_id: workspaceId, cost_usd: 1 };
    await database.storeAuditRecords(auditLines([auditLine({ ...own, ...values }, time)]));
    return id;
  };
  const read = async (id: string): Promise<{ nodes: Node[]; has_more: boolean }> => {
    const answer = await owner.send(`GET /admin/audit/${id}/tree`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.json() as { nodes: Node[]; has_more: boolean };
  };

  /** A step of a workflow that began an agent, which asked a model, called a tool, and called another agent. */
  const beginRuns = async () => {
    const { database, organizationId, workspaceId } = workspace;
    const place = { organizationId, workspaceId };
    const workflow = await database.change(SETUP, ({ workflows }) =>
      workflows.create(place, { name: `w-${newId()}`, description: null, draft: '{"nodes":[],"edges":[]}' }),
    );
    const stepId = newId();
    const workflowRun = await database.inTransaction(async (sql) => {
      const id = await database.workflowRuns.createWithin(sql, {
        ...place,
        workflowId: workflow.id,
        version: 1,
        definition: '{"nodes":[],"edges":[]}',
        trigger: 'manual',
        identity: {},
        startedBy: 'test',
        input: null,
      });
      await sql.executeSql(
        "INSERT INTO workflow_steps (id, run_id, node_id, status, fence) VALUES ($1, $2, 'research', 'waiting', 1)",
        [stepId, id],
      );
      return id ?? '';
    });
    const makeAgent = (name: string) =>
      database.change(SETUP, ({ agents }) =>
        agents.create(place, { name, description: '', definition: readDefinition({ model: 'm' }), createdBy: 'test' }),
      );
    const [agent, helper] = [await makeAgent(`a-${newId()}`), await makeAgent(`h-${newId()}`)];
    const runId = newId();
    const begun = { userId: null, identity: {}, clientAddress: null, input: 'Hello', workflowStepId: stepId };
    await database.agentRuns.create({ ...place, ...begun, id: runId, agentId: agent.id, version: 1 }, 9, async () => 0);
    const taken = await database.agentWork.take(runId);
    if (taken === undefined) throw new Error('the run is not there');
    const { hold } = taken;
    const child = await database.agentWork.takeChild(hold, taken.run, { position: 2, agentId: helper.id, input: 'x' });
    const step = { status: 'finished', isError: false, content: '{}', result: null, startedAt: new Date() } as const;
    const steps = [
      { ...step, kind: 'model', name: 'm' },
      { ...step, kind: 'tool', name: 'clock' },
    ] as const;
    await database.agentWork.addSteps(hold, { id: runId, activeMs: 1 }, 0, steps as never, async () => undefined);
    return { workflow, workflowRun, stepId, agent, helper, runId, childId: child?.id ?? '' };
  };

  it('have the outermost run at the root, with the cost of each part', async () => {
    const { agent, childId, helper, runId, stepId, workflow, workflowRun } = await beginRuns();
    const ofStep = await record(`wfs_${hex(stepId)}_1`);
    const ofAgent = await record(`agr_${hex(runId)}_0_1`);
    await record(`agr_${hex(runId)}_0_1`, { workspace_id: null });
    const { has_more, nodes } = await read(ofAgent);
    expect(has_more).toBe(false);
    const shown = nodes.map((node) => [node.kind, node.name, node.parent_id, node.requests, node.cost_usd]);
    expect(shown).toEqual([
      ['workflow_run', workflow.name, null, 2, 2],
      ['workflow_step', 'research', workflowRun, 2, 2],
      ['agent_run', agent.name, stepId, 1, 1],
      ['agent_run', helper.name, runId, 0, 0],
      ['agent_step', 'clock', runId, 0, 0],
      ['request', 'm', runId, 1, 1],
      ['request', 'gpt-4o', stepId, 1, 1],
    ]);
    expect(nodes.map(({ id }) => id)).toContain(childId);
    expect((await read(ofStep)).nodes.map(({ id }) => id)).toEqual(nodes.map(({ id }) => id));
  });

  it('do not lead from an id that somebody chose to runs of other workspaces and tenants', async () => {
    const { runId } = await beginRuns();
    const elsewhere = await record(`agr_${hex(runId)}_7_1`, { workspace_id: newId() });
    expect((await read(elsewhere)).nodes).toMatchObject([{ id: elsewhere, kind: 'request' }]);
    const gone = await record(`wfs_${hex(newId())}_1`);
    expect((await read(gone)).nodes).toMatchObject([{ id: gone, kind: 'request' }]);
  });

  it('have all requests of a session of the same client, and of no other workspace', async () => {
    const session = `s-${newId()}`;
    const first = await record('one', { session, client: 'claude-code' });
    const second = await record('two', { session, client: 'claude-code' });
    await record('three', { session, client: 'codex' });
    await record('four', { session, client: 'claude-code', workspace_id: newId() });
    const { nodes } = await read(second);
    expect(nodes.map(({ cost_usd, id, kind: is, requests }) => [id, is, requests, cost_usd])).toEqual([
      [session, 'session', 2, 2],
      [first, 'request', 1, 1],
      [second, 'request', 1, 1],
    ]);
  });

  it('name a conversation of the console as such', async () => {
    const { database, organizationId, workspaceId } = workspace;
    const [person] = await database.users.listAll(organizationId);
    const chat = await database.chatSessions.create(
      { organizationId, workspaceId, userId: person?.id ?? '' },
      { title: null, isShared: false, tools: undefined },
    );
    const id = await record('said', { session: chat.id, client: null });
    expect((await read(id)).nodes).toMatchObject([{ id: chat.id, kind: 'conversation' }, { id }]);
  });

  it('have the responses of a realtime session below it', async () => {
    const session = `rt-${newId()}`;
    const root = await record(session, { endpoint: 'realtime' });
    const turn = await record(`${session}-1`, { endpoint: 'realtime', details: { session } });
    const expected = [
      { id: root, parent_id: null, requests: 2 },
      { id: turn, parent_id: root, requests: 1 },
    ];
    expect((await read(root)).nodes).toMatchObject(expected);
    expect((await read(turn)).nodes).toMatchObject(expected);
  });

  it('are not there for another tenant', async () => {
    const id = await record('mine');
    expect((await stranger.send(`GET /admin/audit/${id}/tree`)).status).toBe(404);
  });
});
