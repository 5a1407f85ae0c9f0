import type { BenchContext } from './bench-context.js';
import type { Scenario } from './bench-plan.js';
import type { BenchSetup } from './bench-setup.js';
import { buildChatBody, CHAT_PATH, REQUEST_HEADERS } from './build-requests.js';
import { measureCosts } from './costs/measure-costs.js';
import type { DatabaseGatewayOptions } from './database-gateway.js';
import { describeOwnServer } from './describe-own-server.js';
import { chooseLoadDriver, type LoadDriver } from './drive-load.js';
import { listSinks, measureExports } from './exports/measure-exports.js';
import type { Figure } from './figure.js';
import { ANSWER_TEXT } from './fixed-answer.js';
import { measureAsync } from './measure-async.js';
import { measureConnections } from './measure-connections.js';
import { measureGroups } from './measure-groups.js';
import { measureKeys } from './measure-keys.js';
import { measureLatency, measurePrompts } from './measure-latency.js';
import { measureMedia } from './measure-media.js';
import { type HeldGateway, measurePolicies, type PolicyCase } from './measure-policies.js';
import { measureRealtime } from './measure-realtime.js';
import { measureRefusals } from './measure-refusals.js';
import { measureStartup } from './measure-startup.js';
import { measureStreaming } from './measure-streaming.js';
import { measureThroughput } from './measure-throughput.js';
import { measureWorkers } from './measure-workers.js';
import { measureWorkflows } from './measure-workflows.js';
import { pinThisProcess } from './pin-processes.js';
import { readMemory } from './read-process.js';
import { findFreePort, type RunningServer, type ServerDescription, startServer } from './server-under-test.js';
import { measureSize } from './size/measure-size.js';

const UNDER_LOAD: Readonly<Partial<Record<Scenario, (context: BenchContext) => Promise<Figure[]>>>> = {
  throughput: measureThroughput,
  latency: measureLatency,
  prompts: measurePrompts,
  streaming: measureStreaming,
  refusals: measureRefusals,
  groups: measureGroups,
};

/** The same, on an upstream of media. */
const ON_MEDIA: typeof UNDER_LOAD = { media: measureMedia, realtime: measureRealtime };

