/**
 * `pnpm bench:compare --before <folder>`: this build beside that of another checkout, row by row. bench/README.md describes its steps and
 * output.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAgentBody, buildChatBody, buildPrompt, CHAT_PATH, REQUEST_HEADERS } from './build-requests.js';
import type { DatabaseGateway, DatabaseGatewayOptions, describeDatabaseGateway } from './database-gateway.js';
import type { describeGateway } from './describe-gateway.js';
import { chooseLoadDriver, type LoadDriver } from './drive-load.js';
import { GROUP_CASES, GROUP_NAMES } from './group-cases.js';
import { judgeRow } from './judge-row.js';
import { choosePinning, pinThisProcess } from './pin-processes.js';
import { readProcessorTime } from './read-process.js';
import { findFreePort, type RunningServer, startServer } from './server-under-test.js';
import { median } from './statistics.js';

const USAGE = `pnpm bench:compare --before <folder> [options]

Compares this build with that of another checkout, which must be built (pnpm install && pnpm build). Both run side by side, and
each round measures both, in turn. A row is slower if the rounds agree on more than 3 %.

  --before <folder>  the other checkout
  --only <list>      a comma-separated choice of file, prompts, keys, memory, many, redis
  --processes <n>    pairs of fresh processes; 3 by default: two processes of one build may differ by 20 % for life
  --rounds <n>       rounds with each pair; 7 by default
  --seconds <n>      how long one measurement takes; 2 by default
  --warm-up <n>      seconds of load before the rounds; 25 by default
  --help             this text

Exits with 1 if a row is slower.
`;

const BUILDS = ['before', 'after'] as const;
type Build = (typeof BUILDS)[number];

/** A configuration of the gateway, and the requests that are measured on it. */
const SETUPS: Readonly<Record<string, Pick<DatabaseGatewayOptions, 'policies' | 'onRedis'> | undefined>> = {
  file: undefined,
  prompts: undefined,
  keys: {},
  memory: { policies: 10 },
  many: { policies: 10_000 },
  redis: { policies: 10, onRedis: true },
};

interface Request {
  readonly title: string;
  readonly path: string;
  readonly body: string;
}

const CHAT: Request = { title: 'chat', path: CHAT_PATH, body: buildChatBody() };

const LONG_PROMPTS: readonly Request[] = [
  { title: 'chat of 10,000 tokens', path: CHAT_PATH, body: buildChatBody(buildPrompt(10_000)) },
  { title: 'chat of 100,000 tokens', path: CHAT_PATH, body: buildChatBody(buildPrompt(100_000)) },
  { title: 'turn of an agent, 10,000 tokens', path: CHAT_PATH, body: buildAgentBody(10_000) },
  { title: 'turn of an agent, 100,000 tokens', path: CHAT_PATH, body: buildAgentBody(100_000) },
];

/** One connection's requests are compared on the plain gateway alone; what a database adds is the same for all of them. */
function requestsOf(setup: string): readonly Request[] {
  if (setup === 'prompts') return LONG_PROMPTS;
  if (setup !== 'file') return [{ ...CHAT, title: setup }];
  const groups = GROUP_NAMES.flatMap((name) => {
    const { title, path, body, streamBody } = GROUP_CASES[name];
    return [
      { title, path, body },
      { title: `${title}, streamed`, path, body: streamBody },
    ];
  });
  return [...groups, ...LONG_PROMPTS];
}

interface Started {
  readonly server: RunningServer;
  readonly key: string | undefined;
  stop(): Promise<void>;
}

interface Plan {
  readonly folders: Readonly<Record<Build, string>>;
  readonly driver: LoadDriver;
  readonly directory: string;
  readonly upstreamUrl: string;
  readonly core: number | undefined;
}

/** Each build fills a database of its own with its own program: the schemas may differ. */
async function startBuild(
  { folders, directory, upstreamUrl, core }: Plan,
  build: Build,
  setup: string,
): Promise<Started> {
  const own = mkdtempSync(join(directory, `${build}-`));
  const load = (file: string) => import(pathToFileURL(join(folders[build], 'bench/dist', file)).href);
  const options = SETUPS[setup];
  if (options === undefined) {
    const module = (await load('describe-gateway.js')) as { describeGateway: typeof describeGateway };
    const server = await startServer(await module.describeGateway(upstreamUrl, own, core), own);
    return { server, key: undefined, stop: () => server.stop() };
  }
  const module = (await load('database-gateway.js')) as { describeDatabaseGateway: typeof describeDatabaseGateway };
  const described: DatabaseGateway | undefined = await module.describeDatabaseGateway(upstreamUrl, {
    ...options,
    directory: own,
    ...(core === undefined ? {} : { core }),
  });
  if (described === undefined) throw new Error(`${setup} needs PostgreSQL, and redis a redis-server`);
  const server = await startServer(described.server, own);
  const stop = async (): Promise<void> => {
    await server.stop();
    await described.stop();
  };
  return { server, key: described.key, stop };
}

