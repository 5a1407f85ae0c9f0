/** Answer of the database to a statement, as `pg` returns it. */
export interface SqlAnswer {
  readonly rows: readonly object[];
  readonly rowCount?: number | null | undefined;
}

/** Place where SQL runs: any connection, or the one of an open transaction. */
export interface SqlRunner {
  executeSql(text: string, values?: unknown[]): Promise<SqlAnswer>;
}

/** Runs SQL on a client of `pg`. */
export function runOn(client: { query(text: string, values?: unknown[]): Promise<SqlAnswer> }): SqlRunner {
  return { executeSql: (text, values) => client.query(text, values) };
}
