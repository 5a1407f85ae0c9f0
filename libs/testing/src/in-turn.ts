import { basename } from 'node:path';
import { type TestDatabase, testDatabases, vectorDatabases } from './databases/test-databases.js';

/** The number of parts of the exhaustive tests: scripts/in-turn.mjs has the same. */
const PARTS = 6;

/**
 * Says whether an exhaustive test runs this time: each does in one of six runs of `npm test`, and whenever its file is named. Give its file
 * a test beside it that tries a sample of the same each time.
 *
 * @param title of the test, or of the group; it chooses the part
 */
export function isDue(title: string): boolean {
  const part = readPart();
  return part === undefined || partOf(title) === part;
}

/**
 * Makes an `it` or `describe` that defines what is due by its title: `const itInTurn = takeTurns(it)`.
 */
export function takeTurns<Rest extends unknown[]>(
  define: (title: string, ...rest: Rest) => void,
): (title: string, ...rest: Rest) => void {
  return (title, ...rest) => {
    if (isDue(title)) define(title, ...rest);
  };
}

/**
 * The rows of a table that run this time: the first always, and each other one in one of six runs.
 *
 * @param title of the tests; it chooses where the parts begin
 */
export function inTurn<Row>(title: string, rows: readonly Row[]): Row[] {
  const part = readPart();
  const first = partOf(title);
  return rows.filter((_, index) => index === 0 || part === undefined || (first + index) % PARTS === part);
}

/**
 * The databases to run a file of tests on: PostgreSQL each time, where it is installed, and the embedded one in one of six runs. The tests of
 * `npm start` and of the console run on the embedded one each time. `TEST_DATABASES=all` chooses both here too.
 *
 * @param file of the tests, with or without its folders; it chooses the part
 */
export function databasesInTurn(file: string): TestDatabase[] {
  const databases = testDatabases().toReversed();
  return process.env.TEST_DATABASES === 'all' ? databases : inTurn(basename(file), databases);
}

/**
 * The database to run a file of tests on that needs knowledge bases: a PostgreSQL with pgvector where the run has one, and in one of six
 * runs, and everywhere else, the embedded one.
 *
 * @param file of the tests, with or without its folders; it chooses the part
 */
export function vectorDatabaseInTurn(file: string): TestDatabase {
  const [embedded, server] = vectorDatabases();
  if (embedded === undefined) throw new Error('there is always the embedded database');
  return server === undefined || isDue(basename(file)) ? embedded : server;
}

/** The part that runs; undefined where all run. The launcher has checked the variable. */
function readPart(): number | undefined {
  const part = process.env.TEST_EXHAUSTIVE;
  return part === undefined || part === '' || part === 'all' ? undefined : Number(part);
}

function partOf(title: string): number {
  const sum = Array.from(title).reduce((code, each) => (code * 31 + (each.codePointAt(0) ?? 0)) % 1_000_003, 7);
  return sum % PARTS;
}
