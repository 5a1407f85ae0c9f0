import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@multilane/persistence';
import { Pool } from 'undici';
import type { BenchContext } from './bench-context.js';
import { buildChatBody, CHAT_PATH, REQUEST_HEADERS } from './build-requests.js';
import type { Figure } from './figure.js';
import { fillWorkflows, type WorkflowWorld } from './fill-workflows.js';
import { readProcessorTime } from './read-process.js';
import type { RunningServer } from './server-under-test.js';
import { median, percentile } from './statistics.js';

/** Items of the `map` step; with it, its three neighbours and the items, a run has so many steps. */
const ITEMS = 10;
const STEPS = 4 + ITEMS;
/** Runs that begin at once. */
const AGENTS = 50;
const POLL_MS = 50;
const PROBE_EVERY_MS = 20;
/** A tool answers when so many wait for it, or after this time. */
const HOLD_MS = 20_000;
const LIMIT_MS = 180_000;

export interface WorkflowTargets {
  /** A process that runs jobs, and one that answers requests. */
  readonly worker: RunningServer;
  readonly api: RunningServer;
  readonly databaseUrl: string;
  /** For requests to `api`. */
  readonly key: string;
}

/** Steps of workflows and runs of agents on the simulator, and how soon the API answers meanwhile. */
export async function measureWorkflows(
  { plan, progress }: Pick<BenchContext, 'plan' | 'progress'>,
  { api, databaseUrl, key, worker }: WorkflowTargets,
): Promise<Figure[]> {
  const hold = await startHold();
  const world = await fillWorkflows(databaseUrl, { items: ITEMS, toolUrl: hold.url });
  const pool = new Pool(api.baseUrl, { allowH2: false, connections: 4 });
  try {
    progress('workflows: warming up');
    await runUntilServed(world);
    await runWorkflows(world, Math.ceil(plan.workflowRuns / 2));
    await probe(pool, key, () => sleep(1_000));
    const idle = await probe(pool, key, () => sleep(3_000));
    const rates: number[] = [];
    const times: number[] = [];
    const beside: number[] = [];
    for (let round = 1; round <= plan.workflowRounds; round += 1) {
      progress(`${plan.workflowRuns} runs of a workflow: round ${round} of ${plan.workflowRounds}`);
      const before = await readProcessorTime(worker.processId);
      const startedAt = performance.now();
      beside.push(...(await probe(pool, key, () => runWorkflows(world, plan.workflowRuns))));
      const seconds = (performance.now() - startedAt) / 1_000;
      const steps = plan.workflowRuns * STEPS;
      const after = await readProcessorTime(worker.processId);
      rates.push(steps / seconds);
      if (before !== undefined && after !== undefined) times.push((after - before) / steps);
    }
    progress(`${AGENTS} runs of an agent at once`);
    let seconds = 0;
    const besideAgents = await probe(pool, key, async () => {
      const startedAt = performance.now();
      await runAgents(world);
      seconds = (performance.now() - startedAt) / 1_000;
    });
    const figure = (name: string, unit: string, value: number, bar?: Figure['bar']): Figure => ({
      scenario: 'workflows',
      name,
      unit,
      values: { gateway: value },
      ...(bar && { bar }),
    });
    const belowLimit = { below: 50 };
    return [
      figure('workflow steps', '1/s', median(rates), { atLeast: 200 }),
      ...(times.length === 0 ? [] : [figure('processor time of the worker per workflow step', 'ms', median(times))]),
      figure('agent runs at once', 'runs', hold.most(), { atLeast: AGENTS }),
      figure(`${AGENTS} agent runs, each with a tool, from the first to the last`, 's', seconds),
      figure('chat beside nothing: p95', 'ms', percentile(idle, 0.95)),
      figure('chat beside workflow steps: p95', 'ms', percentile(beside, 0.95), belowLimit),
      figure('chat beside agent runs: p95', 'ms', percentile(besideAgents, 0.95), belowLimit),
    ];
  } finally {
    await pool.destroy();
    await world.close();
    hold.close();
  }
}

/** The worker is told of the new models a moment after they are stored. */
async function runUntilServed(world: WorkflowWorld): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const id = newId();
    await world.startRun(id);
    await waitForEnds(() => world.countOpen('workflow_runs', [id]));
    if ((await world.countOthers('workflow_runs', [id], 'succeeded')) === 0) return;
    if (performance.now() > deadline) throw new Error(`no run succeeds: ${await world.explainWorkflow([id])}`);
  }
}

async function runWorkflows(world: WorkflowWorld, count: number): Promise<void> {
  const ids = Array.from({ length: count }, newId);
  for (const id of ids) await world.startRun(id);
  await waitForEnds(() => world.countOpen('workflow_runs', ids));
  const failed = await world.countOthers('workflow_runs', ids, 'succeeded');
  if (failed > 0) throw new Error(`${failed} runs of workflows did not succeed: ${await world.explainWorkflow(ids)}`);
}

async function runAgents(world: WorkflowWorld): Promise<void> {
  const ids = Array.from({ length: AGENTS }, newId);
  for (const [number, id] of ids.entries()) await world.startAgent(id, number);
  await waitForEnds(() => world.countOpen('agent_runs', ids));
  const failed = await world.countOthers('agent_runs', ids, 'completed');
  if (failed > 0) throw new Error(`${failed} runs of agents did not complete`);
}

async function waitForEnds(countOpen: () => Promise<number>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while ((await countOpen()) > 0) {
    if (performance.now() > deadline) throw new Error(`runs have not ended after ${LIMIT_MS / 1_000} s`);
    await sleep(POLL_MS);
  }
}

/** Sends requests at an even pace until the work is done. Answers their durations in milliseconds. */
async function probe(pool: Pool, key: string, work: () => Promise<void>): Promise<number[]> {
  const durations: number[] = [];
  const requests: Promise<void>[] = [];
  const headers = { ...REQUEST_HEADERS, authorization: `Bearer ${key}` };
  const body = buildChatBody();
  const send = async (): Promise<void> => {
    const startedAt = performance.now();
    const answer = await pool.request({ method: 'POST', path: CHAT_PATH, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`a request is answered ${answer.statusCode}: ${text.slice(0, 500)}`);
    durations.push(performance.now() - startedAt);
  };
  let failure: unknown;
  const timer = setInterval(() => {
    requests.push(
      send().catch((error: unknown) => {
        failure ??= error;
      }),
    );
  }, PROBE_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  await Promise.all(requests);
  if (failure !== undefined) throw failure;
  return durations;
}

/** A tool that answers once as many calls wait for it as there are runs. */
async function startHold() {
  const waiting = new Set<ServerResponse>();
  let most = 0;
  const answer = (): void => {
    for (const response of waiting) response.setHeader('content-type', 'application/json').end('{"ok":true}');
    waiting.clear();
  };
  const server = createServer((request, response) => {
    request.resume();
    waiting.add(response);
    most = Math.max(most, waiting.size);
    if (waiting.size >= AGENTS) answer();
    else setTimeout(answer, HOLD_MS).unref();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hold`,
    most: () => most,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
