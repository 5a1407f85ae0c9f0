/** SQL statements with the columns of their rows, which tests compare with the database and each read checks. */

export { type Columns, type ColumnTypes, type RowOf, typeOf, UnexpectedRow } from './columns.js';
export { command, putTogether, readRows, runSql, statement } from './plain-statements.js';
export { runOn, type SqlAnswer, type SqlRunner } from './sql-runner.js';
export { type Execute, STATEMENTS, type Statement, type StatementKit, statementsFor } from './statement.js';
