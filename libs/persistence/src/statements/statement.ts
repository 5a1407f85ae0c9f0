import type { EntityManager } from 'typeorm';
import type { Access, Sql } from '../connection/access.js';
import { type Columns, type ColumnTypes, type RowOf, RowReader, UnexpectedRow } from './columns.js';

/** Place where a statement runs: any connection, or the one of a transaction. */
export type Runner = Access | EntityManager | Sql;

/**
 * A statement in SQL with the columns of its rows. `every-statement.integration.spec.ts` prepares each one against the migrated schema, and
 * each row is checked when it is read.
 */
export class Statement<Row extends object> {
  /** Made when rows are read for the first time: a process uses few of the statements. */
  private reader: RowReader<Row> | undefined;

  constructor(
    readonly text: string,
    /** Undefined for a command, whose rows nobody reads. */
    readonly columns: ColumnTypes | undefined,
  ) {}

  /** Runs the statement and returns its rows. @throws UnexpectedRow */
  async rows(on: Runner, values?: unknown[]): Promise<Row[]> {
    const { rows } = await execute(on, this.text, values);
    this.reader ??= new RowReader(this.columns ?? {});
    return this.reader.read(rows);
  }

  /** Runs a statement that always has a row, such as a count. @throws UnexpectedRow */
  async one(on: Runner, values?: unknown[]): Promise<Row> {
    const [row] = await this.rows(on, values);
    if (row === undefined) throw new UnexpectedRow('A statement that always has a row has none.');
    return row;
  }

  /** Runs the statement and counts the rows that it found or changed. */
  async count(on: Runner, values?: unknown[]): Promise<number> {
    return (await execute(on, this.text, values)).count ?? 0;
  }

  /** Runs the statement. True if it found or changed a row. */
  async matches(on: Runner, values?: unknown[]): Promise<boolean> {
    return (await this.count(on, values)) > 0;
  }

  /** Runs the statement for its effect alone. */
  async run(on: Runner, values?: unknown[]): Promise<void> {
    await execute(on, this.text, values);
  }
}

/** Every statement that the code declares, for the test that prepares them. */
export const STATEMENTS: Statement<object>[] = [];

/** Declares a statement that returns rows. Call it once a statement, when the module is loaded. */
export function statement<const Types extends ColumnTypes>(columns: Types, text: string): Statement<RowOf<Types>>;
export function statement<Row extends object>(columns: Columns<Row>, text: string): Statement<Row>;
export function statement(columns: ColumnTypes, text: string): Statement<object> {
  return declare(new Statement(text, columns));
}

/** Declares a statement whose rows nobody reads. */
export function command(text: string): Statement<never> {
  return declare(new Statement<never>(text, undefined));
}

function declare<Declared extends Statement<object>>(declared: Declared): Declared {
  STATEMENTS.push(declared);
  return declared;
}

/** Runs SQL that is put together at each call, and returns its rows. @throws UnexpectedRow */
export async function readRows<Row extends object>(
  on: Runner,
  columns: Columns<Row>,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  return new Statement<Row>(text, columns as ColumnTypes).rows(on, values);
}

async function execute(
  on: Runner,
  text: string,
  values?: unknown[],
): Promise<{ readonly rows: readonly object[]; readonly count: number | null | undefined }> {
  if ('run' in on) return on.run((manager) => execute(manager, text, values));
  if ('executeSql' in on) {
    const { rowCount, rows } = await on.executeSql(text, values);
    return { rows, count: rowCount };
  }
  const runner = on.queryRunner ?? on.connection.createQueryRunner();
  try {
    const { affected, records } = await runner.query(text, values, true);
    return { rows: records, count: affected };
  } finally {
    if (on.queryRunner === undefined) await runner.release();
  }
}
