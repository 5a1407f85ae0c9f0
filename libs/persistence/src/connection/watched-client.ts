import { Client, type ClientConfig } from 'pg';
import { DatabaseUnavailable } from '../database-error.js';
import type { ServerWatch } from './server-watch.js';

/**
 * One connection of the pool. node-postgres' `query_timeout` only rejects a query's promise: the query stays the active one of
 * its client, the client goes back to the pool, and whoever draws it next waits for an answer that never comes. Here a client
 * whose query gets no answer is ended with its socket, which fails all its queries and keeps it out of the pool.
 */
export class WatchedClient extends Client {
  /** Looks of the watch since the oldest query that has no answer was sent, or the last answer came. */
  looks = 0;
  /** Queries so far: tells a query from the one after it. */
  sent = 0;
  /** Looks at one query after which the watch gives up. */
  mostLooks: number;
  private unanswered = 0;

  constructor(
    config: string | ClientConfig | undefined,
    private readonly watch: ServerWatch,
  ) {
    super(config);
    this.mostLooks = watch.usualLooks;
    // Its pool and its query runner listen while they hold it. In between, nobody does.
    this.on('error', ignoreHeard);
    watch.add(this);
    this.once('end', () => watch.remove(this));
    // `query` has nine signatures; none of them changes.
    const send = super.query.bind(this) as (...parameters: unknown[]) => unknown;
    this.query = ((...parameters: unknown[]) => this.follow(send(...parameters))) as Client['query'];
  }

  /** Its number at the server; undefined before it is connected. A transaction pooler makes one up. */
  get backend(): number | undefined {
    return (this as { processID?: number | null }).processID ?? undefined;
  }

  get isBusy(): boolean {
    return this.unanswered > 0;
  }

  /** Ends the connection at once, without a word to the server. All its queries fail with the reason. */
  lose(reason: string): void {
    this.watch.remove(this);
    this.connection.stream.destroy(new DatabaseUnavailable(reason));
  }

  /** A farewell that the server does not hear must not keep the socket open. */
  override end(callback?: (error: Error) => void): never {
    const { stream } = this.connection;
    setTimeout(() => stream.destroy(), FAREWELL_MS).unref();
    return (callback === undefined ? super.end() : super.end(callback)) as never;
  }

  private follow(outcome: unknown): unknown {
    if (!(outcome instanceof Promise)) return outcome;
    this.sent += 1;
    this.unanswered += 1;
    if (this.unanswered === 1) this.looks = 0;
    this.watch.begin(this);
    const settle = (isAnswer: boolean): void => {
      this.unanswered -= 1;
      this.looks = 0;
      this.watch.settle(this, isAnswer);
    };
    outcome.then(
      () => settle(true),
      (error: unknown) => settle(isOfServer(error)),
    );
    return outcome;
  }
}

const FAREWELL_MS = 2_000;

/** An error that the server itself reports has a severity; one of the socket or of a time limit has none. */
function isOfServer(error: unknown): boolean {
  return (error as { severity?: unknown }).severity !== undefined;
}

function ignoreHeard(): void {
  // The query under way reports the failure; the pool replaces an idle client.
}
