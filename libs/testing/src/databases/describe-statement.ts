/** A column of a statement, as the server describes it. */
export interface DescribedColumn {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Messages of the extended protocol that `pg` sends for a client. */
interface Wire {
  parse(message: { readonly text: string; readonly name: string; readonly types: readonly number[] }): void;
  describe(message: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

/** Has the server parse and describe a statement, without running it. `pg` takes it in the place of a query. */
export class StatementDescription {
  readonly columns: Promise<readonly DescribedColumn[]>;
  private found: readonly DescribedColumn[] = [];
  private resolve: (columns: readonly DescribedColumn[]) => void = () => undefined;
  private reject: (error: Error) => void = () => undefined;

  constructor(private readonly text: string) {
    this.columns = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(wire: Wire): void {
    wire.parse({ text: this.text, name: '', types: [] });
    wire.describe({ type: 'S', name: '' });
    wire.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly DescribedColumn[] }): void {
    this.found = fields;
  }

  handleError(error: Error): void {
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve(this.found);
  }

  /** The embedded database's client waits for the end of what it was given. */
  catch(onError: (error: unknown) => undefined): Promise<unknown> {
    return this.columns.catch(onError);
  }
}

/** SQL of a test: a text, or a description in the place of a query. */
export type Query = (query: StatementDescription | string) => unknown;

/** A statement, and the types of its columns by their names. */
export interface CheckedStatement {
  readonly text: string;
  /** Undefined for a statement whose rows nobody reads. A type that ends with `?` may be null. */
  readonly columns: Readonly<Record<string, string>> | undefined;
}

/** Has the database parse and describe a statement. Resolves to its columns, in order. */
export async function describeStatement(query: Query, text: string): Promise<readonly DescribedColumn[]> {
  const description = new StatementDescription(text);
  const [columns] = await Promise.all([description.columns, query(description)]);
  return columns;
}

/**
 * Has the database prepare each statement, and compares its columns with those that the code declares. Returns the differences.
 *
 * @param query Runs SQL on a database with all tables.
 */
export async function findStatementFaults(query: Query, statements: readonly CheckedStatement[]): Promise<string[]> {
  const names = await readTypeNames(query);
  const faults: string[] = [];
  for (const { columns, text } of statements) {
    const described = await describeStatement(query, text).catch((error: Error) => error.message);
    if (typeof described === 'string') faults.push(`${described}: ${text}`);
    else if (columns !== undefined) {
      const found = described.map(({ dataTypeID, name }) => `${name} ${names.get(dataTypeID)}`).toSorted();
      const declared = Object.entries(columns).map(([name, type]) => `${name} ${type.replace(/\?$/, '')}`);
      if (found.join() !== declared.toSorted().join()) faults.push(`${declared} is declared, not ${found}: ${text}`);
    }
  }
  return faults;
}

/** Reads the names of all types by their numbers, in the short form that the code uses. */
async function readTypeNames(query: Query): Promise<ReadonlyMap<number, string>> {
  const { rows } = (await query('SELECT oid::int AS oid, format_type(oid, NULL) AS name FROM pg_type')) as {
    readonly rows: readonly { readonly oid: number; readonly name: string }[];
  };
  return new Map(rows.map(({ oid, name }) => [oid, shortTypeName(name)]));
}

/** The name of a type in the short form that the code uses. */
export const shortTypeName = (name: string): string =>
  name.replace('double precision', 'float8').replace('timestamp with time zone', 'timestamptz');
