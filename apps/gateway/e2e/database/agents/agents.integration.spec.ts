import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@multilane/persistence';
import { vectorDatabaseInTurn, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { testAttacks } from './attack-agents.js';
import { calls, inTurn, LIMIT_MS, lastResults, orderTool, SECRET, START_LIMIT_MS } from './order-tool.js';
import { ACTOR, type AgentSetup, type Said, startAgents } from './start-agents.js';

const kind = vectorDatabaseInTurn(import.meta.filename);

describe('runs of agents (docs/contract/agents.md#runs)', () => {
  let setup: AgentSetup;

  beforeAll(async () => {
    setup = await startAgents(kind);
    await setup.setSecret('SHOP_KEY', SECRET);
    await setup.setSecret('ONLY_THEIRS', 'their-secret-value', setup.other);
  }, START_LIMIT_MS);

  afterAll(() => setup?.stop(), HOOK_LIMIT_MS);

  beforeEach(() => {
    setup.asked.length = 0;
    setup.tools.seen.length = 0;
    setup.tools.answerWith((response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"state":"shipped"}');
    });
  });

  const tool = (more?: object) => orderTool(setup.tools.url, more);
  const run = async (definition: object, input = 'Where is order 7?') => {
    const id = await setup.start(await setup.makeAgent({ model: 'priced', ...definition }), input);
    return setup.ended(id);
  };

  it(
    'come to an end on the simulator: the model calls a tool, gets its result, and answers',
    async () => {
      const id = await setup.start(await setup.makeAgent({ model: 'simulated', tools: [tool()] }), 'Please get order');
      const ended = await setup.ended(id);
      expect(ended).toMatchObject({ status: 'completed', stopReason: 'completed', usage: { steps: 2, toolCalls: 1 } });
      expect(ended.output.answer).toContain('{"status":200,"body":{"state":"shipped"}}');
      expect(setup.tools.seen).toMatchObject([
        { path: '/orders/example%20id', headers: { authorization: `Bearer ${SECRET}`, 'idempotency-key': `${id}-1` } },
      ]);
      expect((await setup.events(id)).map(({ kind }) => kind)).toEqual([
        'run.started',
        'model.answered',
        'tool.requested',
        'tool.started',
        'tool.finished',
        'model.answered',
        'run.ended',
      ]);
      const requestId = String(ended.steps[0]?.requestId);
      const line = await waitUntil('the audit record', () =>
        setup.gateway
          .auditLog()
          .split('\n')
          .find((text) => text.includes(requestId)),
      );
      expect(JSON.parse(line)).toMatchObject({ endpoint: 'chat.completions', model: 'simulated' });
    },
    LIMIT_MS,
  );

  it(
    'give wrong arguments back to the model, and make no call with them',
    async () => {
      setup.say(
        inTurn(
          [{ name: 'get_order', arguments: '{"id":' }],
          [{ name: 'get_order', arguments: { id: 7 } }],
          calls(),
          'Shipped.',
        ),
      );
      const ended = await run({ tools: [tool()] });
      expect(ended).toMatchObject({
        status: 'completed',
        output: { answer: 'Shipped.' },
        usage: { steps: 4, toolCalls: 1 },
      });
      expect(setup.tools.seen).toHaveLength(1);
      const results = setup.asked.map(({ messages }) => lastResults(messages).at(-1));
      expect(results.slice(1)).toEqual([
        expect.stringContaining('not a JSON object'),
        expect.stringContaining('must be string'),
        expect.stringContaining('shipped'),
      ]);
    },
    LIMIT_MS,
  );

  it(
    'make the calls of one answer at once',
    async () => {
      const waiting: (() => void)[] = [];
      setup.tools.answerWith((response) => {
        waiting.push(() => response.end('ok'));
        // Neither is answered before both are there.
        if (waiting.length === 2) for (const end of waiting) end();
      });
      setup.say(inTurn([...calls('1'), ...calls('2')] as Said, 'Both.'));
      expect(await run({ tools: [tool()] })).toMatchObject({ status: 'completed', usage: { toolCalls: 2 } });
    },
    LIMIT_MS,
  );

  it.each<[string, object, object]>([
    [
      'max_steps',
      { max_steps: 2 },
      { stopReason: 'max_steps', status: 'incomplete', usage: { steps: 2, toolCalls: 1 } },
    ],
    [
      'tokens',
      { caps: { tokens: 150 } },
      { stopReason: 'budget', status: 'incomplete', usage: { steps: 2, toolCalls: 1 } },
    ],
    [
      'cost',
      { caps: { cost_usd: 0.0003 } },
      { stopReason: 'budget', status: 'incomplete', usage: { steps: 1, costUsd: 0.00035 } },
    ],
    ['calls', { caps: { tool_calls: 1 } }, { stopReason: 'budget', status: 'incomplete', usage: { toolCalls: 1 } }],
  ])(
    'stop at the limit of %s and say so, without a success',
    async (_what, limits, expected) => {
      setup.say(() => calls());
      const ended = await run({ tools: [tool()], ...limits });
      expect(ended).toMatchObject(expected);
      expect(ended.completedAt).not.toBeNull();
      expect(ended.steps.filter(({ status }) => status === 'due')).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'stop in the middle of a call when their time is over',
    async () => {
      setup.tools.answerWith(() => undefined);
      setup.say(() => calls());
      const ended = await run({ tools: [tool()], caps: { seconds: 1 } });
      expect(ended).toMatchObject({ status: 'incomplete', stopReason: 'time' });
      expect(ended.steps.at(-1)).toMatchObject({ kind: 'tool', status: 'skipped' });
    },
    LIMIT_MS,
  );

  it(
    'fail where a cap on the cost cannot be held, a model rejects, or it says nothing',
    async () => {
      setup.say(() => 'Hello.');
      expect((await run({ model: 'only-default', caps: { cost_usd: 1 } })).output.error).toMatchObject({
        param: 'caps.cost_usd',
      });
      expect(await run({ model: 'nobody-has-it' })).toMatchObject({ status: 'failed', errorCode: 'model_not_found' });
      setup.say(() => []);
      expect(await run({})).toMatchObject({ status: 'failed', errorCode: 'provider_error' });
    },
    LIMIT_MS,
  );

  it(
    'wait for a person before calls that need one, and go on with the decision',
    async () => {
      setup.say(inTurn([...calls('1'), ...calls('2'), { name: 'look', arguments: { id: '3' } }] as Said, 'Decided.'));
      const definition = { model: 'priced', tools: [tool({ requires_approval: true }), tool({ name: 'look' })] };
      const id = await setup.start(await setup.makeAgent(definition), 'Do it.');
      const waits = await setup.ended(id, 'awaiting_approval');
      expect(waits).toMatchObject({ stopReason: 'awaiting_approval', completedAt: null });
      expect(setup.tools.seen.map(({ path }) => path)).toEqual(['/orders/3']);
      expect(await setup.decide(id, id, 1)).toBe(true);
      const again = await waitUntil('the run to wait again', async () => {
        const found = await setup.ended(id, 'awaiting_approval');
        return found.steps[1]?.status === 'finished' ? found : undefined;
      });
      expect(again.steps[1]).toMatchObject({ status: 'finished', decidedBy: 'Grace' });
      expect(await setup.decide(id, id, 2, '{"error":{"code":"rejected"}}')).toBe(true);
      expect(await setup.decide(id, id, 2)).toBe(false);
      const ended = await setup.ended(id);
      expect(ended).toMatchObject({ status: 'completed', output: { answer: 'Decided.' } });
      expect(ended.steps[2]).toMatchObject({ isError: true, result: expect.stringContaining('rejected') });
      expect(setup.tools.seen.map(({ path }) => path)).toEqual(['/orders/3', '/orders/1']);
    },
    LIMIT_MS,
  );

  it(
    'end within moments of being cancelled, and stay ended',
    async () => {
      let isAborted = false;
      setup.tools.answerWith((response) => response.once('close', () => (isAborted = true)));
      setup.say(() => calls());
      const id = await setup.start(await setup.makeAgent({ model: 'priced', tools: [tool()] }), 'Wait.');
      await waitUntil('the call', () => setup.tools.seen.at(0));
      expect([await setup.cancel(id), await setup.cancel(id)]).toEqual([true, false]);
      await waitUntil('the end of the call', () => isAborted || undefined);
      expect(await setup.ended(id)).toMatchObject({ status: 'cancelled', stopReason: 'cancelled' });
    },
    LIMIT_MS,
  );

  it(
    'go on from the last finished call when another worker takes them, and the first one writes nothing more',
    async () => {
      let held: (() => void) | undefined;
      let isFirst = true;
      setup.tools.answerWith((response, path) => {
        if (path === '/orders/2' && isFirst) {
          isFirst = false;
          held = () => response.end('late');
        } else response.end('ok');
      });
      setup.say(inTurn([...calls('1'), ...calls('2')] as Said, 'Done.'));
      const id = await setup.start(await setup.makeAgent({ model: 'priced', tools: [tool()] }), 'Go on.');
      await waitUntil('the first call to be stored', async () => {
        const [, first] = await setup.database.agentRuns.listSteps(id);
        return first?.status === 'finished' && held !== undefined ? true : undefined;
      });
      // The worker counts as dead: its fence is too old from now on.
      await setup.database.sql.executeSql('UPDATE agent_runs SET fence = fence + 1 WHERE id = $1', [id]);
      held?.();
      const { rows } = await setup.database.sql.executeSql('SELECT status FROM agent_runs WHERE id = $1', [id]);
      expect(rows[0].status).toBe('running');
      await setup.requeue(id);
      const ended = await setup.ended(id);
      expect(ended).toMatchObject({ status: 'completed' });
      expect(ended.steps[2]?.result).toContain('ok');
      const paths = setup.tools.seen.map(({ path }) => path);
      expect(paths.toSorted()).toEqual(['/orders/1', '/orders/2', '/orders/2']);
      const keys = setup.tools.seen
        .filter(({ path }) => path === '/orders/2')
        .map(({ headers }) => headers['idempotency-key']);
      expect(new Set(keys)).toEqual(new Set([`${id}-2`]));
    },
    LIMIT_MS,
  );

  it(
    'call other agents, with what is left of their own limits, and wait with them',
    async () => {
      const helper = await setup.makeAgent({
        model: 'priced',
        instructions: 'I help.',
        tools: [tool({ requires_approval: true })],
      });
      const ask = { type: 'agent', name: 'ask_helper', description: 'Helps.', agent_id: helper };
      const chief = await setup.makeAgent({
        model: 'priced',
        instructions: 'I lead.',
        tools: [ask],
        caps: { tokens: 400 },
      });
      setup.say((messages) => {
        const isHelper = messages[0]?.content.startsWith('I help.');
        if (messages.at(-1)?.role === 'tool') return isHelper ? 'It is shipped.' : 'They say so.';
        return isHelper ? calls() : [{ name: 'ask_helper', arguments: { input: 'Where is it?' } }];
      });
      const id = await setup.start(chief, 'Find it.');
      const waits = await setup.ended(id, 'awaiting_approval');
      const [waiting] = await setup.database.agentRuns.listWaiting(id);
      expect(waiting).toMatchObject({
        runId: waits.steps[1]?.childRunId,
        agentId: helper,
        name: 'get_order',
        position: 1,
      });
      expect(await setup.decide(waiting?.runId ?? '', id, 1)).toBe(true);
      const ended = await setup.ended(id);
      expect(ended).toMatchObject({
        status: 'completed',
        output: { answer: 'They say so.' },
        usage: { steps: 2, toolCalls: 2 },
      });
      expect(ended.usage.promptTokens + ended.usage.completionTokens).toBe(440);
      expect(ended.steps[1]?.result).toContain('It is shipped.');
    },
    LIMIT_MS,
  );

  it(
    'bound how deep agents call agents, also in a circle',
    async () => {
      setup.say((messages) =>
        messages.at(-1)?.role === 'tool'
          ? `Got: ${lastResults(messages).join()}`
          : [{ name: 'next', arguments: { input: 'Go on.' } }],
      );
      const next = (agentId: string) => ({ type: 'agent', name: 'next', description: 'Goes on.', agent_id: agentId });
      const first = await setup.makeAgent({ model: 'priced' });
      const second = await setup.makeAgent({ model: 'priced', tools: [next(first)] });
      const values = { definition: { model: 'priced', tools: [next(second)] }, createdBy: 'test' };
      await setup.database.change(ACTOR, ({ agents }) => agents.update(setup.own, first, values));
      const ended = await setup.ended(await setup.start(second, 'Go on.'));
      expect(ended).toMatchObject({
        status: 'completed',
        output: { answer: expect.stringContaining('nested too deeply') },
      });
    },
    LIMIT_MS,
  );

  it(
    'search the knowledge bases of the agent, and cite',
    async () => {
      const { database, own } = setup;
      const base = await database.change(ACTOR, ({ knowledgeBases }) =>
        knowledgeBases.create(own, { name: 'kb', embeddingModel: 'embedder' }),
      );
      setup.say((messages) =>
        messages.at(-1)?.role === 'tool'
          ? 'Nothing [1].'
          : [{ name: 'search_knowledge', arguments: { query: 'pump' } }],
      );
      const ended = await run({ kb_ids: [base.id] });
      expect(ended).toMatchObject({ status: 'completed', output: { answer: 'Nothing [1].', citations: [] } });
      expect(ended.steps[1]).toMatchObject({ isError: false, result: expect.stringContaining('Nothing was found') });
    },
    LIMIT_MS,
  );

  it(
    'fail where the credential is revoked before they begin, and where they never get on',
    async () => {
      setup.say(() => 'Hello.');
      const agent = await setup.makeAgent({ model: 'priced' });
      const gone = await setup.start(agent, 'Hi', {
        by: 'session',
        hash: 'nobody',
        workspaceId: setup.own.workspaceId,
      });
      expect(await setup.ended(gone)).toMatchObject({ status: 'failed', errorCode: 'invalid_api_key' });
      const id = newId();
      const { organizationId, workspaceId } = setup.own;
      const stuck = {
        id,
        organizationId,
        workspaceId,
        agentId: agent,
        version: 1,
        userId: null,
        identity: setup.identity,
        clientAddress: null,
      };
      let enqueued = 0;
      const enqueue = async (): Promise<void> => {
        enqueued += 1;
      };
      await setup.database.agentRuns.create({ ...stuck, input: 'Hi' }, 100, enqueue);
      // Somebody begins the same run: a second job would take it from its worker.
      await setup.database.agentRuns.create({ ...stuck, input: 'Hi' }, 100, enqueue);
      expect(enqueued).toBe(1);
      await setup.database.sql.executeSql('UPDATE agent_runs SET fence = 40 WHERE id = $1', [id]);
      await setup.requeue(id);
      expect(await setup.ended(id)).toMatchObject({ status: 'failed', errorCode: 'agent_run_interrupted' });
    },
    LIMIT_MS,
  );

  testAttacks(() => setup, run);
});
