import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readDefinition } from '@multilane/agents';
import { type JobQueues, openJobQueues } from '@multilane/jobs';
import { type DatabaseWithSecrets, newId, openDatabase, SecretBox } from '@multilane/persistence';
import { databasesInTurn, testEncryptionKey } from '@multilane/testing';
import { AgentWorkers, type AgentWorkersOptions } from './agent-workers.js';

const LIMIT_MS = 120_000;
const TEST = { type: 'system', id: null, name: 'test' } as const;

const databases = databasesInTurn(import.meta.filename);

describe.each(databases)('runs of agents that nobody has worked on for minutes, on $name', (kind) => {
  let database: DatabaseWithSecrets;
  let queues: JobQueues;
  let workers: AgentWorkers;
  let runId: string;

  beforeAll(async () => {
    const place = await kind.create();
    database = await openDatabase({ ...place, secretBox: SecretBox.fromKeys(testEncryptionKey(1)) });
    await database.migrate();
    queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: undefined },
      onProblem: () => undefined,
    });
    await queues.whenReady();
    const options = { database, queues, services: {}, checker: {}, findNetwork: () => ({}) };
    workers = new AgentWorkers(options as unknown as AgentWorkersOptions);
    runId = newId();
    const run = await database.change(TEST, async ({ agents, organizations, workspaces }) => {
      const { id: organizationId } = await organizations.create({ name: 'agents' });
      const { id: workspaceId } = await workspaces.create(organizationId, { name: 'w' });
      const definition = readDefinition({ model: 'gpt-4o' });
      const agent = { name: 'a', description: '', definition, createdBy: 'test' };
      const { id: agentId } = await agents.create({ organizationId, workspaceId }, agent);
      return { id: runId, organizationId, workspaceId, agentId, version: 1 };
    });
    const begun = { ...run, userId: null, identity: {}, clientAddress: null, input: 'go' };
    await database.agentRuns.create(begun, 100, (within) => queues.enqueue('agent.run', { run_id: runId }, { within }));
  }, LIMIT_MS);

  afterAll(async () => {
    await workers?.close();
    await queues?.stopWork();
    await queues?.close();
    await database?.close();
    await kind.stop();
  }, LIMIT_MS);

  const beSilent = () =>
    database.sql.executeSql("UPDATE agent_runs SET alive_at = now() - interval '1 hour' WHERE id = $1", [runId]);
  const countJobs = async (): Promise<number> => {
    const { rows } = await database.sql.executeSql(
      "SELECT count(*)::int AS jobs FROM multilane_jobs.job WHERE data ->> 'run_id' = $1 AND state < 'completed'",
      [runId],
    );
    return rows[0].jobs;
  };

  it('get no second job while theirs waits, and a new one when it is gone', async () => {
    await beSilent();
    await workers.lookAfter();
    expect(await countJobs()).toBe(1);
    await database.sql.executeSql('DELETE FROM multilane_jobs.job');
    await workers.lookAfter();
    // Another look has just been taken.
    expect(await countJobs()).toBe(0);
    await beSilent();
    await workers.lookAfter();
    expect(await countJobs()).toBe(1);
  });

  // An embedded database has one connection, so it has no other process.
  if (kind.name !== 'embedded') {
    it('are left to another process that looks after them at the same time', async () => {
      await beSilent();
      const before = new Date();
      const found = await database.inTransaction(async (sql) => {
        await sql.executeSql('SELECT 1 FROM agent_runs WHERE id = $1 FOR UPDATE', [runId]);
        const late = new Promise<'waits'>((resolve) => setTimeout(() => resolve('waits'), 3_000));
        return Promise.race([database.agentWork.takeStale(before, 10), late]);
      });
      expect(found).toEqual([]);
      expect(await database.agentWork.takeStale(before, 10)).toMatchObject([{ id: runId }]);
    });
  }
});
