import { Client } from 'pg';
import { Listeners, type VersionChannel } from './version-channel.js';

const CHANNEL = 'multilane_policy_version';
const HEARTBEAT_MS = 5_000;
/** The system asks a connection without traffic whether its peer is there after so long. */
const KEEP_ALIVE_MS = 10_000;
const TIMEOUT_MS = 3_000;
const MAX_RETRY_MS = 1_000;

/**
 * Announces through PostgreSQL itself, over a connection of its own: LISTEN does not work through a transaction pooler,
 * so `url` must lead to the server directly. A connection that is lost is made again for as long as the channel is open.
 *
 * @param onProblem Called for each failure, which is never fatal.
 */
export function createPostgresChannel(
  url: string,
  onProblem: (error: Error) => void,
  onConnect: () => void = () => undefined,
): VersionChannel {
  return new PostgresChannel(url, onProblem, onConnect);
}

class PostgresChannel implements VersionChannel {
  private readonly listeners = new Listeners();
  private client: Client | undefined;
  private isClosed = false;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(
    private readonly url: string,
    private readonly onProblem: (error: Error) => void,
    private readonly onConnect: () => void,
  ) {
    void this.connect();
    // A peer that vanished without a word is noticed by a question only.
    this.heartbeat = setInterval(
      () => this.client?.query('SELECT 1').catch((error: Error) => this.lose(error)),
      HEARTBEAT_MS,
    );
    this.heartbeat.unref();
  }

  announce(version: number): void {
    this.listeners.notify(version);
    this.client
      ?.query('SELECT pg_notify($1, $2)', [CHANNEL, String(version)])
      .catch((error: Error) => this.lose(error));
  }

  subscribe(listener: (version: number | undefined) => void): () => void {
    return this.listeners.add(listener);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.heartbeat);
    clearTimeout(this.retry);
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: 'multilane version channel',
    });
    const lose = (error: Error): void => this.lose(error, client);
    client.on('error', lose);
    client.on('end', () => lose(new Error('The connection of the version channel ended.')));
    client.on('notification', ({ payload }) => this.listeners.notifyMessage(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      if (this.isClosed) return await client.end();
      this.client = client;
      this.failures = 0;
      this.onConnect();
      this.listeners.notify(undefined);
    } catch (error) {
      // The connection is given up, whatever becomes of the farewell.
      client.end().catch(() => undefined);
      this.connectLater(error as Error);
    }
  }

  /** Gives up the connection in use; of one that is in use no more there is nothing to lose. */
  private lose(error: Error, client = this.client): void {
    if (this.client === undefined || client !== this.client) return;
    this.client = undefined;
    // The connection is given up, whatever becomes of the farewell.
    client.end().catch(() => undefined);
    this.connectLater(error);
  }

  private connectLater(error: Error): void {
    if (this.isClosed) return;
    this.onProblem(error);
    this.failures += 1;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.connect(), Math.min(this.failures * 100, MAX_RETRY_MS));
    this.retry.unref();
  }
}
