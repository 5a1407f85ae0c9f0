import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LaunchFailure } from './launch-failure.mjs';
import { runQuietly } from './processes.mjs';

/** @typedef {import('../../libs/testing/src/databases/start-postgres.js').PostgresServer} PostgresServer */
/** @typedef {{ environment: Record<string, string>, stop(): Promise<void> }} SharedDatabases */

const POSTGRES_VARIABLE = 'TEST_POSTGRES_URL';

/**
 * Settings of the server: each process of a service has connections of its own, and a page needs to be in the log as a whole only where a
 * machine loses power, with which the tests end too. Its files may be in memory, so its log stays small.
 */
const SETTINGS = { max_connections: '500', full_page_writes: 'off', max_wal_size: '256MB' };

const PROGRAM = fileURLToPath(new URL('make-template.mjs', import.meta.url));

/** What the tests call the servers, by the variables that name them (libs/testing/src/databases/given-servers.ts). */
const NAMES = /** @type {const} */ ({
  plain: { url: POSTGRES_VARIABLE, template: 'TEST_POSTGRES_TEMPLATE' },
  vectors: { url: 'TEST_VECTOR_POSTGRES_URL', template: 'TEST_VECTOR_POSTGRES_TEMPLATE' },
});

/**
 * Makes the databases that the tests of a run copy (libs/testing/src/databases): one PostgreSQL for all files that do not interrupt theirs,
 * which is quicker than a server for each, one with pgvector where it is installed, and on them and in a folder a database whose schema is
 * up to date. A copy of it takes a fraction of the processor time of 50 migrations.
 *
 * @param {string} root whose build is current, for its migrations make the schema
 * @param {string} folder that the run removes
 * @param {string} node the project's Node
 * @param {string} [parent] folder for the files of the servers, through which their account can pass; else they are with the temporary files
 * @returns {Promise<SharedDatabases>} the variables that say where they are
 */
export async function shareDatabases(root, folder, node, parent) {
  const servers = await startServers(root, parent);
  let stopped;
  const stop = async () => {
    stopped ??= Promise.all(servers.map(({ server }) => server.stop()));
    await stopped;
  };
  try {
    const made = await Promise.all([
      makeEmbedded(folder, node).then((files) => ({ TEST_EMBEDDED_TEMPLATE: files })),
      ...servers.map((each) => describeServer(each, node)),
    ]);
    return { environment: Object.assign({}, ...made), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @typedef {{ server: PostgresServer, names: { url: string, template: string } }} Started */

/**
 * None where Debian's PostgreSQL, whose programs make the databases, is not installed, or the environment names another.
 *
 * @param {string} root
 * @param {string | undefined} parent
 * @returns {Promise<Started[]>}
 */
async function startServers(root, parent) {
  if (process.env[POSTGRES_VARIABLE]) return [];
  /** @type {typeof import('../../libs/testing/src/databases/start-postgres.js')} */
  const { findPostgres, startPostgres } = await import(builtFile(root, 'testing/dist/databases/start-postgres.js'));
  /** @type {typeof import('../../libs/testing/src/databases/vector-postgres.js')} */
  const { findVectorPostgres } = await import(builtFile(root, 'testing/dist/databases/vector-postgres.js'));
  if (findPostgres() === undefined) return [];
  const plain = await startPostgres({ settings: SETTINGS, parent });
  const bin = findVectorPostgres();
  const vectors =
    bin === undefined
      ? []
      : [{ server: await startPostgres({ bin, settings: SETTINGS, parent }), names: NAMES.vectors }];
  return [{ server: plain, names: NAMES.plain }, ...vectors];
}

/**
 * @param {Started} started
 * @param {string} node
 */
async function describeServer({ server, names }, node) {
  const url = await server.createDatabase();
  await makeTemplate(url, node);
  return {
    [names.url]: `postgres://postgres@127.0.0.1:${server.port}/postgres`,
    [names.template]: new URL(url).pathname.slice(1),
  };
}

/**
 * @param {string} folder
 * @param {string} node
 * @returns {Promise<string>} the folder of the files
 */
async function makeEmbedded(folder, node) {
  const database = join(folder, 'embedded');
  mkdirSync(database, { mode: 0o700 });
  await makeTemplate(database, node);
  return join(database, 'postgres');
}

/**
 * @param {string} place
 * @param {string} node
 */
async function makeTemplate(place, node) {
  const { code, output } = await runQuietly(node, [PROGRAM, place], { cwd: dirname(PROGRAM), env: process.env });
  if (code !== 0) throw new LaunchFailure('The database of the tests could not be made.', output);
}

/**
 * @param {string} root
 * @param {string} file
 */
function builtFile(root, file) {
  return pathToFileURL(join(root, 'libs', file)).href;
}