/** Starts the servers, runs the chosen scenarios and stops everything, also when a scenario throws. */
export async function runScenarios(setup: BenchSetup): Promise<{ figures: Figure[]; driver: LoadDriver['name'] }> {
  const { plan, pinning, directory, programs, progress } = setup;
  const running: RunningServer[] = [];
  const start = async (server: ServerDescription) => {
    const started = await startServer(server, directory);
    running.push(started);
    return started;
  };
  const driver = chooseLoadDriver(directory, programs);
  try {
    const direct = await start(await describeOwnServer('upstream', setup, pinning.driverCore, []));
    const gateway = await setup.describeGateway(direct.baseUrl);
    const figures = setup.only.includes('startup') ? await measureStartup(gateway, directory, plan, progress) : [];
    const loads = setup.only.flatMap((scenario) => UNDER_LOAD[scenario] ?? []);
    if (loads.length > 0) {
      const bare = await describeOwnServer('bare-proxy', setup, pinning.serverCore, [direct.baseUrl]);
      const parsing = await describeOwnServer('parsing-proxy', setup, pinning.serverCore, [direct.baseUrl]);
      const plain = await describeOwnServer('plain-server', setup, pinning.serverCore, []);
      const targets = { direct, bareProxy: await start(bare), gateway: await start(gateway) };
      const beside = { parsingProxy: await start(parsing), plainServer: await start(plain) };
      const context = { plan, driver, targets, ...beside, progress };
      await checkAnswers(context);
      await warmUp(context);
      for (const measure of loads) figures.push(...(await measure(context)));
      figures.push(...(await measurePeakMemory(targets)));
    }
    if (setup.only.includes('keys')) figures.push(...(await compareKeys(setup, driver, direct.baseUrl)));
    if (setup.only.includes('policies')) figures.push(...(await comparePolicies(setup, driver, direct.baseUrl)));
    if (setup.only.includes('connections')) figures.push(...(await runConnections(setup, direct.baseUrl)));
    if (setup.only.includes('workers')) figures.push(...(await compareWorkers(setup, driver, direct.baseUrl)));
    figures.push(...(await measureOnMedia(setup, driver, start)));
    if (setup.only.includes('async')) figures.push(...(await runAsync(setup, direct.baseUrl)));
    if (setup.only.includes('workflows')) figures.push(...(await runWorkflows(setup, direct.baseUrl)));
    if (setup.only.includes('costs')) figures.push(...(await measureCosts(setup, direct.baseUrl)));
    if (setup.only.includes('exports')) figures.push(...(await compareExports(setup, direct.baseUrl)));
    if (setup.only.includes('size')) figures.push(...(await runSize(setup, direct.baseUrl)));
    return { figures, driver: driver.name };
  } catch (error) {
    // A server that died is the reason for whatever failed after it.
    const endings = await Promise.all(running.map((server) => server.explainEnd()));
    const ending = endings.find((explanation) => explanation !== undefined);
    throw ending === undefined ? error : new Error(ending, { cause: error });
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

async function measureOnMedia(
  setup: BenchSetup,
  driver: LoadDriver,
  start: (server: ServerDescription) => Promise<RunningServer>,
): Promise<Figure[]> {
  const measures = setup.only.flatMap((scenario) => ON_MEDIA[scenario] ?? []);
  if (measures.length === 0) return [];
  const { pinning } = setup;
  const direct = await start(await describeOwnServer('media-upstream', setup, pinning.driverCore, []));
  const bare = await describeOwnServer('bare-proxy', setup, pinning.serverCore, [direct.baseUrl]);
  const gateway = await setup.describeGateway(direct.baseUrl, 'gateway-media');
  const targets = {
    direct,
    bareProxy: await start({ ...bare, name: 'bare-proxy-media' }),
    gateway: await start(gateway),
  };
  const figures: Figure[] = [];
  for (const measure of measures) figures.push(...(await measure({ ...setup, driver, targets })));
  return figures;
}

/** On a gateway and a PostgreSQL of its own, which end with it. */
async function runAsync(setup: BenchSetup, upstreamUrl: string): Promise<Figure[]> {
  const described = await setup.describeDatabaseGateway?.(upstreamUrl, { workers: WORKERS });
  if (described === undefined) {
    setup.progress('async: left out, for there is no PostgreSQL');
    return [];
  }
  try {
    const server = await startServer(described.server, setup.directory);
    try {
      return await measureAsync(setup, server, described.key);
    } finally {
      await server.stop();
    }
  } finally {
    await described.stop();
  }
}

/** On services and a PostgreSQL of their own, which end with it. They share all cores, as in a small deployment. */
async function runSize(setup: BenchSetup, upstreamUrl: string): Promise<Figure[]> {
  pinThisProcess(setup.pinning.cores);
  try {
    return await measureSize(setup, upstreamUrl);
  } finally {
    pinThisProcess(setup.pinning.driverCore);
  }
}

/** Asynchronous jobs at a time. */
const WORKERS = 8;

/** On a worker, a gateway and a PostgreSQL of its own, which end with it. They share all cores, as the database needs one too. */
async function runWorkflows(setup: BenchSetup, upstreamUrl: string): Promise<Figure[]> {
  pinThisProcess(setup.pinning.cores);
  try {
    return await runWorkflowsUnpinned(setup, upstreamUrl);
  } finally {
    pinThisProcess(setup.pinning.driverCore);
  }
}

async function runWorkflowsUnpinned(setup: BenchSetup, upstreamUrl: string): Promise<Figure[]> {
  const described = await setup.describeDatabaseGateway?.(upstreamUrl, { workers: STEP_WORKERS });
  if (described === undefined) {
    setup.progress('workflows: left out, for there is no PostgreSQL');
    return [];
  }
  const { core: _core, ...server } = described.server;
  const running: RunningServer[] = [];
  try {
    for (const role of ['gateway', 'worker']) {
      const port = await findFreePort();
      const environment = { ...server.environment, PORT: String(port) };
      const command = [...server.command, '--role', role];
      running.push(
        await startServer({ ...server, name: `${server.name}-${role}`, command, environment, port }, setup.directory),
      );
    }
    const [api, worker] = running;
    if (api === undefined || worker === undefined) return [];
    return await measureWorkflows(setup, { api, worker, databaseUrl: described.databaseUrl, key: described.key });
  } finally {
    await Promise.all(running.map((each) => each.stop()));
    await described.stop();
  }
}

/** Steps of workflows at a time. */
const STEP_WORKERS = 16;

/** On a gateway and a PostgreSQL of their own, which end with it. */
async function compareKeys(setup: BenchSetup, driver: LoadDriver, upstreamUrl: string): Promise<Figure[]> {
  const described = await setup.describeDatabaseGateway?.(upstreamUrl);
  if (described === undefined) {
    setup.progress('keys: left out, for there is no PostgreSQL');
    return [];
  }
  try {
    const server = await startServer(described.server, setup.directory);
    try {
      return await measureKeys({ ...setup, driver }, server, described.key);
    } finally {
      await server.stop();
    }
  } finally {
    await described.stop();
  }
}

const POLICY_CASES: Readonly<Record<PolicyCase, Pick<DatabaseGatewayOptions, 'policies' | 'onRedis'>>> = {
  memory: { policies: 10 },
  many: { policies: 10_000 },
  redis: { policies: 10, onRedis: true },
};

/** On gateways, databases and a Redis of their own, which end with it. */
async function comparePolicies(setup: BenchSetup, driver: LoadDriver, upstreamUrl: string): Promise<Figure[]> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const bare = await describeOwnServer('bare-proxy', setup, setup.pinning.serverCore, [upstreamUrl]);
    const bareProxy = await startServer(bare, setup.directory);
    stops.push(() => bareProxy.stop());
    const gateways: Partial<Record<PolicyCase, HeldGateway>> = {};
    for (const [name, how] of Object.entries(POLICY_CASES) as [PolicyCase, DatabaseGatewayOptions][]) {
      const described = await setup.describeDatabaseGateway?.(upstreamUrl, how);
      if (described === undefined) {
        setup.progress(`policies: ${name} is left out, for there is no PostgreSQL or no Redis`);
        continue;
      }
      stops.push(() => described.stop());
      const server = await startServer(described.server, setup.directory);
      stops.push(() => server.stop());
      gateways[name] = { server, key: described.key };
    }
    return await measurePolicies({ ...setup, driver }, bareProxy, gateways);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** On gateways and databases of their own, which end with it, and a store for all sinks. */
async function compareExports(setup: BenchSetup, upstreamUrl: string): Promise<Figure[]> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const sink = await startServer(
      await describeOwnServer('fixed-sink', setup, setup.pinning.driverCore, []),
      setup.directory,
    );
    stops.push(() => sink.stop());
    const sinks = listSinks(sink.baseUrl, setup.directory);
    const open = async (exports: readonly object[] | undefined): Promise<HeldGateway | undefined> => {
      const described = await setup.describeDatabaseGateway?.(upstreamUrl, { exports });
      if (described === undefined) return undefined;
      stops.push(() => described.stop());
      const server = await startServer(described.server, setup.directory);
      stops.push(() => server.stop());
      return { server, key: described.key };
    };
    const [gateway, noSinks] = [await open(sinks), await open(undefined)];
    if (gateway !== undefined && noSinks !== undefined) {
      return await measureExports(setup, { gateway, noSinks }, sinks.length);
    }
    setup.progress('exports: left out, for there is no PostgreSQL');
    return [];
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** On a gateway and a plain server of its own, which end with it. */
async function runConnections(setup: BenchSetup, upstreamUrl: string): Promise<Figure[]> {
  const running: RunningServer[] = [];
  try {
    const described = await setup.describeGateway(upstreamUrl, 'gateway-connections');
    const gateway = await startServer(described, setup.directory);
    running.push(gateway);
    const plain = await describeOwnServer('plain-server', setup, setup.pinning.serverCore, []);
    const plainServer = await startServer({ ...plain, name: 'plain-server-connections' }, setup.directory);
    running.push(plainServer);
    return await measureConnections(setup, { gateway, plainServer });
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

/** On a gateway with one process and on one with two, all on one core, which end with it. */
async function compareWorkers(setup: BenchSetup, driver: LoadDriver, upstreamUrl: string): Promise<Figure[]> {
  const running: RunningServer[] = [];
  try {
    for (const workers of [1, 2]) {
      const name = `gateway-${workers}-workers`;
      running.push(await startServer(await setup.describeGateway(upstreamUrl, name, workers), setup.directory));
    }
    const [oneWorker, gateway] = running;
    if (oneWorker === undefined || gateway === undefined) return [];
    return await measureWorkers({ ...setup, driver }, { oneWorker, gateway });
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

/** Asks each target once and looks at the answer: a fast error page must not pass for a fast gateway. */
async function checkAnswers({ targets }: BenchContext): Promise<void> {
  for (const { baseUrl } of Object.values(targets)) {
    const url = baseUrl + CHAT_PATH;
    const response = await fetch(url, { method: 'POST', headers: REQUEST_HEADERS, body: buildChatBody() });
    const text = await response.text();
    if (response.status !== 200 || !text.includes(JSON.stringify(ANSWER_TEXT))) {
      throw new Error(`${url} answered ${response.status}: ${text.slice(0, 1000)}`);
    }
  }
}

/** Lets the compiler inside each process do its work before anything is measured. */
async function warmUp({ parsingProxy, plan, driver, targets, progress }: BenchContext): Promise<void> {
  const servers = { ...targets, ...(parsingProxy && { parsingProxy }) };
  for (const [name, { baseUrl }] of Object.entries(servers)) {
    progress(`warming up: ${name}`);
    await driver.drive({
      url: baseUrl + CHAT_PATH,
      headers: REQUEST_HEADERS,
      body: buildChatBody(),
      connections: plan.throughputConnections,
      seconds: plan.warmUpSeconds,
    });
  }
}

async function measurePeakMemory(targets: BenchContext['targets']): Promise<Figure[]> {
  const gateway = await readMemory(targets.gateway.processId);
  const bareProxy = await readMemory(targets.bareProxy.processId);
  if (gateway === undefined || bareProxy === undefined) return [];
  const values = { gateway: gateway.peak, bareProxy: bareProxy.peak };
  return [{ scenario: 'memory', name: 'peak memory after all loads', unit: 'MB', values }];
}
