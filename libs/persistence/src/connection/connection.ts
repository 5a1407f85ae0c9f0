import type { ClientConfig } from 'pg';
import { DataSource, type DataSourceOptions, type EntityManager, type QueryRunner } from 'typeorm';
import { DatabaseUnavailable } from '../database-error.js';
import { ALL_ENTITIES } from '../entities/all-entities.js';
import { MIGRATIONS } from '../migrations/all-migrations.js';
import type { Access, Sql, SqlResult } from './access.js';
import type { EmbeddedPostgres } from './embedded/open-embedded.js';
import { SchemaNaming } from './schema-naming.js';
import { looksIn, ServerWatch } from './server-watch.js';
import { startDeadline } from './start-deadline.js';
import { translateError } from './translate-error.js';
import { WatchedClient } from './watched-client.js';

export type { Access, Sql };

/** SQL within the transaction that a manager belongs to. */
export function sqlWithin({ queryRunner }: EntityManager): Sql {
  if (!queryRunner) throw new Error('SQL within a transaction needs the manager of one.');
  return { executeSql: async (text, values) => (await queryRunner.connect()).query(text, values) };
}

/** That of anybody outside a change. */
export interface OpenAccess extends Access {
  /**
   * Runs `work` in a transaction with time limits of its own.
   *
   * @param limitMs The whole of it takes no longer, or is undone. Default: 60,000
   */
  transaction<Result>(work: (manager: EntityManager) => Promise<Result>, limitMs?: number): Promise<Result>;
}

export interface ServerLocation {
  /** `postgres://…`; may lead through a transaction pooler. */
  readonly url: string;
  /** Connections at most. Default: 10. */
  readonly poolSize?: number | undefined;
}

export interface FolderLocation {
  /** Folder of the embedded database's files. */
  readonly folder: string;
}

export type DatabaseLocation = ServerLocation | FolderLocation;

const CONNECT_MS = 3_000;
/** A pooled connection without traffic is asked by the system whether its peer is there after so long, and then each second. */
const KEEP_ALIVE_MS = 10_000;
/** Reads, which may be several statements. */
const READ_MS = 30_000;
const TRANSACTION_MS = 60_000;
const LONG_QUERY_MS = 6 * 60 * 60_000;
/**
 * In a change, a server itself gives up a little earlier, and ends one whose process hangs. The embedded database must not
 * be told so: it has one session, which such an end would take away for good.
 */
const LIMITS_OF_A_CHANGE = "SET LOCAL statement_timeout = '10s'; SET LOCAL idle_in_transaction_session_timeout = '15s'";

/**
 * The way to the database. A server that is away is not asked for before it is needed, and then again at each need: a
 * gateway starts without it.
 */
export class Connection implements OpenAccess {
  private source: Promise<DataSource> | undefined;
  private isClosed = false;

  private constructor(
    private readonly options: DataSourceOptions,
    private readonly embedded: EmbeddedPostgres | undefined,
    /** Watch of a server; undefined for the embedded database, which is in this process. */
    private readonly watch?: ServerWatch,
  ) {}

  /** @throws DatabaseInUse when another process has the embedded database's folder. */
  static async open(location: DatabaseLocation): Promise<Connection> {
    if ('url' in location) {
      const watch = new ServerWatch(location.url);
      return new Connection(serverOptions(location, watch), undefined, watch);
    }
    // 20 MB of memory that a service on a server does without.
    const { openEmbedded } = await import('./embedded/open-embedded.js');
    const embedded = await openEmbedded(location.folder);
    return new Connection({ ...COMMON_OPTIONS, driver: embedded.driver, poolSize: 1 }, embedded);
  }

