import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabases } from '@multilane/testing';
import { Connection } from '../connection/connection.js';
import { migrate } from '../migrations/migrate.js';
import { typeOf } from './columns.js';
import { describeStatement, readTypeNames } from './describe-statement.tools.spec.js';
import { STATEMENTS } from './statement.js';

const ROOT = new URL('../', import.meta.url).pathname;

/** Settings of a transaction concern no table, and several of them in one text cannot be prepared. */
const IS_SETTING = /^SET /;

beforeAll(async () => {
  await import('../index.js');
  const files = globSync('**/*.ts', { cwd: ROOT, exclude: (path) => path === 'migrations' });
  for (const file of files.filter((path) => !path.endsWith('.spec.ts'))) {
    await import(`../${file.replace(/\.ts$/, '.js')}`);
  }
});

describe.each(testDatabases())('on the $name database', (kind) => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await Connection.open(await kind.create());
    await migrate(connection);
  }, 60_000);

  afterAll(async () => {
    await connection.close();
    await kind.stop();
  }, 30_000);

  it('each statement that the code declares can be prepared, and its columns are those that the code reads', async () => {
    const names = await readTypeNames(connection);
    const prepared = STATEMENTS.filter(({ text }) => !IS_SETTING.test(text));
    expect(prepared.length).toBeGreaterThan(300);
    const faults: string[] = [];
    for (const { columns, text } of prepared) {
      const described = await describeStatement(connection, text).catch((error: Error) => error.message);
      if (typeof described === 'string') faults.push(`${described}: ${text}`);
      else if (columns !== undefined) {
        const found = described.map(({ dataTypeID, name }) => `${name} ${names.get(dataTypeID)}`).toSorted();
        const declared = Object.entries(columns).map(([name, type]) => `${name} ${typeOf(type).type}`);
        if (found.join() !== declared.toSorted().join()) faults.push(`${declared} is declared, not ${found}: ${text}`);
      }
    }
    expect(faults).toEqual([]);
  }, 60_000);

  it('a statement of a column that is not there is not prepared', async () => {
    await expect(describeStatement(connection, 'SELECT absent FROM users')).rejects.toThrow('column "absent" does not');
    expect(await describeStatement(connection, 'DELETE FROM users')).toEqual([]);
  });
});
