import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyEmbeddedTemplate, copyEmptyDatabase } from './embedded-template.js';
import { findGivenPostgres, findGivenVectorPostgres, type GivenPostgres } from './given-servers.js';
import { makeFolder, removeFolder } from './server-process.js';
import { findPostgres, startPostgres } from './start-postgres.js';

/** Location of a fresh database, as `openDatabase` of libs/persistence takes it. */
export type TestLocation = { readonly url: string } | { readonly folder: string };

/** A kind of database that the same tests run on. */
export interface TestDatabase {
  readonly name: 'embedded' | 'postgres';
  /**
   * A fresh database without a row. In a run of the whole suite its schema is there, so that `migrate` has nothing to do. The first one
   * starts the server, if there is one: give `beforeAll` 60 s.
   */
  create(): Promise<TestLocation>;
  /** The same without a schema, for tests of what makes it. */
  createEmpty(): Promise<TestLocation>;
  /** Ends the server and removes all files. Close what is open before. */
  stop(): Promise<void>;
}

/**
 * The databases to run a suite on, for `describe.each`: the embedded one everywhere, and PostgreSQL where Debian's is
 * installed; the server is one that TEST_POSTGRES_URL names, else one of the test's own. With CI set both are demanded,
 * so that no build passes on one alone.
 */
export function testDatabases(): readonly TestDatabase[] {
  const hasPostgres = findPostgres() !== undefined;
  if (!hasPostgres && process.env.CI) throw new Error('CI demands PostgreSQL beside the embedded database.');
  return hasPostgres ? [embeddedDatabase(), serverDatabase()] : [embeddedDatabase()];
}

/**
 * The database to run a service's own rules on, for `describe.each`: PostgreSQL where Debian's is installed, else the embedded
 * one. How they differ is in `libs/persistence`, whose tests run on both, as do those in which requests meet; the tests of
 * `npm start` and of the console run on the embedded one. `TEST_DATABASES=all` chooses both here too.
 */
export function serviceDatabases(): readonly TestDatabase[] {
  const databases = testDatabases();
  return process.env.TEST_DATABASES === 'all' ? databases : databases.slice(-1);
}

/**
 * The databases in which knowledge bases can be: the embedded one, and the PostgreSQL with pgvector that the run has, if it has one. A
 * test's work takes a third of the processor time there, because the embedded one runs in the test's own process.
 */
export function vectorDatabases(): readonly TestDatabase[] {
  const given = findGivenVectorPostgres();
  return given === undefined
    ? [embeddedDatabase()]
    : [embeddedDatabase(), serverDatabase(() => Promise.resolve(given))];
}

function embeddedDatabase(): TestDatabase {
  const parents: string[] = [];
  const createWith = async (copy: (folder: string) => Promise<void>): Promise<TestLocation> => {
    const parent = makeFolder('embedded');
    parents.push(parent);
    const folder = join(parent, 'data');
    mkdirSync(folder, { mode: 0o700 });
    await copy(join(folder, 'postgres'));
    return { folder };
  };
  return {
    name: 'embedded',
    create: () => createWith(copyEmbeddedTemplate),
    createEmpty: () => createWith(copyEmptyDatabase),
    stop: () => {
      parents.splice(0).forEach(removeFolder);
      return Promise.resolve();
    },
  };
}

async function findOrStart(): Promise<GivenPostgres> {
  return findGivenPostgres() ?? startOwn();
}

function serverDatabase(findServer: () => Promise<GivenPostgres> = findOrStart): TestDatabase {
  let server: Promise<GivenPostgres> | undefined;
  const find = (): Promise<GivenPostgres> => {
    server ??= findServer();
    return server;
  };
  return {
    name: 'postgres',
    create: async () => ({ url: await (await find()).createDatabase() }),
    createEmpty: async () => ({ url: await (await find()).createEmptyDatabase() }),
    stop: async () => {
      await (await server)?.stop();
      server = undefined;
    },
  };
}

/** A server of a test's own has no database to copy. */
async function startOwn(): Promise<GivenPostgres> {
  const server = await startPostgres();
  return { ...server, createEmptyDatabase: server.createDatabase };
}
