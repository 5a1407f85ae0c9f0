import { type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import { BENCH_ENCRYPTION_KEY, BENCH_ORGANIZATION } from './database-gateway.js';
import { openSender } from './open-sender.js';

type Runs = 'workflow_runs' | 'agent_runs';

/** A workflow and an agent on the simulator, and what runs them past the API. */
export interface WorkflowWorld {
  startRun(id: string): Promise<void>;
  /** @param number chooses one of two workspaces: each may have three quarters of a process to itself */
  startAgent(id: string, number: number): Promise<void>;
  countOpen(table: Runs, ids: readonly string[]): Promise<number>;
  /** Counts the runs that ended otherwise. */
  countOthers(table: Runs, ids: readonly string[], status: string): Promise<number>;
  /** Explains the failure of the first of these runs that did not succeed, with its steps that did. */
  explainWorkflow(ids: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

const ACTOR = { type: 'operator', id: null, name: 'bench' } as const;
const MODEL = 'bench-simulated';
const ENDS: Readonly<Record<Runs, string>> = { workflow_runs: 'ended_at', agent_runs: 'completed_at' };

interface Contents {
  /** Items of the `map` step. */
  readonly items: number;
  readonly toolUrl: string;
}

/** Fills the database of a gateway with workspaces, each with a model of the simulator, a workflow and an agent. */
export async function fillWorkflows(databaseUrl: string, { items, toolUrl }: Contents): Promise<WorkflowWorld> {
  const database = await openDatabase({ url: databaseUrl, secretBox: SecretBox.fromKeys(BENCH_ENCRYPTION_KEY) });
  const queues = await openSender(database, databaseUrl);
  const places = [await addPlace(database, 'first', toolUrl), await addPlace(database, 'second', toolUrl)] as const;
  const [{ agentId: _agent, ...flow }] = places;
  const definition = JSON.stringify(describeWorkflow());
  const list = Array.from({ length: items }, (_, index) => `item ${index}`);
  const count = async (text: string, values: unknown[]): Promise<number> => {
    const { rows } = await database.sql.executeSql(text, values);
    return (rows as { count: number }[])[0]?.count ?? 0;
  };
  return {
    startRun: (id) =>
      database.inTransaction(async (sql) => {
        const origin = { trigger: 'manual', startedBy: 'bench', usesCache: false } as const;
        const { userId: _user, ...place } = flow;
        await database.workflowRuns.createWithin(sql, {
          ...place,
          ...origin,
          id,
          version: 1,
          definition,
          input: { list },
        });
        await queues.enqueue('workflow.run', { run_id: id }, { within: sql, group: flow.workspaceId });
      }),
    startAgent: async (id, number) => {
      const { workflowId: _workflow, ...place } = places[number % 2 === 0 ? 0 : 1];
      const run = { ...place, id, version: 1, clientAddress: null, input: 'hold', usesCache: false };
      await database.agentRuns.create(run, 200, (within) =>
        queues.enqueue('agent.run', { run_id: id }, { within, group: place.workspaceId }),
      );
    },
    countOpen: (table, ids) =>
      count(`SELECT count(*)::int AS count FROM ${table} WHERE id = ANY($1::uuid[]) AND ${ENDS[table]} IS NULL`, [ids]),
    countOthers: (table, ids, status) =>
      count(`SELECT count(*)::int AS count FROM ${table} WHERE id = ANY($1::uuid[]) AND status <> $2`, [ids, status]),
    explainWorkflow: async (ids) => {
      const { rows } = await database.sql.executeSql(
        `SELECT id FROM workflow_runs WHERE id = ANY($1::uuid[]) AND status <> 'succeeded' LIMIT 1`,
        [ids],
      );
      const id = (rows as { id: string }[])[0]?.id ?? '';
      const run = await database.workflowRuns.find(flow.organizationId, id);
      const steps = (await database.workflowRuns.listSteps(id, { limit: 200 })).filter(({ error }) => error !== null);
      return JSON.stringify({ status: run?.status, error: run?.error, steps: steps.map(({ error }) => error) });
    },
    close: async () => {
      await queues.close();
      await database.close();
    },
  };
}

async function addPlace(database: DatabaseWithSecrets, name: string, toolUrl: string) {
  const organization = await database.organizations.findByName(BENCH_ORGANIZATION);
  if (organization === undefined) throw new Error('the database has no organization');
  const { id: organizationId } = organization;
  return database.change(ACTOR, async (change) => {
    const { id: workspaceId } = await change.workspaces.create(organizationId, { name });
    const place = { organizationId, workspaceId };
    const user = await change.users.create(organizationId, {
      email: `${name}@example.com`,
      name,
      role: 'owner',
    });
    const provider = await change.providers.create(organizationId, {
      workspaceId,
      name: 'simulated',
      kind: 'simulator',
      secrets: {},
    });
    await change.models.create(organizationId, {
      workspaceId,
      kind: 'model',
      type: 'chat',
      providerId: provider.id,
      logicalName: MODEL,
      upstreamModel: 'simulator',
    });
    const workflow = await change.workflows.create(place, { name: 'steps', description: null, draft: '{}' });
    const agent = await change.agents.create(place, {
      name: 'holder',
      description: '',
      createdBy: 'bench',
      definition: describeAgent(toolUrl),
    });
    const identity = { by: 'member', organizationId, userId: user.id, workspaceId };
    return { ...place, userId: user.id, identity, workflowId: workflow.id, agentId: agent.id };
  });
}

/** A model, a condition, a transform, and a `map` whose items ask the model. */
function describeWorkflow(): object {
  const ask = { kind: 'model', model: MODEL, messages: [{ role: 'user', content: 'Say {{input.list}}' }] };
  const item = { ...ask, messages: [{ role: 'user', content: 'Say {{item}}' }] };
  return {
    nodes: [
      { id: 'ask', ...ask },
      { id: 'check', kind: 'condition', expression: 'steps.ask.output.text != ""' },
      { id: 'each', kind: 'map', items: 'input.list', concurrency: 5, step: item },
      { id: 'shape', kind: 'transform', expression: '{ "succeeded": steps.each.output.succeeded }' },
    ],
    edges: [
      { from: 'ask', to: 'check' },
      { from: 'check', to: 'each', branch: 'true' },
      { from: 'each', to: 'shape' },
    ],
  };
}

/** The simulator calls the tool, because the input has its name, and then answers. */
function describeAgent(toolUrl: string): object {
  const tool = {
    type: 'http',
    name: 'hold',
    description: 'Waits for the others.',
    requires_approval: false,
    method: 'POST',
    url: toolUrl,
    parameters: { type: 'object', properties: {} },
    headers: {},
    timeout_seconds: 60,
  };
  return {
    model: MODEL,
    instructions: 'Call the tool.',
    tools: [tool],
    kb_ids: [],
    docset_ids: [],
    max_steps: 5,
    caps: { cost_usd: null, tokens: null, seconds: 600, tool_calls: 10 },
    temperature: null,
    max_output_tokens: null,
  };
}
