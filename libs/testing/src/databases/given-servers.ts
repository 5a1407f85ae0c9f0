import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { noteStart } from '../note-start.js';
import { waitUntil } from '../wait-until.js';
import { runProgram } from './server-process.js';
import { COPY_FILES, findPostgres } from './start-postgres.js';
import { type RedisServer, startRedis } from './start-redis.js';

/**
 * A PostgreSQL that runs already, whose account may make databases, and a Redis: what tests use instead of servers of
 * their own, but for those that interrupt a server.
 */
const POSTGRES_VARIABLE = 'TEST_POSTGRES_URL';
/** Names a database of that server whose schema is up to date and which has no rows (scripts/launch/shared-databases.mjs). */
const TEMPLATE_VARIABLE = 'TEST_POSTGRES_TEMPLATE';
/** The same of a PostgreSQL with pgvector, which Debian's is without. */
const VECTOR_POSTGRES_VARIABLE = 'TEST_VECTOR_POSTGRES_URL';
const VECTOR_TEMPLATE_VARIABLE = 'TEST_VECTOR_POSTGRES_TEMPLATE';
const REDIS_VARIABLE = 'TEST_REDIS_URL';

/** The template of each server that nobody changes. */
const EMPTY = 'template0';

/** The databases of one test file on a server that is not its own. */
export interface GivenPostgres {
  /** Makes a database without rows and answers its `postgres://` URL. Its schema is up to date where the environment names a template. */
  createDatabase(): Promise<string>;
  /** Makes a database without a schema. */
  createEmptyDatabase(): Promise<string>;
  /** Removes the databases that were made. */
  stop(): Promise<void>;
}

/** The server that the environment names; undefined if it names none. */
export function findGivenPostgres(): GivenPostgres | undefined {
  return find(POSTGRES_VARIABLE, TEMPLATE_VARIABLE);
}

/** The server with pgvector that the environment names; undefined if it names none. */
export function findGivenVectorPostgres(): GivenPostgres | undefined {
  return find(VECTOR_POSTGRES_VARIABLE, VECTOR_TEMPLATE_VARIABLE);
}

function find(variable: string, templateVariable: string): GivenPostgres | undefined {
  const url = process.env[variable];
  if (!url) return undefined;
  const bin = findPostgres();
  if (bin === undefined) throw new Error(`${variable} needs createdb and dropdb: apt-get install postgresql`);
  const made: string[] = [];
  const onServer = [`--maintenance-db=${url}`];
  const createFrom = async (template: string): Promise<string> => {
    noteStart('a database of PostgreSQL');
    const name = `multilane_test_${randomBytes(6).toString('hex')}`;
    const kind = ['--encoding=UTF8', '--locale=C.UTF-8', `--template=${template}`, COPY_FILES];
    await runProgram(join(bin, 'createdb'), [...onServer, ...kind, name]);
    made.push(name);
    const address = new URL(url);
    address.pathname = `/${name}`;
    return address.href;
  };
  return {
    createDatabase: () => createFrom(process.env[templateVariable] || EMPTY),
    createEmptyDatabase: () => createFrom(EMPTY),
    stop: async () => {
      for (const name of made.splice(0)) {
        // Not by force, which an account may not use while the server cleans up by itself; that makes way when asked.
        await waitUntil(`${name} to be out of use`, () =>
          succeeds(join(bin, 'dropdb'), [...onServer, '--if-exists', name]),
        );
      }
    },
  };
}

function succeeds(command: string, args: readonly string[]): Promise<true | undefined> {
  return runProgram(command, args).then(
    () => true,
    () => undefined,
  );
}

/** The Redis that the environment names, else one of the test's own: for tests that do not interrupt it. */
export function useRedis(): Promise<Pick<RedisServer, 'url' | 'stop'>> {
  const url = process.env[REDIS_VARIABLE];
  return url ? Promise.resolve({ url, stop: () => Promise.resolve() }) : startRedis();
}
