import type { Connection } from '../connection/connection.js';

/** A column of a statement, as the server describes it. */
interface DescribedColumn {
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
class Description {
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

/** Has the database parse and describe a statement. Resolves to its columns, in order. */
export function describeStatement(connection: Connection, text: string): Promise<readonly DescribedColumn[]> {
  return connection.run(async (manager) => {
    const runner = manager.connection.createQueryRunner();
    try {
      const client = await runner.connect();
      const description = new Description(text);
      client.query(description);
      return await description.columns;
    } finally {
      await runner.release();
    }
  });
}

/** Reads the names of all types by their numbers, in the short form that the code uses. */
export async function readTypeNames(connection: Connection): Promise<ReadonlyMap<number, string>> {
  const { rows } = await connection.executeSql('SELECT oid::int AS oid, format_type(oid, NULL) AS name FROM pg_type');
  return new Map(rows.map(({ oid, name }: { oid: number; name: string }) => [oid, shortName(name)]));
}

/** The name of a type in the short form that the code uses. */
export const shortName = (name: string): string =>
  name.replace('double precision', 'float8').replace('timestamp with time zone', 'timestamptz');
