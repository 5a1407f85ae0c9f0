import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';
import { ALL_ENTITIES } from '../entities/all-entities.js';
import { MIGRATIONS } from '../migrations/all-migrations.js';
import type { EmbeddedPostgres } from './embedded/open-embedded.js';
import { SchemaNaming } from './schema-naming.js';
import { ServerWatch } from './server-watch.js';
import { translateError } from './translate-error.js';

/** How repositories reach the database: any connection, or, inside a change, the one with its transaction. */
export interface Access {
  /** Failures arrive as this package's own errors. */
  run<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result>;
}

/** Rows of a statement, as `pg` returns them; of several statements a list of such. */
// biome-ignore lint/suspicious/noExplicitAny: rows are what the statement says
type SqlResult = { rows: any[] };

/** Runs SQL on the connection of a transaction. */
export interface Sql {
  /** Without values, `text` may be several statements. */
  executeSql(text: string, values?: unknown[]): Promise<SqlResult>;
}

/** SQL within the transaction that a manager belongs to. */
export function sqlWithin({ queryRunner }: EntityManager): Sql {
  if (!queryRunner) throw new Error('SQL within a transaction needs the manager of one.');
  return { executeSql: async (text, values) => (await queryRunner.connect()).query(text, values) };
}

/** That of anybody outside a change. */
export interface OpenAccess extends Access {
  /** Runs `work` in a transaction with time limits of its own. */
  transaction<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result>;
}

export interface ServerLocation {
  /** `postgres://…`; may lead through a transaction pooler. */
  readonly url: string;
  /** Connections at most. Default: 10. */
  readonly poolSize?: number | undefined;
}

export interface FolderLocation {
  /** Where the embedded database keeps its files. */
  readonly folder: string;
}

export type DatabaseLocation = ServerLocation | FolderLocation;

const CONNECT_MS = 3_000;
/** A query that takes longer than this was lost with its connection. */
const QUERY_MS = 15_000;
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
    /** Of a server; undefined for the embedded database, which is in this process. */
    private readonly watch?: ServerWatch,
  ) {}

  /** @throws DatabaseInUse when another process has the embedded database's folder. */
  static async open(location: DatabaseLocation): Promise<Connection> {
    if ('url' in location) return new Connection(serverOptions(location), undefined, new ServerWatch(location.url));
    // 20 MB of memory that a service on a server does without.
    const { openEmbedded } = await import('./embedded/open-embedded.js');
    const embedded = await openEmbedded(location.folder);
    return new Connection({ ...COMMON_OPTIONS, driver: embedded.driver, poolSize: 1 }, embedded);
  }

  /** Fails within five seconds where the server has stopped to answer; the work may still be done when it answers again. */
  async run<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    const running = this.start(work);
    return this.watch === undefined ? running : this.watch.failIfHung(running);
  }

  private async start<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    try {
      return await work((await this.dataSource()).manager);
    } catch (error) {
      throw translateError(error);
    }
  }

  transaction<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    // Its outcome is waited for: half of a change is none.
    return this.start((manager) =>
      manager.transaction(async (transaction) => {
        if (!this.embedded) await transaction.query(LIMITS_OF_A_CHANGE);
        return work(transaction);
      }),
    );
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
        const client = await runner.connect();
        await client.query({ text, query_timeout: LONG_QUERY_MS });
      } finally {
        await runner.release();
      }
    });
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
    await this.source?.then((source) => source.destroy()).catch(() => undefined);
    await this.embedded?.close();
  }
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

function serverOptions({ url, poolSize = 10 }: ServerLocation): DataSourceOptions {
  return {
    ...COMMON_OPTIONS,
    url,
    poolSize,
    connectTimeoutMS: CONNECT_MS,
    applicationName: 'multilane',
    // An idle connection that breaks is replaced at the next need.
    poolErrorHandler: () => undefined,
    extra: { query_timeout: QUERY_MS, keepAlive: true, idleTimeoutMillis: 60_000 },
  };
}
