import { Client } from 'pg';
import { DatabaseUnavailable } from '../database-error.js';

/** Work that takes longer has the server asked whether it answers at all. Milliseconds. */
const SUSPICIOUS_MS = 3_000;
/** A server that answers does so in a hundredth of this time, on a new connection. */
const ANSWERS_MS = 1_500;

/** An error that the server itself reports has a code of five characters (appendix A of PostgreSQL's manual). */
const SQL_STATE = /^[0-9A-Z]{5}$/;

/**
 * Tells a server that hangs from a query that takes long: a process that was stopped, or a network that loses packets, keeps
 * connections open and says nothing. Where work takes long, the server is asked on another connection, by one question for all
 * who wait.
 */
export class ServerWatch {
  private asking: Promise<boolean> | undefined = undefined;

  constructor(private readonly url: string) {}

  /** The outcome of the work, or `DatabaseUnavailable` as soon as the server is known to hang. */
  async failIfHung<Result>(work: Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const hung = new Promise<never>((_, reject) => {
      timer = setInterval(() => {
        void this.answers().then((isAlive) => {
          if (!isAlive) reject(new DatabaseUnavailable('it does not answer'));
        });
      }, SUSPICIOUS_MS);
    });
    try {
      return await Promise.race([work, hung]);
    } finally {
      clearInterval(timer);
    }
  }

  private answers(): Promise<boolean> {
    this.asking ??= ask(this.url).finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }
}

/** Whether the server says anything, be it that it has no connection left. */
async function ask(url: string): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWERS_MS,
    query_timeout: ANSWERS_MS,
    application_name: 'multilane watch',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return SQL_STATE.test(String((error as { code?: unknown }).code ?? '')) && !isOfSocket(error);
  } finally {
    client.end().catch(() => undefined);
  }
}

/** Codes of sockets, such as EPIPE, look like those of the server. */
const isOfSocket = (error: unknown): boolean => (error as { syscall?: unknown }).syscall !== undefined;
