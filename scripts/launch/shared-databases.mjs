import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {import('../../libs/testing/src/databases/start-postgres.js').PostgresServer} PostgresServer */
/** @typedef {{ environment: Record<string, string>, stop(): Promise<void> }} SharedDatabases */

const POSTGRES_VARIABLE = 'TEST_POSTGRES_URL';

/**
 * Makes the databases that the tests of a run copy (libs/testing/src/databases): one PostgreSQL for all files that do not interrupt theirs,
 * which is quicker than a server for each, and on it and in a folder a database whose schema is up to date. A copy of it takes a fraction
 * of the processor time of 50 migrations.
 *
 * @param {string} root whose build is current, for its migrations make the schema
 * @param {string} folder that the run removes
 * @returns {Promise<SharedDatabases>} the variables that say where they are
 */
export async function shareDatabases(root, folder) {
  const server = await startServer(root);
  let stopped;
  const stop = async () => (stopped ??= server?.stop());
  try {
    const embedded = { TEST_EMBEDDED_TEMPLATE: await makeEmbedded(root, folder) };
    return { environment: { ...embedded, ...(server && (await describeServer(root, server))) }, stop };
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
 * @param {string} root
 * @param {PostgresServer} server
 */
async function describeServer(root, server) {
  const url = await server.createDatabase();
  await migrate(root, { url });
  return {
    [POSTGRES_VARIABLE]: `postgres://postgres@127.0.0.1:${server.port}/postgres`,
    TEST_POSTGRES_TEMPLATE: new URL(url).pathname.slice(1),
  };
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {Promise<string>} the folder of the files
 */
async function makeEmbedded(root, folder) {
  /** @type {typeof import('../../libs/testing/src/databases/embedded-template.js')} */
  const { copyEmptyDatabase } = await import(builtFile(root, 'testing/dist/databases/embedded-template.js'));
  const database = join(folder, 'embedded');
  mkdirSync(database, { mode: 0o700 });
  const files = join(database, 'postgres');
  await copyEmptyDatabase(files);
  await migrate(root, { folder: database });
  return files;
}

/**
 * @param {string} root
 * @param {{ url: string } | { folder: string }} location
 */
async function migrate(root, location) {
  /** @type {typeof import('../../libs/persistence/src/index.js')} */
  const { openDatabase } = await import(builtFile(root, 'persistence/dist/index.js'));
  const database = await openDatabase(location);
  await database.migrate().finally(() => database.close());
}

/**
 * @param {string} root
 * @param {string} file
 */
function builtFile(root, file) {
  return pathToFileURL(join(root, 'libs', file)).href;
}
