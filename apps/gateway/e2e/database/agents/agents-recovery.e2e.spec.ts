// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/database/agents/agents.integration.spec.ts.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readDefinition } from '@multilane/agents';
import { hashToken } from '@multilane/auth';
import { openJobQueues } from '@multilane/jobs';
import { type DatabaseWithSecrets, newId, openDatabase, SecretBox } from '@multilane/persistence';
import {
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
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from '../make-tenant.js';
import { START_LIMIT_MS } from './order-tool.js';
import { ACTOR, completionOf, type SeenMessage, startToolServer, type ToolServer } from './start-agents.js';

const RUNS = 20;
const CALLS = 3;
const LIMIT_MS = 180_000;

describe('runs of agents whose workers are killed (docs/contract/agents.md#durable-runs)', () => {
  let postgres: PostgresServer;
  let database: DatabaseWithSecrets;
  let upstream: FakeUpstream;
  let tools: ToolServer;
  let url: string;
  let tenant: Tenant;
  const spool = mkdtempSync(join(tmpdir(), 'multilane-spool-'));
  const workers: RunningGateway[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    url = await postgres.createDatabase();
    database = await openDatabase({ url, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    upstream = await startUpstream({ strict: false });
    tenant = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    tools = await startToolServer();
    // Slow enough for a worker to be killed meanwhile.
    tools.answerWith((response) => void setTimeout(() => response.end('ok'), 40));
    let turns = 0;
    upstream.onRequest(({ body }) => {
      const { messages, model } = body as { messages: SeenMessage[]; model: string };
      const said = messages.filter(({ role }) => role === 'assistant').length;
      turns += 1;
      const call = { name: 'note', arguments: { number: said }, id: `c${said}` };
      return jsonReply(completionOf(said < CALLS ? [call] : 'Done.', model, turns), { beforeMs: 20 });
    });
  }, START_LIMIT_MS);

  afterAll(async () => {
    for (const worker of workers) await worker.stop('SIGKILL');
    await database?.close();
    await upstream?.close();
    await tools?.close();
    await postgres?.stop();
    rmSync(spool, { recursive: true, force: true });
  }, HOOK_LIMIT_MS);

  const startWorker = async (): Promise<RunningGateway> => {
    const worker = await startGateway({
      config: gatewayConfig({
        upstreamUrl: upstream.url,
        server: { drain_delay_ms: 0, drain_ms: 1_000 },
        audit: { spool_dir: spool },
        network: { allow_private: ['127.0.0.1/32'] },
      }),
      env: { DATABASE_URL: url, ENCRYPTION_KEY },
      readyWithinMs: 100_000,
    });
    workers.push(worker);
    return worker;
  };
  const count = async (condition: string, table = 'agent_runs'): Promise<number> => {
    const { rows } = await database.sql.executeSql(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`);
    return rows[0].n;
  };

  it(
    'all come to their end, with each finished call made once',
    async () => {
      const { organizationId, workspaceId } = tenant;
      const person = await tenant.signIn('ada@example.com');
      const identity = { by: 'session', hash: hashToken(person.cookie), workspaceId };
      const parameters = { type: 'object', properties: { number: { type: 'integer' } } };
      const tool = {
        type: 'http',
        name: 'note',
        description: 'Notes.',
        method: 'POST',
        url: `${tools.url}/notes`,
        parameters,
      };
      const definition = readDefinition({ model: 'shared-name', tools: [tool] });
      const { id: agentId } = await database.change(ACTOR, ({ agents }) =>
        agents.create(tenant, { name: 'notes', description: '', definition, createdBy: 'test' }),
      );
      const queues = openJobQueues({
        database: { executeSql: database.sql.executeSql, listenUrl: undefined },
        isSender: true,
        onProblem: () => undefined,
      });
      await queues.whenReady();
      const enqueue = (id: string) => queues.enqueue('agent.run', { run_id: id }, { group: workspaceId });
      const run = {
        organizationId,
        workspaceId,
        agentId,
        version: 1,
        userId: person.userId,
        identity,
        clientAddress: null,
        input: 'Go.',
      };
      for (let at = 0; at < RUNS; at += 1) {
        const id = newId();
        await database.agentRuns.create({ ...run, id }, RUNS, async () => enqueue(id));
      }
      const worker = await startWorker();
      const enough = Math.floor(RUNS * CALLS * 0.4);
      const isFarEnough = async () =>
        (await count("kind = 'tool' AND status = 'finished'", 'agent_run_steps')) >= enough || undefined;
      await waitUntil('some calls to be finished', isFarEnough, LIMIT_MS);
      await worker.stop('SIGKILL');
      expect(await count('completed_at IS NULL')).toBeGreaterThan(0);
      const { rows: finished } = await database.sql.executeSql(
        "SELECT run_id || '-' || position AS key FROM agent_run_steps WHERE kind = 'tool' AND status = 'finished'",
      );
      // The queue does so when a worker has been silent for its heartbeat.
      const { rows: open } = await database.sql.executeSql('SELECT id FROM agent_runs WHERE completed_at IS NULL');
      for (const { id } of open) await enqueue(id);
      await startWorker();
      await waitUntil(
        'the end of all runs',
        async () => (await count('completed_at IS NULL')) === 0 || undefined,
        LIMIT_MS,
      );
      await queues.close();
      expect(await count("status = 'completed'")).toBe(RUNS);
      expect(await count("kind = 'tool' AND status = 'finished' AND NOT is_error", 'agent_run_steps')).toBe(
        RUNS * CALLS,
      );
      const made = tools.seen.map(({ headers }) => String(headers['idempotency-key']));
      expect(new Set(made).size).toBe(RUNS * CALLS);
      // A call whose result was stored is never made again; one that was under way has the same key.
      const keys = new Set(finished.map(({ key }: { key: string }) => key));
      expect(made.filter((key) => keys.has(key))).toHaveLength(keys.size);
    },
    LIMIT_MS * 2,
  );
});
