/** Runs every command of the pages for operators, word for word, as an account without privileges. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  findClosedPort,
  findPostgres,
  startPostgres,
  startRedis,
  testEncryptionKey,
  waitUntilReady,
} from '../../../libs/testing/dist/index.js';
import { findHelm } from '../../chart-tools.mjs';
import { runProgram } from '../image-trees.mjs';
import { PAGES, readBlocks } from './read-blocks.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const STAND_IN = fileURLToPath(new URL('stand-in.mjs', import.meta.url));
const NOBODY = 65_534;
const START_LIMIT_MS = 300_000;

/** Stand-ins for programs that need privileges, an engine or a cluster. `node` is itself, but for the project's launcher. */
const STAND_INS = ['docker', 'git', 'helm', 'kubectl', 'node', 'pnpm', 'sudo'];

/** A command that serves until it is stopped: it gets a terminal of its own. */
const SERVER = /^((?:\w+=\S+ )*PORT=(\d+) node apps\/(gateway|workspace)\/dist\/main\.js)$/m;

/**
 * Values that an operator enters, or that are at another address in a test.
 *
 * @typedef {readonly (readonly [written: string, here: string])[]} Replacements
 */

/**
 * @typedef {object} Machine
 * @property {string} site the folder of the commands
 * @property {Record<string, string>} env
 * @property {Replacements} replacements
 */

/**
 * @param {import('../stack.mjs').Surroundings} surroundings
 * @param {{ readonly postgres: import('../../../libs/testing/dist/index.js').PostgresServer, readonly providerUrl: string }} servers
 * @returns {Promise<string>} what was run
 */
export async function runPages(surroundings, { postgres, providerUrl }) {
  const machine = await prepareMachine(surroundings, postgres, providerUrl);
  const counts = { run: 0, excluded: 0 };
  for (const page of PAGES) {
    // An operator who reads on has the variables of the section before.
    const blocks = readBlocks(page);
    const script = [...before(page), ...blocks.flatMap((block) => lines(block, machine.replacements))].join('\n');
    await runScript(page, script, machine);
    counts.run += blocks.filter(({ exclusion }) => exclusion === undefined).length;
    counts.excluded += blocks.filter(({ exclusion }) => exclusion !== undefined).length;
  }
  return `${counts.run} blocks of ${PAGES.length} pages, ${counts.excluded} not run`;
}

/** Returns the checks of a page's preconditions. @param {string} page */
function before(page) {
  // The values of the chart in deploying.md are in a file that is written by hand.
  if (page === 'docs/kubernetes.md' || page === 'docs/upgrading.md') return ['test -s values.yaml'];
  return [];
}

/**
 * @param {import('./read-blocks.mjs').Block} block
 * @param {Replacements} replacements
 */
function lines({ exclusion, line, page, section, text }, replacements) {
  if (exclusion !== undefined) return [];
  let here = replacements.reduce((all, [written, value]) => all.replaceAll(written, value), text);
  const [command, , port, service] = SERVER.exec(here) ?? [];
  if (command !== undefined) {
    const log = `${service}.log`;
    here = here.replace(command, `${command} > ${log} 2>&1 &\nserver=$!\nwait_for ${port} ${log}`);
  }
  return [`at='${page}:${line}'`, ...(PREPARED[section] ?? []), here, ...(DONE[`${section}:${service ?? ''}`] ?? [])];
}

/** Commands of an operator between the blocks of a section, by its heading. @type {Record<string, readonly string[]>} */
const PREPARED = {
  // Another way to deploy than the one above, in a terminal of its own.
  'From a single file': ['kept=$(env); unset DATABASE_URL REDIS_URL ENCRYPTION_KEY'],
  Restore: ['empty_database'],
};

/** Commands after a block that starts a service. @type {Record<string, readonly string[]>} */
const DONE = {
  'From a single file:gateway': [
    'stop "$server"',
    'for name in DATABASE_URL REDIS_URL ENCRYPTION_KEY; do export "$(printf \'%s\\n\' "$kept" | grep "^$name=")"; done',
  ],
};