  /** Fails within five seconds where the server has stopped to answer; the work may still be done when it answers again. */
  run<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return this.start(work, READ_MS);
  }

  transaction<Result>(work: (manager: EntityManager) => Promise<Result>, limitMs = TRANSACTION_MS): Promise<Result> {
    // The embedded database has one session, which cannot be ended.
    if (this.embedded) return this.start((manager) => manager.transaction(work));
    let client: WatchedClient | undefined;
    let isLate = false;
    const run = (manager: EntityManager): Promise<Result> =>
      manager.transaction(async (transaction) => {
        client = await clientOf(transaction);
        if (isLate) client.lose(LATE);
        await transaction.query(LIMITS_OF_A_CHANGE);
        return work(transaction);
      });
    // The server undoes whatever has not ended, since its connection ends.
    return this.start(run, limitMs, () => {
      isLate = true;
      client?.lose(LATE);
    });
  }

  /**
   * SQL on any connection. A script that fails within a transaction of its own leaves none open: the connection goes back to
   * where others get it from.
   */
  executeSql(text: string, values?: unknown[]): Promise<SqlResult> {
    return this.start(async ({ connection }) => {
      const runner = connection.createQueryRunner();
      try {
        const client = await runner.connect();
        return await client.query(text, values).catch(async (error: unknown) => {
          // The first failure of a lost connection gives the reason.
          if (values === undefined) await client.query('ROLLBACK').catch(() => undefined);
          throw error;
        });
      } finally {
        await runner.release();
      }
    });
  }

  /** Runs one statement outside of a transaction, such as the building of an index, for up to six hours. */
  async executeLong(text: string): Promise<void> {
    await this.start(async ({ connection }) => {
      const runner = connection.createQueryRunner();
      try {
        const client: WatchedClient = await runner.connect();
        const endLong = await allowLongStatements(runner);
        await client.query(text).finally(endLong);
      } finally {
        await runner.release();
      }
    });
  }

  /**
   * Every use of the database begins here. Each of its statements has a limit of its own, which the watch keeps.
   *
   * @param limitMs For all of it, where there is such a limit
   * @param onLate Called when that is over
   */
  private async start<Result>(
    work: (manager: EntityManager) => Promise<Result>,
    limitMs?: number,
    onLate?: () => void,
  ): Promise<Result> {
    this.watch?.check();
    try {
      const working = this.dataSource().then((source) => work(source.manager));
      if (this.embedded || limitMs === undefined) return await working;
      const deadline = startDeadline(limitMs, () => new DatabaseUnavailable(LATE), onLate);
      return await Promise.race([working, deadline.passed]).finally(() => deadline.clear());
    } catch (error) {
      throw translateError(error);
    }
  }

  /** A data source that is connected; the same one as long as the first connection succeeded. */
  dataSource(): Promise<DataSource> {
    if (this.isClosed) return Promise.reject(translateError(new Error('The connection is closed.')));
    this.source ??= new DataSource(this.options).initialize().catch((error: unknown) => {
      this.source = undefined;
      throw translateError(error);
    });
    return this.source;
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    // A pool that never came about has nothing to close.
    await this.source?.then((source) => source.destroy()).catch(() => undefined);
    this.watch?.close();
    await this.embedded?.close();
  }
}

/** Allows statements of six hours on the connection of a runner, until what it returns is called. */
export async function allowLongStatements(runner: QueryRunner): Promise<() => void> {
  const client: WatchedClient = await runner.connect();
  const usual = client.mostLooks;
  client.mostLooks = looksIn(LONG_QUERY_MS);
  return () => {
    client.mostLooks = usual;
  };
}

const COMMON_OPTIONS = {
  type: 'postgres',
  entities: ALL_ENTITIES,
  migrations: MIGRATIONS,
  migrationsTableName: 'schema_migrations',
  namingStrategy: new SchemaNaming(),
  installExtensions: false,
  uuidExtension: 'pgcrypto',
  logging: false,
} as const;

const LATE = 'it took too long';

/** The connection of a transaction. */
async function clientOf({ queryRunner }: EntityManager): Promise<WatchedClient> {
  return (await queryRunner?.connect()) as WatchedClient;
}

function serverOptions({ url, poolSize = 10 }: ServerLocation, watch: ServerWatch): DataSourceOptions {
  class PoolClient extends WatchedClient {
    constructor(config?: string | ClientConfig) {
      super(config, watch);
    }
  }
  return {
    ...COMMON_OPTIONS,
    url,
    poolSize,
    connectTimeoutMS: CONNECT_MS,
    applicationName: 'multilane',
    // An idle connection that breaks is replaced at the next need.
    poolErrorHandler: () => undefined,
    extra: {
      Client: PoolClient,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      idleTimeoutMillis: 60_000,
    },
  };
}
