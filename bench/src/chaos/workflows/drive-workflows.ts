import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId, openDatabase, SecretBox } from '@multilane/persistence';
import { type ChaosWorld, ENCRYPTION_KEY } from './chaos-world.js';
import { type Finding, listCounts, type OwnCallers } from './finding.js';

const PAUSE_MS = 200;
const ITEMS = 20;
/** A worker is known to be dead after some seconds, and a job that is gone after a minute. */
const END_LIMIT_MS = 180_000;
const POLL_MS = 1_000;

/** Counts what steps have it do, by the idempotency key. */
async function startSink() {
  const keys = new Map<string, number>();
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    keys.set(key, (keys.get(key) ?? 0) + 1);
    request.resume();
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { keys, url, close };
}

/** A branch, a map, a wait and a join, with a request at each boundary. */
function describeWorkflow(url: string): string {
  const http = {
    kind: 'http',
    method: 'POST',
    url,
    retry: { max_attempts: 10, delay_seconds: 1, max_delay_seconds: 10 },
  };
  const { retry, ...task } = http;
  return JSON.stringify({
    nodes: [
      { id: 'first', ...http },
      { id: 'check', kind: 'condition', expression: 'steps.first.output.status == 200' },
      { id: 'yes', ...http },
      { id: 'each', kind: 'map', items: 'input.list', concurrency: 5, retry, step: task },
      { id: 'pause', kind: 'wait', seconds: 2 },
      { id: 'join', ...http },
    ],
    edges: [
      { from: 'first', to: 'check' },
      { from: 'check', to: 'yes', branch: 'true' },
      { from: 'first', to: 'each' },
      { from: 'each', to: 'pause' },
      { from: 'yes', to: 'join' },
      { from: 'pause', to: 'join' },
    ],
  });
}

/** The steps that the server must see once for each run. */
const STEPS = ['first', 'yes', 'join', ...Array.from({ length: ITEMS }, (_, index) => `each/${index}`)];

/** Starts runs of a workflow until it is stopped, past the API: the workers are what is killed. */
export async function startWorkflows({ databaseUrl, keys: { organizationId } }: ChaosWorld): Promise<OwnCallers> {
  const sink = await startSink();
  const database = await openDatabase({ url: databaseUrl, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
  const { openJobQueues } = await import('@multilane/jobs');
  const queues = openJobQueues({
    database: { executeSql: database.sql.executeSql, listenUrl: databaseUrl },
    isSender: true,
    onProblem: () => undefined,
  });
  await queues.whenReady();
  const actor = { type: 'operator', id: null, name: 'chaos' } as const;
  const place = await database.change(actor, async ({ workflows, workspaces }) => {
    const { id: workspaceId } = await workspaces.create(organizationId, { name: 'flows' });
    const values = { name: 'flow', description: null, draft: '{}' };
    const { id: workflowId } = await workflows.create({ organizationId, workspaceId }, values);
    return { organizationId, workspaceId, workflowId };
  });
  const definition = describeWorkflow(sink.url);
  const asked: string[] = [];
  let isStopping = false;
  const startOne = async (): Promise<void> => {
    const id = newId();
    asked.push(id);
    const input = { list: Array.from({ length: ITEMS }, (_, index) => index) };
    const origin = { trigger: 'manual', identity: {}, startedBy: 'chaos' } as const;
    await database.inTransaction(async (sql) => {
      await database.workflowRuns.createWithin(sql, { ...place, ...origin, id, version: 1, definition, input });
      await queues.enqueue('workflow.run', { run_id: id }, { within: sql });
    });
  };
  /** Those that were stored: where an answer was lost, the database knows. */
  const findRuns = async (): Promise<readonly { id: string; status: string; ended: boolean }[]> => {
    const { rows } = await database.sql.executeSql(
      'SELECT id, status, ended_at IS NOT NULL AS ended FROM workflow_runs WHERE id = ANY($1::uuid[])',
      [asked],
    );
    return rows as { id: string; status: string; ended: boolean }[];
  };
  const work = (async () => {
    while (!isStopping) {
      // Such as while the database is away: nobody was promised anything.
      await startOne().catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  })();
  return {
    stop: async () => {
      isStopping = true;
      await work;
      const finding = await readFinding(findRuns, sink.keys);
      await queues.close();
      await database.close();
      sink.close();
      return finding;
    },
  };
}

async function readFinding(
  findRuns: () => Promise<readonly { readonly id: string; readonly status: string; readonly ended: boolean }[]>,
  keys: ReadonlyMap<string, number>,
): Promise<Finding> {
  const deadline = performance.now() + END_LIMIT_MS;
  let runs = await findRuns();
  while (runs.some(({ ended }) => !ended) && performance.now() < deadline) {
    await sleep(POLL_MS);
    runs = await findRuns();
  }
  const ends = runs.filter(({ ended }) => ended);
  const counts: Record<string, number> = {};
  for (const { status } of ends) counts[status] = (counts[status] ?? 0) + 1;
  const wanted = new Set(runs.flatMap(({ id }) => STEPS.map((step) => `${id}/${step}`)));
  const missing = [...wanted].filter((key) => !keys.has(key)).length;
  const unknown = [...keys.keys()].filter((key) => !wanted.has(key)).length;
  const again = [...keys.values()].filter((count) => count > 1).length;
  const faults = {
    'runs stranded': runs.length - ends.length,
    'runs that did not succeed': ends.filter(({ status }) => status !== 'succeeded').length,
    'effects missing': missing,
    'effects with another key': unknown,
  };
  return {
    text: `of ${runs.length} runs: ${listCounts(counts)}; of ${wanted.size} effects: missing ${missing}, with another key ${unknown}, sent again with the same key ${again}`,
    breaches: Object.entries(faults).flatMap(([fault, count]) => (count > 0 ? [`${count} ${fault}`] : [])),
  };
}
