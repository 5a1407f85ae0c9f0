import { runOn, runSql } from '@multilane/sql';
import { Client } from 'pg';

/** Milliseconds between checks of a connection. */
const HEARTBEAT_MS = 15_000;
/** The system asks a connection without traffic whether its peer is there after so long. */
const KEEP_ALIVE_MS = 10_000;
const TIMEOUT_MS = 5_000;
const MAX_RETRY_MS = 10_000;

export interface JobListener {
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Leads to the server itself: LISTEN does not work through a transaction pooler. */
  readonly url: string;
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  /** Messages may have been missed. */
  readonly onConnect: () => void;
  readonly report?: ListenReport | undefined;
}

/** Told of each connection, and of each that failed or was lost. */
export interface ListenReport {
  failed(error: unknown): void;
  succeeded(): void;
}

/**
 * Listens on a connection of its own, which is made anew whenever it is lost. It need not come about: without it, jobs are
 * found by looking, some seconds later.
 */
export function listenForJobs(options: ListenOptions): JobListener {
  return new Listener(options);
}

class Listener implements JobListener {
  private client: Client | undefined = undefined;
  private isClosed = false;
  private failures = 0;
  private retry: NodeJS.Timeout | undefined = undefined;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(private readonly options: ListenOptions) {
    void this.connect();
    this.heartbeat = setInterval(() => {
      const { client } = this;
      client?.query('SELECT 1').catch((error: unknown) => this.lose(client, error));
    }, HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.heartbeat);
    clearTimeout(this.retry);
    const { client } = this;
    this.client = undefined;
    if (client) await leave(client);
  }

  private async connect(): Promise<void> {
    const { channel, onConnect, onMessage, url } = this.options;
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: 'multilane jobs',
    });
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client, new Error('The connection on which jobs are announced ended.')));
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    try {
      await client.connect();
      await runSql(runOn(client), `LISTEN ${client.escapeIdentifier(channel)}`);
      if (this.isClosed) return await client.end();
      this.client = client;
      this.failures = 0;
      this.options.report?.succeeded();
      onConnect();
    } catch (error) {
      void leave(client);
      this.connectLater(error);
    }
  }

  /** Gives up a connection; of one that is in use no more there is nothing to lose. */
  private lose(client: Client, error: unknown): void {
    if (client !== this.client) return;
    this.client = undefined;
    void leave(client);
    this.connectLater(error);
  }

  private connectLater(error: unknown): void {
    if (this.isClosed) return;
    this.options.report?.failed(error);
    this.failures += 1;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.connect(), Math.min(this.failures * 500, MAX_RETRY_MS));
    this.retry.unref();
  }
}

/** The connection is given up, whatever becomes of the farewell. */
async function leave(client: Client): Promise<void> {
  await client.end().catch(() => undefined);
}
