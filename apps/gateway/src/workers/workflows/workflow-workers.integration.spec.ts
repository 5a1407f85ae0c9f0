import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JobQueues, openJobQueues } from '@multilane/jobs';
import {
  type DatabaseWithSecrets,
  newId,
  openDatabase,
  SecretBox,
  type WorkflowRunDetails,
} from '@multilane/persistence';
import { BackgroundTasks, Metrics } from '@multilane/telemetry';
import { serviceDatabases, testEncryptionKey, waitUntil } from '@multilane/testing';
import { checkDefinition } from '@multilane/workflows';
import { TenantCode } from '../tenant-code/tenant-code.js';
import { WorkflowWorkers } from './workflow-workers.js';

const tenantCode = new TenantCode({ processes: 2, memoryMb: 256 });
afterAll(() => tenantCode.close());

const LIMIT_MS = 120_000;
const TEST = { type: 'system', id: null, name: 'test' } as const;

const NETWORK = { allow_private: ['127.0.0.1/32'] };
/** Part of a gateway that steps without models need. */
const LOGGER = { info: () => undefined, warn: () => undefined };
const SERVICES = {
  snapshots: { current: { network: NETWORK } },
  database: undefined,
  knowledge: undefined,
  logger: LOGGER,
  tasks: new BackgroundTasks({ logger: LOGGER, metrics: new Metrics() }),
};

