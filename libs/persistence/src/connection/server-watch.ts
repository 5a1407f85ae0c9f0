import { Client } from 'pg';
import { DatabaseUnavailable } from '../database-error.js';

/** Milliseconds between two looks of the watch while something is under way. */
const LOOK_EVERY_MS = 500;
/** A query that was looked at so often in vain has the server asked whether it answers at all: three seconds. */
const SUSPICIOUS_LOOKS = 6;
/** A server that answers does so in a hundredth of this time, on a new connection. */
const ANSWERS_MS = 1_500;
/** A question during which the watch could look less often than this says nothing: this process itself was held up. */
const LOOKS_OF_A_QUESTION = 2;
/** A query that takes longer than this was lost with its connection. */
const QUERY_MS = 15_000;

/** Answer of the server about itself and the backends that were asked about. */
type Finding =
  /** `working`: the backends that work on a query; undefined where its numbers mean nothing, as through a pooler. */
  | { readonly isAlive: true; readonly working: ReadonlySet<number> | undefined }
  /** `isRefused`: the system said so; otherwise nothing came within the time limit. */
  | { readonly isAlive: false; readonly isRefused: boolean };

/** A connection whose queries are watched. */
export interface WatchedConnection {
  readonly isBusy: boolean;
  /** The process at the server that works for it; undefined before it said so. */
  readonly backend: number | undefined;
  /** Queries that were sent so far. */
  readonly sent: number;
  /** Looks that its query has been without an answer, and how many it may be. */
  looks: number;
  readonly mostLooks: number;
  /** Ends it, and fails what waits on it. */
  lose(reason: string): void;
}

/**
 * Tells a server that hangs from a query that takes long: a process that was stopped, or a network that loses packets, keeps
 * connections open and says nothing. Where a query takes long, the server is asked on another connection, by one question for
 * all. Without an answer, every connection ends, all that is under way fails, and what comes is refused at once until the
 * server answers again. With one, those connections end of whose query the server knows nothing, such as after a firewall forgot
 * them.
 *
 * Time is counted in looks, which this process cannot take while it is held up itself.
 */
export class ServerWatch {
  readonly usualLooks = looksIn(QUERY_MS);
  private readonly clients = new Set<WatchedConnection>();
  private readonly busy = new Set<WatchedConnection>();
  private looking: NodeJS.Timeout | undefined = undefined;
  private isAsking = false;
  private isSilent = false;
  private isClosed = false;
  /** Answers of the server so far, to anybody. */
  private answers = 0;
  private looks = 0;

  constructor(private readonly url: string) {}

  /** @throws DatabaseUnavailable while the server is known to say nothing */
  check(): void {
    if (this.isSilent) throw new DatabaseUnavailable('it does not answer');
  }

  add(client: WatchedConnection): void {
    this.clients.add(client);
  }

  remove(client: WatchedConnection): void {
    this.clients.delete(client);
    this.busy.delete(client);
  }

  begin(client: WatchedConnection): void {
    if (!this.clients.has(client)) return;
    this.busy.add(client);
    this.keepLooking();
  }

  /** @param isAnswer The server said something, and did not only vanish */
  settle(client: WatchedConnection, isAnswer: boolean): void {
    if (!client.isBusy) this.busy.delete(client);
    if (!isAnswer) return;
    this.answers += 1;
    this.isSilent = false;
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.looking);
    this.looking = undefined;
  }

  private keepLooking(): void {
    if (this.looking !== undefined || this.isClosed) return;
    this.looking = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  private look(): void {
    this.looks += 1;
    let isSuspicious = this.isSilent;
    for (const client of [...this.busy]) {
      client.looks += 1;
      if (client.looks > client.mostLooks) this.lose(client, 'a query had no answer in time');
      else if (client.looks > SUSPICIOUS_LOOKS) isSuspicious = true;
    }
    if (isSuspicious) void this.ask();
    else if (this.busy.size === 0) {
      clearInterval(this.looking);
      this.looking = undefined;
    }
  }

  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const { answers, looks } = this;
    const asked = [...this.busy].map((client) => ({ client, query: client.sent }));
    try {
      const finding = await ask(this.url, asked);
      if (finding.isAlive) {
        this.isSilent = false;
        this.endForgotten(asked, finding.working);
        return;
      }
      const isCertain = finding.isRefused || this.looks - looks >= LOOKS_OF_A_QUESTION;
      if (isCertain && this.answers === answers) this.fallSilent();
    } finally {
      this.isAsking = false;
    }
  }

  private fallSilent(): void {
    this.isSilent = true;
    for (const client of [...this.clients]) client.lose('it does not answer');
    this.keepLooking();
  }

  /** A query of which the server knows nothing never arrived, or its answer was lost. */
  private endForgotten(asked: readonly Asked[], working: ReadonlySet<number> | undefined): void {
    if (working === undefined) return;
    for (const { client, query } of asked) {
      if (!client.isBusy || client.sent !== query || client.looks <= SUSPICIOUS_LOOKS) continue;
      if (client.backend !== undefined && !working.has(client.backend)) this.lose(client, 'its connection was lost');
    }
  }

  /** Loses a connection and the idle ones, which may have the same fault. */
  private lose(client: WatchedConnection, reason: string): void {
    client.lose(reason);
    for (const other of [...this.clients]) if (!other.isBusy && other.backend !== undefined) other.lose(reason);
  }
}

interface Asked {
  readonly client: WatchedConnection;
  readonly query: number;
}

/** The number of looks that such a time takes. */
export function looksIn(milliseconds: number): number {
  return Math.ceil(milliseconds / LOOK_EVERY_MS);
}

/** An error that the server itself reports has a code of five characters (appendix A of PostgreSQL's manual). */
const SQL_STATE = /^[0-9A-Z]{5}$/;

/**
 * Asks the server for a sign of life, even that it has no connection left, and for those of the backends that are at
 * work.
 */
async function ask(url: string, asked: readonly Asked[]): Promise<Finding> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWERS_MS,
    query_timeout: ANSWERS_MS,
    application_name: 'multilane watch',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ own: number; working: number[] }>(
      `SELECT pg_backend_pid() AS own,
              ARRAY(SELECT pid FROM pg_stat_activity
                     WHERE pid = ANY($1::int[]) AND (state IS NULL OR state NOT LIKE 'idle%')) AS working`,
      [asked.flatMap(({ client: { backend } }) => backend ?? [])],
    );
    const isDirect = rows[0]?.own === (client as { processID?: number }).processID;
    return { isAlive: true, working: isDirect ? new Set(rows[0]?.working) : undefined };
  } catch (error) {
    const isRefused = isOfSocket(error);
    const isAlive = SQL_STATE.test(String((error as { code?: unknown }).code ?? '')) && !isRefused;
    return isAlive ? { isAlive, working: undefined } : { isAlive, isRefused };
  } finally {
    endSoon(client);
  }
}

/** The server hears of it where it listens. */
function endSoon(client: Client): void {
  const { stream } = client.connection;
  setTimeout(() => stream.destroy(), ANSWERS_MS).unref();
  void client.end();
}

/** Codes of sockets, such as EPIPE, look like those of the server. */
const isOfSocket = (error: unknown): boolean => (error as { syscall?: unknown }).syscall !== undefined;
