import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installQueues } from '@multilane/jobs';
import { STATEMENTS } from '@multilane/sql';
import { describeStatement, findStatementFaults, type Query, testDatabases } from '@multilane/testing';
import { Connection } from '../connection/connection.js';
import { migrate } from '../migrations/migrate.js';

const ROOT = new URL('../', import.meta.url).pathname;

/** Settings of a transaction concern no table, and several of them in one text cannot be prepared. */
const IS_SETTING = /^SET /;
/** The store of chunks makes its own tables, and has a test like this one. */
const IS_OF_CHUNKS = /\bknowledge_(chunks|generations)\b/;

beforeAll(async () => {
  await import('../index.js');
  const files = globSync('**/*.ts', { cwd: ROOT, exclude: (path) => path === 'migrations' });
  for (const file of files.filter((path) => !path.endsWith('.spec.ts'))) {
    await import(`../${file.replace(/\.ts$/, '.js')}`);
  }
});

describe.each(testDatabases())('on the $name database', (kind) => {
  let connection: Connection;
  // The driver takes a description in the place of a text.
  const query: Query = (asked) => connection.executeSql(asked as string);

  beforeAll(async () => {
    connection = await Connection.open(await kind.create());
    await migrate(connection);
    await installQueues(connection);
  }, 60_000);

  afterAll(async () => {
    await connection.close();
    await kind.stop();
  }, 30_000);

  it('each statement that the code declares can be prepared, and its columns are those that the code reads', async () => {
    const prepared = STATEMENTS.filter(({ text }) => !IS_SETTING.test(text) && !IS_OF_CHUNKS.test(text));
    expect(prepared.length).toBeGreaterThan(300);
    expect(prepared.filter(({ text }) => text.includes('multilane_jobs.')).length).toBeGreaterThan(10);
    expect(await findStatementFaults(query, prepared)).toEqual([]);
  }, 60_000);

  it('a statement of a column that is not there is not prepared', async () => {
    await expect(describeStatement(query, 'SELECT absent FROM users')).rejects.toThrow('column "absent" does not');
    expect(await describeStatement(query, 'DELETE FROM users')).toEqual([]);
  });
});