/** Functions for the commands. */
const HELPERS = `
trap 'status=$?; [ $status = 0 ] || echo "failed at $at" >&2; for each in $(jobs -p); do kill "$each" 2>/dev/null || :; done; exit $status' EXIT
wait_for() {
  for try in $(seq 1500); do
    curl -sf "http://127.0.0.1:$1/ready" > /dev/null && return
    kill -0 "$server" 2>/dev/null || { cat "$2" >&2; return 1; }
    sleep 0.2
  done
  cat "$2" >&2
  return 1
}
stop() { kill "$1"; wait "$1" || :; }
empty_database() {
  "$PROGRAMS/psql" -q -d "$COMPOSE_URL" -c 'DROP DATABASE multilane WITH (FORCE)' -c 'CREATE DATABASE multilane OWNER multilane'
}
`;

/**
 * @param {string} page
 * @param {string} script
 * @param {Machine} machine
 */
async function runScript(page, script, { env, site }) {
  const become =
    process.getuid?.() === 0 ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  const [program = '', ...args] = [...become, 'bash', '--norc', '-eu', '-o', 'pipefail', '-c', `${HELPERS}\n${script}`];
  try {
    await promisify(execFile)(program, args, { cwd: site, env, maxBuffer: 2 ** 26 });
  } catch (error) {
    const { stderr = '', stdout = '' } = /** @type {{ stderr?: string, stdout?: string }} */ (error);
    throw new Error(`a command of ${page} failed: ${stdout.slice(-2_000)}\n${stderr.slice(-4_000)}`);
  }
}

/**
 * A clone of the project that belongs to an ordinary account, the servers that the pages speak of, and the programs in its path.
 *
 * @param {import('../stack.mjs').Surroundings} surroundings
 * @param {import('../../../libs/testing/dist/index.js').PostgresServer} postgres
 * @param {string} providerUrl
 * @returns {Promise<Machine>}
 */
