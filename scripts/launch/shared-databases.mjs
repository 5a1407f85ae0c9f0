import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LaunchFailure } from './launch-failure.mjs';
import { runQuietly } from './processes.mjs';

/** @typedef {import('../../libs/testing/src/databases/start-postgres.js').PostgresServer} PostgresServer */
/** @typedef {{ environment: Record<string, string>, stop(): Promise<void> }} SharedDatabases */

const POSTGRES_VARIABLE = 'TEST_POSTGRES_URL';

const PROGRAM = fileURLToPath(new URL('make-template.mjs', import.meta.url));

/**
 * Makes the databases that the tests of a run copy (libs/testing/src/databases): one PostgreSQL for all files that do not interrupt theirs,
 * which is quicker than a server for each, and on it and in a folder a database whose schema is up to date. A copy of it takes a fraction
 * of the processor time of 50 migrations.
 *
 * @param {string} root whose build is current, for its migrations make the schema
 * @param {string} folder that the run removes
 * @param {string} node the project's Node
 * @returns {Promise<SharedDatabases>} the variables that say where they are
 */
export async function shareDatabases(root, folder, node) {
  const server = await startServer(root);
  let stopped;
  const stop = async () => (stopped ??= server?.stop());
  try {
    const embedded = { TEST_EMBEDDED_TEMPLATE: await makeEmbedded(folder, node) };
    return { environment: { ...embedded, ...(server && (await describeServer(server, node))) }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Undefined where Debian's PostgreSQL is not installed or the environment names another.
 *
 * @param {string} root
 * @returns {Promise<PostgresServer | undefined>}
 */
async function startServer(root) {
  if (process.env[POSTGRES_VARIABLE]) return undefined;
  /** @type {typeof import('../../libs/testing/src/databases/start-postgres.js')} */
  const { findPostgres, startPostgres } = await import(builtFile(root, 'testing/dist/databases/start-postgres.js'));
  return findPostgres() === undefined ? undefined : startPostgres({ settings: { max_connections: '500' } });
}

/**
 * @param {PostgresServer} server
 * @param {string} node
 */
async function describeServer(server, node) {
  const url = await server.createDatabase();
  await makeTemplate(url, node);
  return {
    [POSTGRES_VARIABLE]: `postgres://postgres@127.0.0.1:${server.port}/postgres`,
    TEST_POSTGRES_TEMPLATE: new URL(url).pathname.slice(1),
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
