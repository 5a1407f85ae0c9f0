import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { vector } from '@electric-sql/pglite-pgvector';
import { Client, type ClientConfig } from 'pg';
import { lockFolder } from './folder-lock.js';
import { LeasePool } from './lease-pool.js';

/** Stand-in for the `pg` package that TypeORM takes, and the function that ends it. */
export interface EmbeddedPostgres {
  readonly driver: { readonly Pool: new () => LeasePool };
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL within this process, its files in `folder`, which is made with mode 0700. Its one connection speaks through
 * `pg` itself, so that types, parameters and errors are those of a server. It has the extension `vector`, for
 * knowledge bases.
 *
 * @throws DatabaseInUse when another process has the folder.
 */
export async function openEmbedded(folder: string): Promise<EmbeddedPostgres> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  try {
    const pglite = await PGlite.create({ dataDir: join(folder, 'postgres'), extensions: { vector } });
    // Here, where nothing is served yet: the first knowledge base would hold the process for a quarter of a second.
    await pglite.exec('CREATE EXTENSION IF NOT EXISTS vector');
    const client = new Client(createPgConfig(pglite) as unknown as ClientConfig);
    await client.connect();
    const close = async (): Promise<void> => {
      await pglite.close();
      lock.release();
    };
    return { driver: { Pool: poolOf(client) }, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function poolOf(client: Client): new () => LeasePool {
  return class extends LeasePool {
    constructor() {
      super(client);
    }
  };
}
