import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { typeOf } from '@multilane/sql';
import { shortTypeName, testDatabases } from '@multilane/testing';
import { Connection } from '../connection/connection.js';
import { migrate } from '../migrations/migrate.js';
import { columnName, TABLES } from './table.js';

/** Columns of all tables but the list of migrations, which TypeORM keeps; partitions have those of their table. */
const COLUMNS = `
  SELECT tables.relname AS "table", attname AS name, format_type(atttypid, NULL) AS type, NOT attnotnull AS "isNullable"
    FROM pg_class AS tables JOIN pg_attribute ON attrelid = tables.oid
   WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
     AND relname <> 'schema_migrations' AND attnum > 0 AND NOT attisdropped`;

interface StoredColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
}

const lineOf = (table: string, name: string, type: string, isNullable: boolean): string =>
  `${table}.${name} ${shortTypeName(type)}${isNullable ? '?' : ''}`;

const FILES = globSync('*.ts', { cwd: new URL('.', import.meta.url) }).filter((file) => !file.endsWith('.spec.ts'));

beforeAll(async () => {
  for (const file of FILES) await import(`./${file.replace(/\.ts$/, '.js')}`);
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

  it('each table of the migrated schema is declared once, with its columns, their types and which may be null', async () => {
    const { entityMetadatas } = await connection.dataSource();
    const ofEntities = entityMetadatas.flatMap(({ columns, tableName }) =>
      columns.map(({ databaseName, isArray, isNullable, type }) =>
        lineOf(tableName, databaseName, `${String(type)}${isArray ? '[]' : ''}`, isNullable),
      ),
    );
    const ofTables = TABLES.flatMap(({ columns, name: table }) =>
      Object.entries(columns).map(([name, declared]) => {
        const { isNullable, type } = typeOf(declared);
        return lineOf(table, columnName(name), type, isNullable);
      }),
    );
    const { rows } = await connection.executeSql(COLUMNS);
    const stored = rows.map(({ isNullable, name, table, type }: StoredColumn) => lineOf(table, name, type, isNullable));
    expect([...ofEntities, ...ofTables].toSorted()).toEqual(stored.toSorted());
  });
});
