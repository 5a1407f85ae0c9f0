import { EventEmitter } from 'node:events';
import { Client, type QueryConfig, type QueryResult } from 'pg';
import { DatabaseUnavailable } from '../../database-error.js';

type Release = (error?: Error) => void;
type OnConnect = (error: Error | undefined, client?: LeasedClient, release?: Release) => void;

export interface LeaseOptions {
  /** Time that a borrower waits for its turn, in milliseconds. Default: 15 000. */
  waitMs?: number;
}

/**
 * The single connection of the embedded database in the shape of a pool: it is lent to one borrower at a time, first
 * come, first served. A borrower that waits in vain gets an error, since it most likely waits for itself: a nested
 * connect while a transaction is open can never succeed.
 */
export class LeasePool extends EventEmitter {
  private readonly queue: Waiting[] = [];
  private holder: LeasedClient | undefined;
  private ended: ((error?: Error) => void) | undefined;

  constructor(
    private readonly client: Client,
    private readonly options: LeaseOptions = {},
  ) {
    super();
    client.on('error', (error) => this.emit('error', error));
  }

  connect(onConnect: OnConnect): void {
    if (this.ended) {
      onConnect(new DatabaseUnavailable('it is closed'));
      return;
    }
    const waiting: Waiting = {
      onConnect,
      timer: setTimeout(() => this.giveUp(waiting), this.options.waitMs ?? 15_000),
    };
    this.queue.push(waiting);
    this.serveNext();
  }

  /** Waits for the borrower of the moment; those in the queue are rejected. The connection itself stays open. */
  end(onEnd: (error?: Error) => void): void {
    this.ended = onEnd;
    for (const waiting of this.queue.splice(0)) this.refuse(waiting, 'it is being closed');
    if (!this.holder) onEnd();
  }

  private serveNext(): void {
    if (this.holder) return;
    const next = this.queue.shift();
    if (!next) return;
    clearTimeout(next.timer);
    const lease = new LeasedClient(this.client);
    this.holder = lease;
    next.onConnect(undefined, lease, () => void this.takeBack(lease));
  }

  private async takeBack(lease: LeasedClient): Promise<void> {
    if (this.holder !== lease || lease.isOver) return;
    await lease.giveBack().catch((error: Error) => this.emit('error', error));
    this.holder = undefined;
    if (this.ended) this.ended();
    else this.serveNext();
  }

  private giveUp(waiting: Waiting): void {
    this.queue.splice(this.queue.indexOf(waiting), 1);
    const seconds = (this.options.waitMs ?? 15_000) / 1000;
    this.refuse(
      waiting,
      `its one connection was not free for ${seconds} s. A query outside an open transaction cannot run while that transaction waits for it`,
    );
  }

  private refuse(waiting: Waiting, reason: string): void {
    clearTimeout(waiting.timer);
    waiting.onConnect(new DatabaseUnavailable(reason));
  }
}

interface Waiting {
  readonly onConnect: OnConnect;
  readonly timer: NodeJS.Timeout;
}

/** Connection that a borrower holds. After the release it answers nothing, and what it left open was rolled back. */
export class LeasedClient extends EventEmitter {
  isOver = false;
  private lastQuery: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: Client) {
    super();
  }

  query(query: string | QueryConfig, values?: unknown[]): Promise<QueryResult> {
    if (this.isOver) return Promise.reject(new Error('This connection was given back before the query.'));
    const result = this.client.query(query as string, values);
    // The caller gets the failure. Here it only counts that the query is over.
    this.lastQuery = result.catch(() => undefined);
    return result;
  }

  /** Outside a transaction, ROLLBACK is a warning that nobody sees. */
  async giveBack(): Promise<void> {
    this.isOver = true;
    await this.lastQuery;
    await this.client.query('ROLLBACK');
  }
}
