import { findVectorPostgres, type PostgresServer, startPostgres } from '@multilane/testing';
import pg from 'pg';
import { listChunkStatements } from './create-tables.js';
import type { PostgresStoreOptions } from './open-postgres-store.js';

/** A pool of `pg`, and as the store takes it. */
export interface PoolAccess extends PostgresStoreOptions {
  readonly pool: pg.Pool;
}

/** Opens a pool for the store. */
export function poolAccess(url: string): PoolAccess {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on('error', () => undefined);
  return {
    pool,
    transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const result = await work({ executeSql: (text, values) => client.query(text, values) });
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },
    executeLong: (text) => pool.query(text),
  };
}

/** The table of chunks, as a new installation has it on a server, and as an earlier version created it. */
export type TableShape = 'partitions' | 'one table of an earlier version';

/** A PostgreSQL with pgvector, which starts at the first use; each access has a database of its own. */
export class VectorServer {
  #server: PostgresServer | undefined;
  readonly #pools: pg.Pool[] = [];

  async open(shape: TableShape): Promise<PoolAccess> {
    this.#server ??= await startPostgres({ bin: findVectorPostgres() });
    const opened = poolAccess(await this.#server.createDatabase());
    this.#pools.push(opened.pool);
    if (shape === 'partitions') return opened;
    await opened.pool.query('CREATE EXTENSION vector');
    for (const statement of listChunkStatements(false)) await opened.pool.query(statement);
    return opened;
  }

  async stop(): Promise<void> {
    for (const pool of this.#pools) await pool.end();
    await this.#server?.stop();
  }
}
