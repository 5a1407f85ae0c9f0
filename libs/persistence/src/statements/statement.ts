import { type Statement as DeclaredStatement, type SqlAnswer, statementsFor } from '@multilane/sql';
import type { EntityManager } from 'typeorm';
import type { Access, Sql } from '../connection/access.js';

/** Place where a statement runs: any connection, or the one of a transaction. */
export type Runner = Access | EntityManager | Sql;

/** A statement of this package. `every-statement.integration.spec.ts` prepares each declared one. */
export type Statement<Row extends object> = DeclaredStatement<Row, Runner>;

export const { command, putTogether, readRows, runSql, statement } = statementsFor<Runner>(execute);

async function execute(on: Runner, text: string, values?: unknown[]): Promise<SqlAnswer> {
  if ('run' in on) return on.run((manager) => execute(manager, text, values));
  if ('executeSql' in on) return on.executeSql(text, values);
  const runner = on.queryRunner ?? on.connection.createQueryRunner();
  try {
    const { affected, records } = await runner.query(text, values, true);
    return { rows: records, rowCount: affected };
  } finally {
    if (on.queryRunner === undefined) await runner.release();
  }
}
