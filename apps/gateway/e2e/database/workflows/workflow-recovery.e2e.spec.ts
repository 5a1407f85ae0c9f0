// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/src/workers/workflows/workflow-workers.integration.spec.ts.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type JobQueues, openJobQueues } from '@multilane/jobs';
import { type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import {
  completion,
  type FakeUpstream,
  gatewayConfig,
  jsonReply,
  type PostgresServer,
  type RunningGateway,
  startGateway,
  startPostgres,
  startUpstream,
  waitUntil,
} from '@multilane/testing';
import { checkDefinition } from '@multilane/workflows';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { ENCRYPTION_KEY, makeTenant } from '../make-tenant.js';

const LIMIT_MS = 150_000;
const RUNS = 6;
const ITEMS = 8;

/** Workers that are killed, and a server that counts what they have it do, by the idempotency key. */
describe('workflows outlive their workers (docs/contract/workflows.md#steps)', () => {
  let postgres: PostgresServer;
  let database: DatabaseWithSecrets;
  let queues: JobQueues;
  let upstream: FakeUpstream;
  let sink: Server;
  let sinkUrl: string;
  let databaseUrl: string;
  let place: { organizationId: string; workspaceId: string };
  let identity: object;
  let workflowId: string;
  const workers: RunningGateway[] = [];
  const keys = new Map<string, number>();
  /** Called when a request has come, and again when it was answered. */
  let onRequest: (path: string, moment: 'received' | 'answered') => void = () => undefined;

  const startWorker = async (): Promise<RunningGateway> => {
    const worker = await startGateway({
      config: gatewayConfig({
        upstreamUrl: upstream.url,
        server: { drain_delay_ms: 0, drain_ms: 1_000 },
        network: { allow_private: ['127.0.0.1/32'] },
        async: { workers: 8 },
      }),
      env: { DATABASE_URL: databaseUrl, ENCRYPTION_KEY },
      readyWithinMs: 120_000,
    });
    workers.push(worker);
    return worker;
  };
  /** Moves the time forward by the silence after which a worker has lost its steps. */
  const forgetTheDead = () =>
    database.sql.executeSql(
      `UPDATE multilane_jobs.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active';
       UPDATE workflow_steps SET alive_at = now() - interval '1 minute' WHERE status = 'running'`,
    );

  beforeAll(async () => {
    sink = createServer(async (request, response) => {
      await text(request);
      const key = String(request.headers['idempotency-key']);
      keys.set(key, (keys.get(key) ?? 0) + 1);
      onRequest(request.url ?? '', 'received');
      response.setHeader('content-type', 'application/json');
      response.end('{"ok":true}', () => onRequest(request.url ?? '', 'answered'));
    });
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    sinkUrl = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
    postgres = await startPostgres();
    databaseUrl = await postgres.createDatabase();
    database = await openDatabase({ url: databaseUrl, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    upstream = await startUpstream();
    upstream.setDefault(jsonReply(completion({ content: 'Hello' })));
    const tenant = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    const { organizationId, workspaceId } = tenant;
    const { userId } = await tenant.signIn('ada@example.com');
    place = { organizationId, workspaceId };
    identity = { by: 'member', organizationId, userId, workspaceId };
    const values = { name: 'flow', description: null, draft: '{}' };
    workflowId = await tenant.change(async ({ workflows }) => (await workflows.create(place, values)).id);
    queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: databaseUrl },
      isSender: true,
      onProblem: () => undefined,
    });
    await queues.whenReady();
  }, HOOK_LIMIT_MS);

  afterEach(async () => {
    onRequest = () => undefined;
    for (const worker of workers.splice(0)) await worker.stop('SIGKILL');
  });

  afterAll(async () => {
    await queues?.close();
    await database?.close();
    await upstream?.close();
    await postgres?.stop();
    sink?.closeAllConnections();
    sink?.close();
  }, HOOK_LIMIT_MS);

  const definitionOf = async (): Promise<string> => {
    const http = (path: string) => ({ kind: 'http', method: 'POST', url: `${sinkUrl}${path}` });
    const { definition, problems } = await checkDefinition({
      nodes: [
        { id: 'ask', kind: 'model', model: 'shared-name', messages: [{ role: 'user', content: 'Hi {{input.name}}' }] },
        { id: 'first', ...http('/first') },
        { id: 'c', kind: 'condition', expression: 'steps.ask.output.text == "Hello"' },
        { id: 'yes', ...http('/yes') },
        { id: 'no', ...http('/no') },
        { id: 'each', kind: 'map', items: 'input.list', concurrency: 3, step: http('/item/{{item}}') },
        { id: 'pause', kind: 'wait', seconds: 1 },
        { id: 'join', ...http('/join') },
      ],
      edges: [
        { from: 'ask', to: 'c' },
        { from: 'c', to: 'yes', branch: 'true' },
        { from: 'c', to: 'no', branch: 'false' },
        { from: 'first', to: 'each' },
        { from: 'each', to: 'pause' },
        { from: 'yes', to: 'join' },
        { from: 'no', to: 'join' },
        { from: 'pause', to: 'join' },
      ],
      output: {
        text: '{{steps.ask.output.text}}',
        items: '{{steps.each.output.succeeded}}',
        join: '{{steps.join.output.status}}',
      },
    });
    expect(problems).toEqual([]);
    return JSON.stringify(definition);
  };

  const start = async (definition: string): Promise<string> => {
    const id = await database.inTransaction(async (sql) => {
      const run = await database.workflowRuns.createWithin(sql, {
        ...place,
        workflowId,
        version: 1,
        definition,
        trigger: 'manual',
        identity,
        startedBy: 'test',
        input: { name: 'Ada', list: Array.from({ length: ITEMS }, (_, index) => index) },
      });
      await queues.enqueue('workflow.run', { run_id: run ?? '' }, { within: sql });
      return run;
    });
    return id ?? '';
  };

  it(
    'that are killed at the boundaries of steps: each effect happens once, and no run is stranded',
    async () => {
      // Before the server answers, after it has answered, between items, and while runs wait.
      const moments = [
        ['/first', 'received'],
        ['/item/4', 'answered'],
        ['/join', 'received'],
      ] as const;
      const definition = await definitionOf();
      const ids = await Promise.all(Array.from({ length: RUNS }, () => start(definition)));
      for (const [path, moment] of moments) {
        const reached = new Promise<void>((resolve) => {
          onRequest = (seen, at) => {
            if (seen === path && at === moment) resolve();
          };
        });
        const worker = await startWorker();
        await reached;
        await worker.stop('SIGKILL');
        await forgetTheDead();
      }
      onRequest = () => undefined;
      await startWorker();
      const runs = await waitUntil(
        'all runs to end',
        async () => {
          const found = await Promise.all(ids.map((id) => database.workflowRuns.find(place.organizationId, id)));
          return found.every((run) => run?.endedAt) ? found : undefined;
        },
        LIMIT_MS,
      );
      expect(runs.map((run) => [run?.status, run?.output, run?.error])).toEqual(
        ids.map(() => ['succeeded', { text: 'Hello', items: ITEMS, join: 200 }, null]),
      );
      const items = Array.from({ length: ITEMS }, (_, index) => `each/${index}`);
      const expected = ids.flatMap((id) => ['first', 'yes', 'join', ...items].map((step) => `${id}/${step}`));
      expect([...keys.keys()].toSorted()).toEqual(expected.toSorted());
      const steps = await Promise.all(ids.map((id) => database.workflowRuns.listSteps(id, { limit: 200 })));
      for (const ofRun of steps) {
        expect(ofRun).toHaveLength(8 + ITEMS);
        expect(ofRun.filter(({ nodeId }) => nodeId === 'no').map(({ status }) => status)).toEqual(['skipped']);
      }
      // Models are asked as the person, under the policies that hold for them.
      const records = await waitUntil(
        'the records',
        async () => {
          const { data } = await database.auditRecords.listPage(place.organizationId, { limit: 50 });
          return data.length >= RUNS ? data : undefined;
        },
        30_000,
      );
      expect(new Set(records.map(({ userId }) => userId))).toEqual(new Set([(identity as { userId: string }).userId]));
    },
    4 * LIMIT_MS,
  );
});
