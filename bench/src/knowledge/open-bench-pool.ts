import type { PostgresStoreOptions } from '@multilane/knowledge';
import pg from 'pg';

export interface BenchPool extends Pick<PostgresStoreOptions, 'transaction'> {
  executeLong(text: string): Promise<unknown>;
  /** The rows of a statement. */
  sql(text: string): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Connections to a database, as the store of chunks takes them. */
export function openBenchPool(url: string, connections: number): BenchPool {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  pool.on('error', () => undefined);
  return {
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const result = await work({ executeSql: (text, values) => client.query(text, values) });
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
    executeLong: (text) => pool.query(text),
    sql: async (text) => (await pool.query(text)).rows,
    close: () => pool.end(),
  };
}
