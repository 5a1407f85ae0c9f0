import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type JobQueues, openJobQueues } from '@multilane/jobs';
import { newId, type WorkflowRunDetails } from '@multilane/persistence';
import { serviceDatabases, waitUntil } from '@multilane/testing';
import { checkDefinition } from '@multilane/workflows';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import type { Tenant } from '../make-tenant.js';
import { calls, inTurn, LIMIT_MS, orderTool, SECRET, START_LIMIT_MS } from './order-tool.js';
import { ACTOR, type AgentSetup, startAgents } from './start-agents.js';

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

describe('agent steps of workflows (docs/contract/workflows.md#agents)', () => {
  let setup: AgentSetup;
  let queues: JobQueues;
  let workflowId: string;

  beforeAll(async () => {
    setup = await startAgents(kind);
    await setup.setSecret('SHOP_KEY', SECRET);
    const { database, own } = setup;
    workflowId = await database.change(ACTOR, async ({ workflows }) => {
      return (await workflows.create(own, { name: 'flow', description: null, draft: '{}' })).id;
    });
    queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: undefined },
      isSender: true,
      onProblem: () => undefined,
    });
    await queues.whenReady();
  }, START_LIMIT_MS);

  afterAll(async () => {
    await queues?.close();
    await setup?.stop();
  }, HOOK_LIMIT_MS);

  beforeEach(() => {
    setup.tools.seen.length = 0;
    setup.tools.answerWith((response) => response.end('ok'));
    setup.say(() => 'Shipped.');
  });

  const begin = async (nodes: object[], more: object = {}): Promise<string> => {
    const { definition, problems } = await checkDefinition({ nodes });
    expect(problems).toEqual([]);
    const { database, identity, own } = setup;
    const id = newId();
    await database.inTransaction(async (sql) => {
      await database.workflowRuns.createWithin(sql, {
        organizationId: own.organizationId,
        workspaceId: own.workspaceId,
        id,
        workflowId,
        version: 1,
        definition: JSON.stringify(definition),
        trigger: 'manual',
        identity,
        startedBy: 'test',
        input: { order: 7, orders: ['1', '2', '3'] },
        ...more,
      });
      await queues.enqueue('workflow.run', { run_id: id }, { within: sql });
    });
    queues.wake('workflow.run');
    return id;
  };
  const ended = (id: string): Promise<WorkflowRunDetails> =>
    waitUntil(
      'the workflow to end',
      async () => {
        const run = await setup.database.workflowRuns.find(setup.own.organizationId, id);
        return run?.endedAt === null ? undefined : run;
      },
      LIMIT_MS,
    );
  const stepsOf = (id: string) => setup.database.workflowRuns.listSteps(id, { limit: 100 });
  const agentRunsOf = async (id: string) => {
    const { rows } = await setup.database.sql.executeSql(
      `SELECT run.id, run.status, run.user_id AS "userId" FROM agent_runs run
         JOIN workflow_steps step ON step.id = run.workflow_step_id WHERE step.run_id = $1 ORDER BY run.id`,
      [id],
    );
    return rows as { id: string; status: string; userId: string | null }[];
  };
  const agentStep = (agentId: string, more: object = {}) => ({
    id: 'ask',
    kind: 'agent',
    agent_id: agentId,
    input: 'Where is order {{input.order}}?',
    ...more,
  });
  const makeAgent = (more: object = {}, tenant?: Tenant) =>
    setup.makeAgent({ model: 'priced', tools: [orderTool(setup.tools.url)], ...more }, tenant);

  it(
    'begin a run of the agent, wait for it without a worker, and put out its answer',
    async () => {
      setup.say(inTurn(calls(), 'Shipped.'));
      const id = await begin([agentStep(await makeAgent())]);
      const run = await ended(id);
      expect([run.status, run.error]).toEqual(['succeeded', null]);
      const [made, ...others] = await agentRunsOf(id);
      expect([made?.status, made?.userId, others]).toEqual(['completed', expect.any(String), []]);
      const usage = { steps: 2, tool_calls: 1, prompt_tokens: 200, completion_tokens: 20 };
      expect(run.output).toMatchObject({ ask: { text: 'Shipped.', agent_run_id: made?.id, usage } });
      const content = await setup.database.agentRuns.readContent(made?.id ?? '');
      expect(content?.input).toBe('Where is order 7?');
      expect((await setup.events(id)).map(({ kind }) => kind)).toEqual([
        'run.started',
        'step.started',
        'step.waiting',
        'step.completed',
        'run.completed',
      ]);
    },
    LIMIT_MS,
  );

  it(
    'begin one run for each item of a map',
    async () => {
      const step = { kind: 'agent', agent_id: await makeAgent(), input: { order: '{{item}}' } };
      const id = await begin([{ id: 'each', kind: 'map', items: 'input.orders', step }]);
      const run = await ended(id);
      expect(run).toMatchObject({ status: 'succeeded', output: { each: { succeeded: 3, failed: 0 } } });
      const runs = await agentRunsOf(id);
      expect(runs.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
      const inputs = await Promise.all(runs.map((made) => setup.database.agentRuns.readContent(made.id)));
      expect(inputs.map((content) => content?.input).toSorted()).toEqual(
        ['1', '2', '3'].map((order) => JSON.stringify({ order })),
      );
    },
    LIMIT_MS,
  );

  it(
    'find the run that they began before a crash, and begin no second one',
    async () => {
      let release: (() => void) | undefined;
      setup.tools.answerWith((response) => {
        release = () => response.end('ok');
      });
      setup.say(inTurn(calls(), 'Found.'));
      const id = await begin([agentStep(await makeAgent())]);
      await waitUntil('the call', () => release, LIMIT_MS);
      const [step] = await stepsOf(id);
      // The state is that of a worker that died in the middle of the step.
      await setup.database.sql.executeSql(
        "UPDATE workflow_steps SET status = 'running', alive_at = now() - interval '1 hour' WHERE id = $1",
        [step?.id],
      );
      await queues.enqueue('workflow.step', { step_id: step?.id ?? '' });
      await waitUntil(
        'the step to wait again',
        async () => (await stepsOf(id)).find(({ status }) => status === 'waiting'),
        LIMIT_MS,
      );
      release?.();
      expect(await ended(id)).toMatchObject({ status: 'succeeded', output: { ask: { text: 'Found.' } } });
      expect(await agentRunsOf(id)).toHaveLength(1);
    },
    LIMIT_MS,
  );

  it(
    'fail with the limit that the agent reached or its error, and try again what may pass',
    async () => {
      setup.say(() => calls());
      const limited = await ended(await begin([agentStep(await makeAgent({ max_steps: 1 }))]));
      expect(limited).toMatchObject({ status: 'failed', error: { code: 'agent_max_steps' } });
      const spent = await ended(await begin([agentStep(await makeAgent({ caps: { tokens: 100 } }))]));
      expect(spent).toMatchObject({ status: 'failed', error: { code: 'agent_budget' } });
      const retry = { max_attempts: 2, delay_seconds: 0 };
      const unknown = await begin([agentStep(await makeAgent({ model: 'nobody-has-it' }), { retry })]);
      expect(await ended(unknown)).toMatchObject({ status: 'failed', error: { code: 'model_not_found' } });
      expect(await agentRunsOf(unknown)).toHaveLength(1);
      let turns = 0;
      setup.say(() => {
        turns += 1;
        return turns === 1 ? [] : 'At last.';
      });
      const again = await begin([agentStep(await makeAgent(), { retry })]);
      expect(await ended(again)).toMatchObject({ status: 'succeeded', output: { ask: { text: 'At last.' } } });
      expect((await agentRunsOf(again)).map(({ status }) => status).toSorted()).toEqual(['completed', 'failed']);
    },
    LIMIT_MS,
  );

  it(
    'wait for the person that the agent waits for, as long as they may, and say so',
    async () => {
      setup.say(inTurn(calls(), 'Approved.'));
      const agent = await makeAgent({ tools: [orderTool(setup.tools.url, { requires_approval: true })] });
      const id = await begin([agentStep(agent)]);
      await waitUntil(
        'the wait to be told',
        async () => (await setup.events(id)).find(({ data }) => data.waits_for === 'agent_approval'),
        LIMIT_MS,
      );
      const [made] = await agentRunsOf(id);
      expect(made?.status).toBe('awaiting_approval');
      expect(await setup.decide(made?.id ?? '', made?.id ?? '', 1)).toBe(true);
      expect(await ended(id)).toMatchObject({ status: 'succeeded', output: { ask: { text: 'Approved.' } } });
      setup.say(() => calls());
      const late = await begin([agentStep(agent, { timeout_seconds: 1 })]);
      expect(await ended(late)).toMatchObject({ status: 'failed', error: { code: 'timeout' } });
      expect((await agentRunsOf(late)).map(({ status }) => status)).toEqual(['cancelled']);
    },
    LIMIT_MS,
  );

  it(
    'end the run of the agent with their own, and fail when it is cancelled',
    async () => {
      setup.tools.answerWith(() => undefined);
      setup.say(() => calls());
      const agent = await makeAgent();
      const id = await begin([agentStep(agent)]);
      await waitUntil('the call', () => setup.tools.seen.at(0), LIMIT_MS);
      await setup.database.inTransaction((sql) => setup.database.workflowRuns.cancelWithin(sql, id));
      const [made] = await agentRunsOf(id);
      expect(made?.status).toBe('cancelled');
      expect((await setup.events(made?.id ?? '')).at(-1)).toMatchObject({
        kind: 'run.ended',
        data: { status: 'cancelled' },
      });
      const second = await begin([agentStep(agent)]);
      const begun = await waitUntil('the agent', async () => (await agentRunsOf(second)).at(0), LIMIT_MS);
      expect(await setup.cancel(begun.id)).toBe(true);
      const [step] = await stepsOf(second);
      await queues.enqueue('workflow.step', { step_id: step?.id ?? '' });
      expect(await ended(second)).toMatchObject({ status: 'failed', error: { code: 'agent_cancelled' } });
    },
    LIMIT_MS,
  );

  it(
    'run no agent of another workspace, none that is gone, and none in a dry run',
    async () => {
      const theirs = await ended(await begin([agentStep(await makeAgent({}, setup.other))]));
      expect(theirs).toMatchObject({ status: 'failed', error: { code: 'not_found' } });
      expect(await ended(await begin([agentStep(newId())]))).toMatchObject({ error: { code: 'not_found' } });
      const own = await makeAgent();
      const later = await ended(await begin([agentStep(own, { version: 9 })]));
      expect(later).toMatchObject({ status: 'failed', error: { code: 'not_found' } });
      const dry = await begin([agentStep(own)], { dryRun: true });
      expect(await ended(dry)).toMatchObject({ status: 'succeeded', output: { ask: { simulated: true } } });
      const [step] = await stepsOf(dry);
      expect(step?.input).toMatchObject({ agent_id: own, version: 1, input: 'Where is order 7?' });
      expect(await agentRunsOf(dry)).toEqual([]);
    },
    LIMIT_MS,
  );
});
