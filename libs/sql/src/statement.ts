import { type Columns, type ColumnTypes, type RowOf, RowReader, UnexpectedRow } from './columns.js';
import type { SqlAnswer, SqlRunner } from './sql-runner.js';

/** Runs SQL at a place of a package's own kind. */
export type Execute<On> = (on: On, text: string, values?: unknown[]) => Promise<SqlAnswer>;

/**
 * A statement in SQL with the columns of its rows. A test of each package prepares its declared statements against the migrated schema, and
 * each row is checked when it is read.
 */
export class Statement<Row extends object, On = SqlRunner> {
  /** Made when rows are read for the first time: a process uses few of the statements. */
  private reader: RowReader<Row> | undefined;

  constructor(
    readonly text: string,
    /** Undefined for a command, whose rows nobody reads. */
    readonly columns: ColumnTypes | undefined,
    private readonly execute: Execute<On>,
  ) {}

  /** Runs the statement and returns its rows. @throws UnexpectedRow */
  async rows(on: On, values?: unknown[]): Promise<Row[]> {
    const { rows } = await this.execute(on, this.text, values);
    this.reader ??= new RowReader(this.columns ?? {});
    return this.reader.read(rows);
  }

  /** Runs a statement that always has a row, such as a count. @throws UnexpectedRow */
  async one(on: On, values?: unknown[]): Promise<Row> {
    const [row] = await this.rows(on, values);
    if (row === undefined) throw new UnexpectedRow('A statement that always has a row has none.');
    return row;
  }

  /** Runs the statement and counts the rows that it found or changed. */
  async count(on: On, values?: unknown[]): Promise<number> {
    return (await this.execute(on, this.text, values)).rowCount ?? 0;
  }

  /** Runs the statement. True if it found or changed a row. */
  async matches(on: On, values?: unknown[]): Promise<boolean> {
    return (await this.count(on, values)) > 0;
  }

  /** Runs the statement for its effect alone. */
  async run(on: On, values?: unknown[]): Promise<void> {
    await this.execute(on, this.text, values);
  }
}

/** Every statement that the loaded packages declare, for the tests that prepare them. */
export const STATEMENTS: Pick<Statement<object, never>, 'text' | 'columns'>[] = [];

/** Ways of a package to its SQL. */
export interface StatementKit<On> {
  /** Declares a statement that returns rows. Call it once a statement, when the module is loaded. */
  statement<const Types extends ColumnTypes>(columns: Types, text: string): Statement<RowOf<Types>, On>;
  statement<Row extends object>(columns: Columns<Row>, text: string): Statement<Row, On>;
  /** Declares a statement whose rows nobody reads. */
  command(text: string): Statement<never, On>;
  /**
   * Makes a statement whose text depends on the call. No test prepares it; its rows are checked when they are read. For texts without bound in
   * number: names of partitions, conditions of filters, groupings that a caller chooses; and for databases that are not the service's own.
   */
  putTogether<Row extends object>(columns: ColumnTypes, text: string): Statement<Row, On>;
  /** Runs SQL that is put together at each call, and returns its rows. @throws UnexpectedRow */
  readRows<Row extends object>(on: On, columns: Columns<Row>, text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs SQL that names tables, indexes or settings, and so takes no parameters for them. Its rows are dropped. */
  runSql(on: On, text: string, values?: unknown[]): Promise<void>;
}

/** Makes the ways of a package to its SQL, which `execute` runs. */
export function statementsFor<On>(execute: Execute<On>): StatementKit<On> {
  const putTogether = <Row extends object>(columns: ColumnTypes | undefined, text: string): Statement<Row, On> =>
    new Statement<Row, On>(text, columns, execute);
  const declare = <Row extends object>(columns: ColumnTypes | undefined, text: string): Statement<Row, On> => {
    const declared = putTogether<Row>(columns, text);
    STATEMENTS.push(declared);
    return declared;
  };
  return {
    statement: declare,
    command: (text) => declare(undefined, text),
    putTogether,
    readRows: (on, columns, text, values) => {
      // Every field of such columns is a declared type, which a generic mapped type does not tell.
      const types: Readonly<Record<string, unknown>> = columns;
      return putTogether<never>(types as ColumnTypes, text).rows(on, values);
    },
    runSql: async (on, text, values) => {
      await execute(on, text, values);
    },
  };
}