async function prepareMachine({ folder, onEnd }, postgres, providerUrl) {
  const site = join(folder, 'site');
  mkdirSync(site);
  for (const part of ['apps', 'libs', 'node_modules', 'scripts']) symlinkSync(join(ROOT, part), join(site, part));
  for (const part of ['deploy', 'docker-compose.yml', 'package.json'])
    cpSync(join(ROOT, part), join(site, part), { recursive: true });
  // The provider of the first steps is on this machine.
  const example = readFileSync(join(ROOT, 'gateway.yaml.example'), 'utf8');
  const allowed = example.replace(/^network:.*\n/m, '$&  allow_private_providers: [127.0.0.1/32]\n');
  if (allowed === example) throw new Error('gateway.yaml.example has no section network');
  writeFileSync(join(site, 'gateway.yaml.example'), allowed);
  writeFileSync(join(site, 'values.yaml'), valuesOfPage());

  const redis = await startRedis();
  onEnd(() => redis.stop());
  const superuser = new URL(await postgres.createDatabase());
  const programs = findPostgres() ?? '';
  const container = await startPostgres();
  onEnd(() => container.stop());
  const composeUrl = new URL(await container.createDatabase());
  // In the image of PostgreSQL the user of docker-compose.yml is a superuser.
  for (const sql of ['CREATE ROLE multilane SUPERUSER LOGIN', 'CREATE DATABASE multilane OWNER multilane'])
    await promisify(execFile)(join(programs, 'psql'), ['-q', '-d', composeUrl.href, '-c', sql]);
  const databaseUrl = `postgres://multilane@${composeUrl.host}/multilane`;
  const compose = await startComposeWorkspace({ folder, onEnd }, databaseUrl);

  const [gateway, workspace] = [await findClosedPort(), await findClosedPort()];
  const single = await findClosedPort();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const node = join(folder, 'node');
  for (const program of STAND_INS) {
    const call = `exec '${node}' '${STAND_IN}' ${program} "$@"`;
    // A service is stopped by its own process.
    const direct = program === 'node' ? `[ "\${1:-}" = scripts/launch.mjs ] || exec '${node}' "$@"\n` : '';
    writeFileSync(join(bin, program), `#!/bin/sh\n${direct}${call}\n`);
    chmodSync(join(bin, program), 0o755);
  }
  // Under the account of the test, Helm may be in a home that others may not enter.
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  const helm = findHelm();
  if (helm !== undefined) copyFileSync(helm, join(tools, 'helm'));
  const known = join(site, '.stand-in.json');
  const postgresEnv = { PGHOST: superuser.hostname, PGPORT: superuser.port };
  writeFileSync(
    known,
    JSON.stringify({
      root: ROOT.replace(/\/$/, ''),
      node,
      programs,
      compose: { ...compose.env, PGHOST: composeUrl.hostname, PGPORT: composeUrl.port },
      debian: { ...postgresEnv, PGUSER: superuser.username },
      log: compose.log,
      isUp: false,
      namespaces: [],
      secrets: {},
      releases: [],
    }),
  );
  if (process.getuid?.() === 0) await promisify(execFile)('chown', ['-R', `${NOBODY}:${NOBODY}`, site]);
  return {
    site,
    env: {
      PATH: `${bin}:${tools}:/usr/local/bin:/usr/bin:/bin`,
      HOME: site,
      STAND_IN: known,
      HOST: '127.0.0.1',
      PROGRAMS: programs,
      COMPOSE_URL: composeUrl.href,
    },
    replacements: [
      ['@127.0.0.1:5432/', `@${superuser.host}/`],
      ['redis://127.0.0.1:6379', redis.url],
      ['GATEWAY_CONFIG=gateway.yaml PORT=8080', `GATEWAY_CONFIG=gateway.yaml PORT=${single}`],
      ['8081', String(workspace)],
      ['8080', String(gateway)],
      ['=ml_setup_…', '=$(grep -o "ml_setup_[A-Za-z0-9_-]*" workspace.log | head -n 1)'],
      ['PASSWORD=…', "PASSWORD='correct horse battery'"],
      ['sk-…', 'sk-of-an-operator'],
      ['https://api.openai.com', providerUrl],
    ],
  };
}

/** The example of values in docs/kubernetes.md. */
function valuesOfPage() {
  const page = readFileSync(join(ROOT, 'docs/kubernetes.md'), 'utf8');
  const [, values] = /<!-- values of the chart -->\n```yaml\n(.*?)```/s.exec(page) ?? [];
  if (values === undefined) throw new Error('docs/kubernetes.md has no values of the chart');
  return values;
}

/**
 * The workspace that would run in a container of docker-compose.yml.
 *
 * @param {Pick<import('../stack.mjs').Surroundings, 'folder' | 'onEnd'>} surroundings
 * @param {string} databaseUrl
 */
async function startComposeWorkspace({ folder, onEnd }, databaseUrl) {
  const port = await findClosedPort();
  const config = join(folder, 'compose.yaml');
  writeFileSync(config, 'server: { host: 127.0.0.1 }\n');
  const env = {
    GATEWAY_CONFIG: config,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: testEncryptionKey(6),
    PORT: String(port),
  };
  const service = await runProgram(folder, join(ROOT, 'apps/workspace/dist/main.js'), [], env);
  onEnd(() => service.stop('SIGKILL'));
  await waitUntilReady(service, `http://127.0.0.1:${port}/ready`, START_LIMIT_MS);
  const log = join(folder, 'compose-workspace.log');
  writeFileSync(log, service.stdout());
  if (!existsSync(log)) throw new Error('the workspace printed nothing');
  chmodSync(log, 0o644);
  return { env, log };
}
