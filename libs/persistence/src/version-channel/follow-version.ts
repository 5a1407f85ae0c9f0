import type { Database } from '../database.js';
import type { Topic } from '../records/change.js';
import type { VersionChannel } from './version-channel.js';

export interface FollowOptions {
  readonly database: Pick<Database, 'readTopics'>;
  readonly channel: Pick<VersionChannel, 'subscribe'>;
  /** Forget what these topics name: every version's, in order, none left out. Must do so before it returns. */
  onTopics(topics: readonly Topic[], version: number): void;
  /**
   * Forget everything and load again: at the beginning, and when versions were missed that can no longer be read. Must
   * have forgotten before it returns.
   */
  onReset(version: number): void;
  /** Told of each look. */
  readonly report?: { failed(error: unknown): void; succeeded(): void };
  /** Milliseconds between two looks without a hint. Default: 900, so that a look and its answer fit in a second. */
  readonly pollMs?: number | undefined;
}

export interface VersionFollower {
  /** The version up to which everything was applied; undefined before the database answered for the first time. */
  version(): number | undefined;
  /** Time of the database's last answer, in milliseconds since the epoch; undefined before the first one. */
  lastAnswerAt(): number | undefined;
  /** Looks now. Settles when all that was committed before the call has been applied, or the database is unavailable. */
  catchUp(): Promise<void>;
  close(): void;
}

/**
 * Applies every change of the database to what this process remembers. It looks when the channel hints at a new version
 * and once a second, so that a lost message costs a second at most, and an outage no more than it lasts.
 */
export function followVersion(options: FollowOptions): VersionFollower {
  const follower = new Follower(options);
  const unsubscribe = options.channel.subscribe((version) => follower.notify(version));
  const poll = setInterval(() => void follower.catchUp(), options.pollMs ?? 900);
  poll.unref();
  void follower.catchUp();
  return {
    version: () => follower.version,
    lastAnswerAt: () => follower.lastAnswerAt,
    catchUp: () => follower.catchUp(),
    close: () => {
      follower.isClosed = true;
      clearInterval(poll);
      unsubscribe();
    },
  };
}

class Follower {
  version: number | undefined;
  lastAnswerAt: number | undefined;
  isClosed = false;
  /** The look that is in progress, and the one that begins when it ends: its answer holds all that is committed now. */
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly options: FollowOptions) {}

  notify(version: number | undefined): void {
    if (version === undefined || this.version === undefined || version > this.version) void this.catchUp();
  }

  catchUp(): Promise<void> {
    if (!this.running) {
      this.running = this.look().finally(() => {
        this.running = undefined;
      });
      return this.running;
    }
    this.next ??= this.running.then(() => {
      this.next = undefined;
      return this.catchUp();
    });
    return this.next;
  }

  /** Never fails. */
  private async look(): Promise<void> {
    if (this.isClosed) return;
    try {
      const since = this.version ?? Number.MAX_SAFE_INTEGER;
      const { version, changes } = await this.options.database.readTopics(since);
      if (this.isClosed) return;
      this.lastAnswerAt = Date.now();
      const isWhole = version - since === changes.length;
      if (this.version === undefined || !isWhole) this.reset(version);
      else for (const change of changes) this.apply(change.topics, change.version);
      this.options.report?.succeeded();
    } catch (error) {
      this.options.report?.failed(error);
    }
  }

  /** Applies changes. A failure halfway leaves them unapplied: the next look begins again. */
  private apply(topics: readonly Topic[], version: number): void {
    this.version = undefined;
    this.options.onTopics(topics, version);
    this.version = version;
  }

  private reset(version: number): void {
    this.version = undefined;
    this.options.onReset(version);
    this.version = version;
  }
}