/** Requests per second of processor time. */
async function measure({ driver }: Plan, { server, key }: Started, request: Request, seconds: number): Promise<number> {
  const before = await readProcessorTime(server.processId);
  const headers = key === undefined ? REQUEST_HEADERS : { ...REQUEST_HEADERS, authorization: `Bearer ${key}` };
  const url = server.baseUrl + request.path;
  const { requests } = await driver.drive({ url, headers, body: request.body, connections: 32, seconds });
  const after = await readProcessorTime(server.processId);
  if (before === undefined || after === undefined) throw new Error('there is no /proc to read the processor time from');
  return (requests * 1_000) / (after - before);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((parameter) => parameter !== '--'),
    options: {
      before: { type: 'string' },
      only: { type: 'string', default: Object.keys(SETUPS).join(',') },
      processes: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '2' },
      'warm-up': { type: 'string', default: '25' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.before === undefined) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  const setups = values.only.split(',');
  const unknown = setups.find((setup) => !(setup in SETUPS));
  if (unknown !== undefined) throw new Error(`unknown setup "${unknown}"; there are ${Object.keys(SETUPS).join(', ')}`);
  const directory = mkdtempSync(join(tmpdir(), 'multilane-compare-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const pinning = choosePinning();
  pinThisProcess(pinning.driverCore);
  const port = await findFreePort();
  const command = [process.execPath, join(import.meta.dirname, 'fixed-upstream.js'), String(port)];
  const upstream = await startServer(
    { name: 'upstream', command, environment: {}, port, readyPath: '/readyz' },
    directory,
  );
  const plan: Plan = {
    folders: { before: resolve(values.before), after: join(import.meta.dirname, '../..') },
    driver: chooseLoadDriver(directory, import.meta.dirname),
    directory,
    upstreamUrl: upstream.baseUrl,
    core: pinning.serverCore,
  };
  let slower = 0;
  process.stdout.write(
    '| Row | Before (µs) | After (µs) | After to before (middle half) | |\n| --- | --- | --- | --- | --- |\n',
  );
  try {
    for (const setup of setups) slower += await compareSetup(plan, setup, values);
  } finally {
    await upstream.stop();
  }
  return slower > 0 ? 1 : 0;
}

interface Amounts {
  readonly processes: string;
  readonly rounds: string;
  readonly seconds: string;
  readonly 'warm-up': string;
}

type Round = Readonly<Record<Build, number>>;

/** Prints a line for each request. Resolves to how many are slower. */
async function compareSetup(plan: Plan, setup: string, amounts: Amounts): Promise<number> {
  const requests = requestsOf(setup);
  const measured: Round[][] = requests.map(() => []);
  for (let pair = 1; pair <= Number(amounts.processes); pair += 1) {
    process.stderr.write(`${setup}: processes ${pair} of ${amounts.processes}\n`);
    await measurePair(plan, setup, amounts, measured);
  }
  const rows = requests.map(({ title }, index) => ({ title, rounds: measured[index] ?? [] }));
  return rows.filter(({ title, rounds }) => printRow(title, rounds)).length;
}

/** One fresh process of each build. Adds the rounds of each request to its list. */
async function measurePair(plan: Plan, setup: string, amounts: Amounts, measured: readonly Round[][]): Promise<void> {
  const requests = requestsOf(setup);
  const seconds = Number(amounts.seconds);
  const started: Started[] = [];
  try {
    for (const build of BUILDS) started.push(await startBuild(plan, build, setup));
    for (const each of started) {
      await measure(plan, each, requests[0] ?? CHAT, Number(amounts['warm-up']));
      for (const request of requests.slice(1)) await measure(plan, each, request, seconds);
    }
    for (let round = 0; round < Number(amounts.rounds); round += 1) {
      for (const [index, request] of requests.entries()) {
        measured[index]?.push(await measureBoth(plan, started, request, seconds, round % 2 === 1));
      }
    }
  } finally {
    for (const each of started) await each.stop();
  }
}

/** Every other round goes the opposite way, so that a machine which becomes slower favours neither. */
async function measureBoth(
  plan: Plan,
  [before, after]: readonly Started[],
  request: Request,
  seconds: number,
  isReversed: boolean,
): Promise<Round> {
  if (before === undefined || after === undefined) throw new Error('two builds are compared');
  const rate = (started: Started) => measure(plan, started, request, seconds);
  if (!isReversed) return { before: await rate(before), after: await rate(after) };
  const last = await rate(after);
  return { before: await rate(before), after: last };
}

/** Prints a row; returns true if it is slower. */
function printRow(title: string, rounds: readonly Round[]): boolean {
  const { ratio, low, high, isSlower } = judgeRow(rounds);
  const cost = (build: Build) => median(rounds.map((round) => 1e6 / round[build])).toFixed(1);
  const spread = `× ${ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
  process.stdout.write(
    `| ${title} | ${cost('before')} | ${cost('after')} | ${spread} | ${isSlower ? 'SLOWER' : ''} |\n`,
  );
  return isSlower;
}

// `process.exit` runs the exit handlers, which stop the servers and remove the directory.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`comparison broken: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