describe.each(serviceDatabases())('workflows on $name (docs/contract/workflows.md)', (kind) => {
  let database: DatabaseWithSecrets;
  let queues: JobQueues;
  let workers: WorkflowWorkers;
  let server: Server;
  let base: string;
  let place: { organizationId: string; workspaceId: string };
  let workflowId: string;
  /** Number of the server's effects, by the idempotency key. */
  const effects = new Map<string, number>();
  const requests: { headers: Record<string, unknown>; body: string; path: string }[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const body = await text(request);
      requests.push({ headers: request.headers, body, path: request.url ?? '' });
      const key = String(request.headers['idempotency-key']);
      const before = effects.get(key) ?? 0;
      effects.set(key, before + 1);
      const status = request.url === '/flaky' && before === 0 ? 503 : request.url?.startsWith('/bad') ? 400 : 200;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ path: request.url, echoed: request.headers.authorization ?? null }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const location = await kind.create();
    database = await openDatabase({ ...location, secretBox: SecretBox.fromKeys(testEncryptionKey(1)) });
    await database.migrate();
    place = await database.change(TEST, async ({ organizations, workspaces, workspaceSecrets }) => {
      const { id: organizationId } = await organizations.create({ name: 'flows' });
      const { id: workspaceId } = await workspaces.create(organizationId, { name: 'w' });
      const secret = { workspaceId, name: 'TOKEN', description: null, value: 'sk-very-secret' };
      await workspaceSecrets.create(organizationId, secret);
      return { organizationId, workspaceId };
    });
    workflowId = await database.change(
      TEST,
      async ({ workflows }) => (await workflows.create(place, { name: 'main', description: null, draft: '{}' })).id,
    );
    queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: 'url' in location ? location.url : undefined },
      onProblem: () => undefined,
    });
    workers = new WorkflowWorkers({
      findNetwork: () => NETWORK as never,
      database,
      queues,
      services: SERVICES as never,
      tenantCode,
      concurrency: 8,
    });
    workers.startWorking();
    await queues.whenReady();
  }, LIMIT_MS);

  afterAll(async () => {
    await queues?.stopWork();
    await workers?.drain(1_000);
    await queues?.close();
    await workers?.close();
    await database?.close();
    await kind.stop();
    server?.closeAllConnections();
    server?.close();
  }, LIMIT_MS);

  const start = async (nodes: object[], edges: object[], more: object = {}): Promise<string> => {
    const { definition, problems } = await checkDefinition({ nodes, edges });
    expect(problems).toEqual([]);
    const id = newId();
    await database.inTransaction(async (sql) => {
      await database.workflowRuns.createWithin(sql, {
        ...place,
        id,
        workflowId,
        version: 1,
        definition: JSON.stringify(definition),
        trigger: 'manual',
        identity: {},
        startedBy: 'test',
        input: { name: 'Ada', list: [1, 2, 3, 4, 5], url: '{{secrets.TOKEN}}' },
        ...more,
      });
      await queues.enqueue('workflow.run', { run_id: id }, { within: sql });
    });
    queues.wake('workflow.run');
    return id;
  };
  const ended = (id: string): Promise<WorkflowRunDetails> =>
    waitUntil(
      'the run to end',
      async () => {
        const run = await database.workflowRuns.find(place.organizationId, id);
        return run?.endedAt === null ? undefined : run;
      },
      LIMIT_MS,
    );
  const stepsOf = (id: string) => database.workflowRuns.listSteps(id, { limit: 500 });
  const stepOf = async (id: string, nodeId: string) => (await stepsOf(id)).find((step) => step.nodeId === nodeId);
  const transform = (id: string, expression: string, more: object = {}) => ({
    id,
    kind: 'transform',
    expression,
    ...more,
  });
  const task = (path: string) => ({ kind: 'http', method: 'POST', url: `${base}${path}` });
  const http = (id: string, path: string, more: object = {}) => ({ id, ...task(path), ...more });

  it(
    'runs branches, skips those that are not taken, joins, and maps with concurrency',
    async () => {
      const id = await start(
        [
          transform('a', 'input.name & "!"'),
          { id: 'c', kind: 'condition', expression: 'steps.a.output.size() == 4' },
          http('yes', '/yes', { body: { name: '{{steps.a.output}}' } }),
          http('no', '/no'),
          {
            id: 'm',
            kind: 'map',
            items: 'input.list.map(x, {"n": x})',
            concurrency: 2,
            step: task('/item/{{item.n}}'),
          },
          transform('join', '{ "yes": steps.yes.output.status, "items": steps.m.output.items.output.body.path }'),
        ],
        [
          { from: 'a', to: 'c' },
          { from: 'c', to: 'yes', branch: 'true' },
          { from: 'c', to: 'no', branch: 'false' },
          { from: 'a', to: 'm' },
          { from: 'yes', to: 'join' },
          { from: 'no', to: 'join' },
          { from: 'm', to: 'join' },
        ],
      );
      const run = await ended(id);
      expect([run.status, run.error]).toEqual(['succeeded', null]);
      const items = [1, 2, 3, 4, 5].map((number) => `/item/${number}`);
      expect(run.output).toEqual({ join: { yes: 200, items } });
      expect((await stepOf(id, 'no'))?.status).toBe('skipped');
      expect(requests.find(({ path }) => path === '/yes')?.body).toBe('{"name":"Ada!"}');
      expect([...effects].filter(([key]) => key.startsWith(id)).map(([, count]) => count)).toEqual(Array(6).fill(1));
      const events = await database.runEvents.list(id, 0, 100);
      expect([events[0]?.kind, events.at(-1)?.kind]).toEqual(['run.started', 'run.completed']);
      expect(events.map(({ data, kind: name }) => [name, (data as { node?: string }).node])).toContainEqual([
        'step.skipped',
        'no',
      ]);
    },
    LIMIT_MS,
  );

  it(
    'tries again with the same idempotency key, sends secrets, and shows none',
    async () => {
      const headers = { Authorization: 'Bearer {{secrets.TOKEN}}', 'X-Data': '{{input.url}}' };
      const id = await start([http('call', '/flaky', { headers, retry: { max_attempts: 3, delay_seconds: 0 } })], []);
      const run = await ended(id);
      expect(run.status).toBe('succeeded');
      expect(effects.get(`${id}/call`)).toBe(2);
      const [first] = requests.filter(({ path }) => path === '/flaky');
      // A text in data is no reference to a secret.
      expect(first?.headers).toMatchObject({ authorization: 'Bearer sk-very-secret', 'x-data': '{{secrets.TOKEN}}' });
      const steps = await stepsOf(id);
      expect(steps[0]).toMatchObject({
        attempts: 2,
        input: { headers: { Authorization: 'Bearer {{secrets.TOKEN}}' } },
      });
      expect(JSON.stringify([run, steps, await database.runEvents.list(id, 0, 100)])).not.toContain('very-secret');
      const { rows } = await database.sql.executeSql('SELECT * FROM workflow_steps WHERE run_id = $1', [id]);
      expect(JSON.stringify(rows)).not.toContain('flaky');
    },
    LIMIT_MS,
  );

  it(
    'ends, goes on or takes another branch when a step fails, as the step says',
    async () => {
      const [fails, goesOn, branches] = await Promise.all([
        start([http('a', '/bad'), transform('b', '1')], [{ from: 'a', to: 'b' }]),
        start(
          [http('a', '/bad', { on_error: 'continue' }), transform('b', 'steps.a.error.code')],
          [{ from: 'a', to: 'b' }],
        ),
        start(
          [http('a', '/bad', { on_error: 'branch' }), transform('b', '1'), transform('d', 'steps.a.error.message')],
          [
            { from: 'a', to: 'b' },
            { from: 'a', to: 'd', branch: 'error' },
          ],
        ),
      ]);
      const message = 'The step a failed: The server answered with status 400.';
      expect(await ended(fails)).toMatchObject({ status: 'failed', error: { code: 'http_status', message } });
      expect(await stepOf(fails, 'a')).toMatchObject({
        status: 'failed',
        input: { url: `${base}/bad` },
        output: { status: 400 },
      });
      expect(await stepOf(fails, 'b')).toBeUndefined();
      expect(await ended(goesOn)).toMatchObject({ status: 'succeeded', output: { b: 'http_status' } });
      expect(await ended(branches)).toMatchObject({ output: { d: 'The server answered with status 400.' } });
      expect((await stepOf(branches, 'b'))?.status).toBe('skipped');
    },
    LIMIT_MS,
  );

  it(
    'says which items of a map failed, or ends with the first one',
    async () => {
      const map = (more: object) => ({
        id: 'm',
        kind: 'map',
        items: '["ok", "bad", "ok"]',
        step: { kind: 'http', url: `${base}/{{item}}` },
        ...more,
      });
      const [goesOn, fails] = await Promise.all([
        start([map({ on_item_error: 'continue' })], []),
        start([map({ concurrency: 1 })], []),
      ]);
      const run = await ended(goesOn);
      expect(run).toMatchObject({ status: 'succeeded', output: { m: { succeeded: 2, failed: 1 } } });
      const { items } = (run.output as { m: { items: { status: string; error?: object }[] } }).m;
      expect(items.map(({ status }) => status)).toEqual(['succeeded', 'failed', 'succeeded']);
      expect(await ended(fails)).toMatchObject({ status: 'failed', error: { code: 'http_status' } });
      expect((await stepsOf(fails)).filter(({ iteration }) => iteration === 2)[0]?.status).toBe('cancelled');
    },
    LIMIT_MS,
  );

  it(
    'waits without a worker, for a time, a person and a sub-workflow',
    async () => {
      const { definition: child } = await checkDefinition({ nodes: [transform('x', 'input.n * 2')] });
      const childId = await database.change(TEST, async ({ workflows }) => {
        const made = await workflows.create(place, { name: `child-${newId()}`, description: null, draft: '{}' });
        const definition = JSON.stringify(child);
        await workflows.publish(place.organizationId, made.id, {
          definition,
          nextRunAt: null,
          publishedBy: null,
          runAs: {},
        });
        return made.id;
      });
      const id = await start(
        [
          { id: 'w', kind: 'wait', seconds: 1 },
          { id: 'ok', kind: 'approval', message: 'Pay {{input.name}}?' },
          { id: 'sub', kind: 'subworkflow', workflow_id: childId, input: { n: 21 } },
          transform('never', '1'),
        ],
        [
          { from: 'w', to: 'ok' },
          { from: 'ok', to: 'sub', branch: 'approved' },
          { from: 'ok', to: 'never', branch: 'rejected' },
        ],
      );
      const waiting = await waitUntil(
        'the approval',
        async () => {
          const step = await stepOf(id, 'ok');
          return step?.status === 'waiting' ? step : undefined;
        },
        LIMIT_MS,
      );
      expect(waiting.input).toEqual({ message: 'Pay Ada?' });
      const decide = () =>
        database.workflowRuns.decideApproval(id, waiting.id, { decision: 'approved', by: 'Eve' }, (sql) =>
          queues.enqueue('workflow.step', { step_id: waiting.id }, { within: sql }),
        );
      expect([await decide(), await decide()]).toEqual([true, false]);
      queues.wake('workflow.step');
      const run = await ended(id);
      expect(run).toMatchObject({ status: 'succeeded', output: { sub: { x: 42 } } });
      expect((await stepOf(id, 'ok'))?.output).toEqual({ decision: 'approved', decided_by: 'Eve' });
    },
    LIMIT_MS,
  );

  it(
    'bounds expressions in time, and what steps reach',
    async () => {
      const [loops, inside, regex] = await Promise.all([
        start([transform('t', '($f := function($x) { $f($x + 1) }; $f(0))')], []),
        start([{ id: 'h', kind: 'http', url: 'http://169.254.169.254/latest' }], []),
        start([{ id: 'c', kind: 'condition', expression: `"${'a'.repeat(40)}!".matches("^(a+)+$")` }], []),
      ]);
      expect(await ended(loops)).toMatchObject({ status: 'failed', error: { code: 'expression_failed' } });
      expect(await ended(inside)).toMatchObject({ status: 'failed', error: { code: 'address_refused' } });
      expect(await ended(regex)).toMatchObject({ status: 'failed', error: { code: 'expression_failed' } });
    },
    LIMIT_MS,
  );

  it(
    'sends nothing in a dry run, and runs again from a step with what was done before',
    async () => {
      const nodes = [
        http('a', '/once', { on_error: 'fail' }),
        transform('b', 'steps.a.output.body.path'),
        http('d', '/again'),
      ];
      const edges = [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'd' },
      ];
      const dry = await ended(await start(nodes, edges, { dryRun: true }));
      expect([dry.status, requests.filter(({ path }) => path === '/once')]).toEqual(['succeeded', []]);
      const first = await ended(await start(nodes, edges));
      const second = await ended(await start(nodes, edges, { rerunOf: first.id, rerunFrom: 'b', trigger: 'rerun' }));
      expect(second).toMatchObject({ status: 'succeeded', output: { d: { body: { path: '/again' } } } });
      expect(requests.filter(({ path }) => path === '/once')).toHaveLength(1);
      expect(requests.filter(({ path }) => path === '/again')).toHaveLength(2);
      expect((await stepOf(second.id, 'b'))?.output).toBe('/once');
    },
    LIMIT_MS,
  );

  it(
    'starts by schedule once, however many processes look, and stops when it is cancelled',
    async () => {
      const checked = await checkDefinition({ nodes: [{ id: 'w', kind: 'wait', seconds: 3_600 }] });
      const definition = JSON.stringify(checked.definition);
      const scheduled = await database.change(TEST, async ({ workflows }) => {
        const made = await workflows.create(place, { name: 'nightly', description: null, draft: '{}' });
        await workflows.publish(place.organizationId, made.id, {
          definition,
          nextRunAt: null,
          publishedBy: null,
          runAs: {},
        });
        const schedule = { cron: '0 3 * * *', timezone: 'Europe/Berlin', nextRunAt: new Date(Date.now() - 1_000) };
        return workflows.update(place.organizationId, made.id, { schedule });
      });
      const other = new WorkflowWorkers({
        findNetwork: () => NETWORK as never,
        database,
        queues,
        services: SERVICES as never,
        tenantCode,
        concurrency: 1,
      });
      other.startWorking();
      const filters = { workspaceId: place.workspaceId, workflowId: scheduled.id };
      const [run] = await waitUntil(
        'the schedule to fire',
        async () => {
          const { data } = await database.workflowRuns.listPage(place.organizationId, { limit: 10, filters });
          return data.some(({ status }) => status === 'running') ? data : undefined;
        },
        LIMIT_MS,
      );
      expect(run).toMatchObject({ trigger: 'schedule', status: 'running' });
      const after = await database.workflows.find(place.organizationId, scheduled.id);
      expect(after?.nextRunAt?.getTime()).toBeGreaterThan(Date.now());
      await database.inTransaction((sql) => database.workflowRuns.cancelWithin(sql, run?.id ?? ''));
      expect((await ended(run?.id ?? '')).status).toBe('cancelled');
      expect((await stepsOf(run?.id ?? '')).map(({ status }) => status)).not.toContain('running');
      expect((await database.workflowRuns.listPage(place.organizationId, { limit: 10, filters })).data).toHaveLength(1);
      await other.drain(0);
      await other.close();
    },
    LIMIT_MS,
  );
});
