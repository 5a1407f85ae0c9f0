import type { SqlRunner } from './sql-runner.js';
import { type StatementKit, statementsFor } from './statement.js';

const KIT: StatementKit<SqlRunner> = statementsFor((on, text, values) => on.executeSql(text, values));

export const { command, putTogether, readRows, runSql, statement } = KIT;
