import pg from 'pg';
import { readTreeProcessorTime } from '../process-tree.js';
import { readParent } from '../read-process.js';

/** Work of a PostgreSQL since it started. */
export interface PostgresUse {
  readonly walBytes: number;
  readonly statements: number;
  readonly rowsWritten: number;
  readonly auditRows: number;
  /** Processor time of all its processes, in milliseconds; 0 if there is no `/proc`. */
  readonly processorTime: number;
}

export interface PostgresMeter {
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  read(): Promise<PostgresUse>;
  /** Measures the resources that `work` takes. */
  measure<Result>(work: () => Promise<Result>): Promise<PostgresUse & { readonly result: Result }>;
  close(): Promise<void>;
}

/** For `shared_preload_libraries`: statements are counted by it. */
export const METER_SETTINGS = { shared_preload_libraries: 'pg_stat_statements' };

const READ = `
SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS "walBytes",
       (SELECT coalesce(sum(calls), 0)::float8 FROM pg_stat_statements) AS statements,
       (SELECT (tup_inserted + tup_updated + tup_deleted)::float8 FROM pg_stat_database
         WHERE datname = current_database()) AS "rowsWritten",
       (SELECT count(*)::float8 FROM audit_records) AS "auditRows"`;

/** Counts what a server on this machine does. It must have been started with `METER_SETTINGS`. */
export async function openPostgresMeter(url: string): Promise<PostgresMeter> {
  const client = new pg.Client({ connectionString: url });
  // A server that is stopped on purpose ends this connection too.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const own = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const server = (await readParent(own.rows[0]?.pid ?? 0)) ?? 0;
  const readTime = (): number => readTreeProcessorTime(server) ?? 0;
  const read = async (): Promise<PostgresUse> => {
    const { rows } = await client.query<Omit<PostgresUse, 'processorTime'>>(READ);
    const [row] = rows;
    if (row === undefined) throw new Error('PostgreSQL says nothing of what it did');
    return { ...row, processorTime: readTime() };
  };
  return {
    sql: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows,
    read,
    measure: async (work) => {
      const before = await read();
      const result = await work();
      // Before the query: it counts rows, which takes time of its own.
      const time = readTime();
      const after = await read();
      return {
        result,
        walBytes: after.walBytes - before.walBytes,
        statements: after.statements - before.statements,
        rowsWritten: after.rowsWritten - before.rowsWritten,
        auditRows: after.auditRows - before.auditRows,
        processorTime: time - before.processorTime,
      };
    },
    close: () => client.end(),
  };
}
