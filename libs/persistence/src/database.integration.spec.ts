import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabases } from '@multilane/testing';
import { Connection } from './connection/connection.js';
import { type Database, openDatabase } from './database.js';
import { migrate } from './migrations/migrate.js';

describe.each([...testDatabases()])('the schema on the $name database', (database) => {
  afterAll(() => database.stop(), 30_000);

  it('is made from empty, once, and equals what the entities say', async () => {
    const connection = await Connection.open(await database.create());
    try {
      expect(await migrate(connection)).toEqual({ applied: ['FirstSchema1795219200000'] });
      expect(await migrate(connection)).toEqual({ applied: [] });
      const source = await connection.dataSource();
      const { upQueries } = await source.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([]);
    } finally {
      await connection.close();
    }
  }, 60_000);
});
