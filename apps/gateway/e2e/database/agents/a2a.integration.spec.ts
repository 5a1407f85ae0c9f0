import { type StreamResponse, TaskState } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { TaskNotCancelableError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@multilane/persistence';
import { testDatabases, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import type { Issued } from '../make-tenant.js';
import { ask, connectA2a, named, question, stateOf, textOf } from './a2a-client.js';
import { calls, inTurn, LIMIT_MS, orderTool, SECRET, START_LIMIT_MS } from './order-tool.js';
import { type AgentSetup, startAgents } from './start-agents.js';

const [embedded] = testDatabases();
if (embedded === undefined) throw new Error('there is always the embedded database');

// docs/contract/agents.md#a2a
describe('agents over A2A', () => {
  let setup: AgentSetup;
  let ours: Issued;
  let theirs: Issued;
  let client: Client;

  const connect = ({ token }: Issued, agent: string): Promise<Client> =>
    connectA2a(`${setup.gateway.url}/a2a/${agent}/`, token);
  const post = (body: object, { agent = 'desk', key = ours, headers = { 'a2a-version': '1.0' } as object } = {}) =>
    setup.gateway.send(`/a2a/${agent}`, { token: key.token, method: 'POST', headers: { ...headers }, body });

  beforeAll(async () => {
    setup = await startAgents(embedded);
    await setup.setSecret('SHOP_KEY', SECRET);
    const tools = [orderTool(setup.tools.url)];
    const careful = [orderTool(setup.tools.url, { requires_approval: true })];
    await setup.makeAgent({ model: 'priced', a2a: true, tools, max_steps: 2 }, setup.own, 'desk');
    await setup.makeAgent({ model: 'priced', a2a: true, tools: careful }, setup.own, 'careful');
    await setup.makeAgent({ model: 'nobody-has-it', a2a: true }, setup.own, 'broken');
    await setup.makeAgent({ model: 'simulated', a2a: true }, setup.own, 'simulated');
    await setup.makeAgent({ model: 'priced', chat_model: true, mcp_tool: true }, setup.own, 'private');
    await setup.makeAgent({ model: 'priced', a2a: true }, setup.other, 'desk');
    ours = await setup.own.issueKey(true);
    theirs = await setup.other.issueKey(true);
    client = await connect(ours, 'desk');
  }, START_LIMIT_MS);

  afterAll(async () => {
    await setup?.stop();
  }, HOOK_LIMIT_MS);

  beforeEach(() => {
    setup.asked.length = 0;
    setup.say(() => 'Hello.');
    setup.tools.answerWith((response) => response.end('{"ok":true}'));
  });

  it(
    'have a card for whoever may use them, and for nobody else',
    async () => {
      const path = '/a2a/desk/.well-known/agent-card.json';
      const card = await setup.gateway.send(path, { token: ours.token });
      expect([card.status, card.headers['cache-control'], card.json()]).toMatchObject([
        200,
        'private, no-cache',
        {
          name: 'desk',
          description: 'Asks the agent desk.',
          version: '1',
          supportedInterfaces: [
            { url: `${setup.gateway.url}/a2a/desk`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          ],
          capabilities: { streaming: true, pushNotifications: false },
          securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
          defaultInputModes: ['text/plain'],
          skills: [{ id: 'desk' }],
        },
      ]);
      const unbound = await setup.own.issueKey(false);
      const statusOf = async (name: string, { token }: Partial<Issued>) =>
        (await setup.gateway.send(`/a2a/${name}/.well-known/agent-card.json`, token === undefined ? {} : { token }))
          .status;
      expect(await statusOf('desk', {})).toBe(401);
      expect(await statusOf('desk', unbound)).toBe(404);
      expect(await statusOf('careful', theirs)).toBe(404);
      expect(await statusOf('private', ours)).toBe(404);
      expect(await statusOf('nobody', ours)).toBe(404);
      expect((await post({}, { agent: 'private' })).status).toBe(404);
      const hidden = await post({}, { agent: 'careful', key: theirs });
      expect([hidden.status, hidden.json()]).toMatchObject([
        404,
        { jsonrpc: '2.0', id: null, error: { code: -32_000, data: [{ reason: 'NOT_FOUND' }] } },
      ]);
    },
    LIMIT_MS,
  );

  it(
    'answer messages with tasks, which are runs, whole and streamed',
    async () => {
      setup.say(inTurn(calls(), 'It is on its way.'));
      const task = await ask(client, 'Where is order 7?');
      expect(stateOf(task)).toBe(TaskState.TASK_STATE_COMPLETED);
      expect(textOf(task.artifacts[0])).toBe('It is on its way.');
      expect(textOf(task.history[0])).toBe('Where is order 7?');
      expect(task.metadata).toMatchObject({ stop_reason: 'completed', usage: { total_tokens: 220 } });
      expect(await setup.ended(task.id)).toMatchObject({ status: 'completed', agentName: 'desk' });
      expect(await client.getTask(named(task.id))).toEqual(task);
      expect((await client.getTask({ ...named(task.id), historyLength: 0 })).history).toEqual([]);

      const events: StreamResponse[] = [];
      setup.say(inTurn(calls(), 'It has come.'));
      for await (const event of client.sendMessageStream(question('And now?'))) events.push(event);
      const [first, ...others] = events.map(({ payload }) => payload);
      expect(first).toMatchObject({ $case: 'task', value: { contextId: expect.stringMatching(/./) } });
      expect(others.slice(-2)).toMatchObject([
        { $case: 'artifactUpdate', value: { lastChunk: true, artifact: { artifactId: 'answer' } } },
        { $case: 'statusUpdate', value: { status: { state: TaskState.TASK_STATE_COMPLETED } } },
      ]);
      const answer = await post({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: named(task.id) });
      expect(await setup.gateway.recordOf(answer)).toMatchObject({ endpoint: 'a2a', outcome: 'success' });
      const simulated = await ask(await connect(ours, 'simulated'), 'Hello there');
      expect([stateOf(simulated), textOf(simulated.artifacts[0])]).toEqual([
        TaskState.TASK_STATE_COMPLETED,
        expect.stringMatching(/./),
      ]);
    },
    LIMIT_MS,
  );

  it(
    'read what was said before in a context',
    async () => {
      const first = await ask(client, 'My name is Ada.');
      setup.say(() => 'You are Ada.');
      const second = await ask(client, 'Who am I?', { contextId: first.contextId });
      expect([second.contextId, textOf(second.history[0])]).toEqual([first.contextId, 'Who am I?']);
      const third = await ask(client, 'Sure?', { contextId: first.contextId });
      expect(textOf(third.history[0])).toBe('Sure?');
      const [said] = (setup.asked.at(-1)?.messages ?? []).filter(({ role }) => role === 'user');
      expect(JSON.parse(said?.content.split('\n')[1] ?? '[]')).toEqual([
        { role: 'user', content: 'My name is Ada.' },
        { role: 'assistant', content: 'Hello.' },
        { role: 'user', content: 'Who am I?' },
        { role: 'assistant', content: 'You are Ada.' },
        { role: 'user', content: 'Sure?' },
      ]);
      const request = { tenant: '', contextId: first.contextId, status: TaskState.TASK_STATE_UNSPECIFIED };
      const list = (more: object = {}) =>
        client.listTasks({ ...request, pageToken: '', statusTimestampAfter: undefined, ...more });
      const page = await list({ pageSize: 2 });
      expect([page.totalSize, page.tasks.map(({ id }) => id)]).toEqual([3, [third.id, second.id]]);
      expect(page.tasks[0]?.artifacts).toEqual([]);
      const next = await list({ pageSize: 2, pageToken: page.nextPageToken, includeArtifacts: true });
      expect([next.nextPageToken, next.tasks]).toEqual(['', [first]]);
      expect((await list({ status: TaskState.TASK_STATE_FAILED })).totalSize).toBe(0);
      expect((await list({ status: TaskState.TASK_STATE_REJECTED })).tasks).toEqual([]);
      expect((await list({ statusTimestampAfter: third.status?.timestamp })).tasks.map(({ id }) => id)).toEqual([
        third.id,
      ]);
    },
    LIMIT_MS,
  );

  it(
    'fail where a limit or an error ends the run, and never pass for completed',
    async () => {
      setup.say(() => calls());
      const limited = await ask(client, 'Look.');
      expect(stateOf(limited)).toBe(TaskState.TASK_STATE_FAILED);
      expect(textOf(limited.status?.message)).toContain('max_steps');
      expect([limited.artifacts, limited.metadata?.stop_reason]).toEqual([[], 'max_steps']);
      const broken = await ask(await connect(ours, 'broken'), 'Look.');
      expect([stateOf(broken), broken.metadata]).toMatchObject([
        TaskState.TASK_STATE_FAILED,
        { stop_reason: 'error', error_code: 'model_not_found' },
      ]);
    },
    LIMIT_MS,
  );

  it(
    'wait for the approval of a person, and go on with it',
    async () => {
      setup.say(inTurn(calls(), 'Found.'));
      const careful = await connect(ours, 'careful');
      const task = await ask(careful, 'Look.');
      expect(stateOf(task)).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
      expect(textOf(task.status?.message)).toContain('approval');
      await expect(ask(careful, 'Yes.', { taskId: task.id })).rejects.toBeInstanceOf(UnsupportedOperationError);
      expect(await setup.decide(task.id, task.id, 1)).toBe(true);
      const seen: unknown[] = [];
      await setup.ended(task.id);
      expect(stateOf(await careful.getTask(named(task.id)))).toBe(TaskState.TASK_STATE_COMPLETED);
      const late = async () => {
        for await (const { payload } of careful.resubscribeTask(named(task.id))) seen.push(payload);
      };
      await expect(late()).rejects.toBeInstanceOf(UnsupportedOperationError);
    },
    LIMIT_MS,
  );

  it(
    'go on when their client leaves, are followed again, and are cancelled once',
    async () => {
      const seen = setup.tools.seen.length;
      setup.tools.answerWith(() => undefined);
      setup.say(() => calls());
      const begun = await ask(client, 'Look.', {}, { returnImmediately: true });
      expect([TaskState.TASK_STATE_SUBMITTED, TaskState.TASK_STATE_WORKING]).toContain(stateOf(begun));
      await waitUntil('the call', () => setup.tools.seen.at(seen), LIMIT_MS);
      const leave = new AbortController();
      const left = (async () => {
        for await (const _ of client.resubscribeTask(named(begun.id), { signal: leave.signal })) leave.abort();
      })();
      await expect(left).rejects.toThrow();
      expect(stateOf(await client.getTask(named(begun.id)))).toBe(TaskState.TASK_STATE_WORKING);
      const states: unknown[] = [];
      for await (const { payload } of client.resubscribeTask(named(begun.id))) {
        if (payload?.$case === 'statusUpdate') states.push(payload.value.status?.state);
        else if (payload?.$case === 'task')
          expect(stateOf(await client.cancelTask(named(payload.value.id)))).toBe(TaskState.TASK_STATE_CANCELED);
      }
      expect(states).toEqual([TaskState.TASK_STATE_CANCELED]);
      await expect(client.cancelTask(named(begun.id))).rejects.toBeInstanceOf(TaskNotCancelableError);
      expect(await setup.ended(begun.id)).toMatchObject({ status: 'cancelled' });
    },
    LIMIT_MS,
  );

  it(
    'know the tasks of whoever began them alone, and of their own agent',
    async () => {
      const { id, contextId } = await ask(client, 'My name is Ada.');
      const strangers = [
        await connect(theirs, 'desk'),
        await connect(await setup.own.issueKey(true), 'desk'),
        await connect(ours, 'careful'),
      ];
      for (const stranger of strangers) {
        await expect(stranger.getTask(named(id))).rejects.toBeInstanceOf(TaskNotFoundError);
        await expect(stranger.cancelTask(named(id))).rejects.toBeInstanceOf(TaskNotFoundError);
        await expect(stranger.resubscribeTask(named(id)).next()).rejects.toBeInstanceOf(TaskNotFoundError);
        await expect(ask(stranger, 'Hi', { taskId: id })).rejects.toBeInstanceOf(TaskNotFoundError);
        setup.asked.length = 0;
        const own = await ask(stranger, 'Who am I?', { contextId });
        expect(JSON.stringify(setup.asked)).not.toContain('Ada');
        const filters = { tenant: '', contextId, status: TaskState.TASK_STATE_UNSPECIFIED, pageToken: '' };
        const { tasks } = await stranger.listTasks({ ...filters, statusTimestampAfter: undefined });
        expect(tasks.map((task) => task.id)).toEqual([own.id]);
      }
      await expect(client.getTask(named(newId()))).rejects.toBeInstanceOf(TaskNotFoundError);
      await expect(client.getTask(named('no-id'))).rejects.toBeInstanceOf(TaskNotFoundError);
      // A run that was begun in another way is no task.
      const run = await setup.start(
        (await setup.database.agentRuns.find(setup.own.organizationId, id))?.agentId ?? '',
        'Hi',
      );
      await expect(client.getTask(named(run))).rejects.toBeInstanceOf(TaskNotFoundError);
    },
    LIMIT_MS,
  );

  const rpc = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
  const send = (message: object, more: object = {}) =>
    rpc('SendMessage', {
      message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi' }], ...message },
      ...more,
    });

  it(
    'reject what is not supported and what is no request, and begin nothing for it',
    async () => {
      const cases: readonly (readonly [object, number, string?])[] = [
        [[], -32_600],
        [{}, -32_600],
        [{ ...rpc('GetTask'), jsonrpc: '1.0' }, -32_600],
        [{ ...rpc('GetTask'), id: null }, -32_600],
        [{ ...rpc('GetTask'), id: { a: 1 } }, -32_600],
        [{ ...rpc('GetTask'), id: 'x'.repeat(257) }, -32_600],
        [{ ...rpc('GetTask'), method: 7 }, -32_600],
        [rpc('message/send', {}), -32_601],
        [rpc('constructor', {}), -32_601],
        [rpc('GetTask', [1]), -32_602],
        [rpc('GetTask', {}), -32_602, 'id'],
        [rpc('GetTask', { id: 7 }), -32_602, 'id'],
        [rpc('GetTask', { id: newId(), historyLength: -1 }), -32_602, 'historyLength'],
        [rpc('GetTask', { id: newId(), tenant: 'other' }), -32_602, 'tenant'],
        [rpc('GetTask', { id: newId() }), -32_001],
        [rpc('ListTasks', { pageSize: 101 }), -32_602, 'pageSize'],
        [rpc('ListTasks', { pageToken: 'AAAA' }), -32_602, 'pageToken'],
        [rpc('ListTasks', { status: 'done' }), -32_602, 'status'],
        [rpc('ListTasks', { statusTimestampAfter: '2026-99-99T00:00:00Z' }), -32_602, 'statusTimestampAfter'],
        [rpc('SendMessage', {}), -32_602, 'message'],
        [send({ role: 'ROLE_AGENT' }), -32_602, 'message.role'],
        [send({ messageId: 'a\0b' }), -32_602, 'message.messageId'],
        [send({ parts: [] }), -32_602, 'message.parts'],
        [send({ parts: [{}] }), -32_602, 'message.parts[0]'],
        [send({ parts: [{ text: 7 }] }), -32_602, 'message.parts[0].text'],
        [send({ parts: [{ text: ' ' }] }), -32_602, 'message.parts'],
        [send({ parts: [{ text: 'a\0' }] }), -32_602, 'message.parts'],
        [send({ parts: [{ text: 'x'.repeat(200_001) }] }), -32_602, 'message.parts'],
        [send({ parts: Array.from({ length: 101 }, () => ({ text: 'x' })) }), -32_602, 'message.parts'],
        [send({ referenceTaskIds: ['x'] }), -32_602, 'message.referenceTaskIds'],
        [send({ parts: [{ url: 'http://127.0.0.1/' }] }), -32_005],
        [send({ parts: [{ raw: 'AAAA', text: 'x' }] }), -32_005],
        [send({ parts: [{ text: 'x', mediaType: 'image/png' }] }), -32_005],
        [send({}, { configuration: { acceptedOutputModes: ['image/png'] } }), -32_005],
        [send({}, { configuration: { taskPushNotificationConfig: { url: 'http://127.0.0.1/' } } }), -32_003],
        [rpc('CreateTaskPushNotificationConfig', {}), -32_003],
        [rpc('GetExtendedAgentCard'), -32_004],
      ];
      const got: unknown[] = [];
      for (const [body] of cases) {
        const answer = await post(body);
        const { error } = answer.json() as { error?: { code: number; data?: { metadata?: { param?: string } }[] } };
        got.push([answer.status, error?.code, error?.data?.[0]?.metadata?.param]);
      }
      expect(got).toEqual(cases.map(([, code, param]) => [200, code, param]));
      const old = await post(rpc('GetTask', { id: newId() }), { headers: {} });
      expect(old.json()).toMatchObject({ error: { code: -32_009 } });
      const large = await post(send({ parts: [{ text: 'x'.repeat(1_100_000) }] }));
      expect([large.status, large.json()]).toMatchObject([413, { jsonrpc: '2.0', id: null }]);
      expect(setup.asked).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'are under the limits of whoever asks',
    async () => {
      const spent = await setup.own.issueKey(true, { rpmLimit: 1 });
      const limited = await connect(spent, 'desk');
      expect(stateOf(await ask(limited, 'Hi', {}, { returnImmediately: true }))).toBeDefined();
      const refused = await post(send({}), { key: spent });
      expect([refused.status, refused.json()]).toMatchObject([
        200,
        { error: { code: -32_000, data: [{ reason: 'RPM_EXCEEDED', metadata: { code: 'rpm_exceeded' } }] } },
      ]);
      expect(await setup.gateway.recordOf(refused)).toMatchObject({ error_code: 'rpm_exceeded', outcome: 'refused' });
    },
    LIMIT_MS,
  );
});
