import { createHash } from 'node:crypto';
import { loadRedisClients, type RedisClient, type RedisClients, type RedisCommands } from './redis-clients.js';

/** What is waited for one command, in milliseconds (decisions section 10). */
export const COMMAND_LIMIT_MS = 25;

/** So many misses in a row open the breaker (decisions section 10). */
export const MISSES_TO_OPEN = 3;

const PROBE_KEY = 'ml:probe';

/** Between two probes of a Redis that is away, in milliseconds. */
const PROBE_EVERY_MS = 250;

/** A script that Redis runs, with the hash by which it is called. */
export interface RedisScript {
  readonly lua: string;
  readonly sha: string;
}

/** Values as Redis takes them. */
export type RedisArgument = string | number | Buffer;

/** Redis did not answer in time, cannot be reached, or is not asked while the breaker is open. */
export class RedisAway extends Error {
  override readonly name = 'RedisAway';
}

export interface RedisLinkOptions {
  /** `redis://` or, over TLS, `rediss://`. */
  readonly url: string;
  /** Hears when Redis goes away, with the reason, and when it is back. */
  readonly onChange?: (isAway: boolean, reason?: Error) => void;
  readonly commandLimitMs?: number;
}

/** `source` as a script to be called by its hash. */
export function defineScript(source: string): RedisScript {
  return { lua: source, sha: createHash('sha1').update(source).digest('hex') };
}

/** Connects to Redis. Settles at once: Redis need not be there yet. */
export async function openRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  return new RedisLink(await loadRedisClients(options.url), options);
}

/**
 * One connection to Redis that nobody waits for longer than the limit of a command. Misses in a row, answers that come
 * late or not at all, open a breaker, and so does a connection that ends: from then on every command fails at once, and
 * a probe in the background closes it. It is open until Redis has answered for the first time. An answer that is an
 * error of Redis, such as a wrong type, is an answer. What was sent before the limit ran out may still have run.
 *
 * A server that says it has not got a key is one of a cluster: from then on there is a connection to each of them.
 */
export class RedisLink {
  private readonly limitMs: number;
  private readonly onChange: (isAway: boolean, reason?: Error) => void;
  /** Those that the server at the other end of this connection was sent. */
  private readonly scripts = new Set<RedisScript>();
  private misses = 0;
  private isOpen = true;
  private isToldAway = false;
  private lastError: Error | undefined = undefined;
  private probing: NodeJS.Timeout | undefined = undefined;
  private isClosed = false;
  private isInCluster = false;
  private client: RedisClient;

  /** Use `openRedisLink`. */
  constructor(
    private readonly clients: RedisClients,
    { onChange = () => undefined, commandLimitMs = COMMAND_LIMIT_MS }: RedisLinkOptions,
  ) {
    this.limitMs = commandLimitMs;
    this.onChange = onChange;
    this.client = this.listen(clients.toServer());
  }

  private listen(client: RedisClient): RedisClient {
    // Told by the breaker, once; without a listener each would end the process.
    client.on('error', (error: Error) => {
      if (client === this.client) this.lastError = error;
    });
    client.on('close', () => {
      if (client !== this.client) return;
      this.scripts.clear();
      this.open(this.lastError ?? new RedisAway('the connection ended'));
    });
    client.on('ready', () => {
      if (client !== this.client) return;
      clearTimeout(this.probing);
      this.probe();
    });
    return client;
  }

  /** True while commands fail at once. */
  get isAway(): boolean {
    return this.isOpen;
  }

  /** Runs one command: `link.run((redis) => redis.get(key))`. Rejects with `RedisAway`, or with what Redis objects to. */
  run<Result>(command: (client: RedisCommands) => Promise<Result>): Promise<Result> {
    if (this.isOpen) return Promise.reject(new RedisAway('the breaker is open'));
    return this.send(command);
  }

  /** Runs a script in one round trip, and one more where Redis has forgotten it. Rejects as `run` does. */
  evaluate(script: RedisScript, keys: readonly string[], args: readonly RedisArgument[]): Promise<unknown> {
    if (!this.scripts.has(script)) return this.load(script, keys, args);
    return this.run((client) => client.evalsha(script.sha, keys.length, ...keys, ...args)).catch((error: unknown) => {
      if (!isUnknownScript(error)) throw error;
      return this.load(script, keys, args);
    });
  }

  /** Ends the connection; commands under way fail. */
  close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.probing);
    this.client.disconnect();
    return Promise.resolve();
  }

  /** Runs the script by its text, which makes it known by its hash to what is sent from now on. */
  private load(script: RedisScript, keys: readonly string[], args: readonly RedisArgument[]): Promise<unknown> {
    if (!this.isOpen) this.scripts.add(script);
    return this.run((client) => client.eval(script.lua, keys.length, ...keys, ...args));
  }

  private send<Result>(command: (client: RedisCommands) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      let isSettled = false;
      const timer = setTimeout(() => {
        // What arrived while this process was busy is read before the check phase, so it is not taken for late.
        setImmediate(() => {
          if (isSettled) return;
          isSettled = true;
          reject(this.miss(new RedisAway(`no answer within ${this.limitMs} ms`)));
        });
      }, this.limitMs);
      const settle = (): boolean => {
        clearTimeout(timer);
        const isFirst = !isSettled;
        isSettled = true;
        return isFirst;
      };
      command(this.client).then(
        (answer) => {
          if (!settle()) return;
          this.misses = 0;
          resolve(answer);
        },
        (error: Error) => {
          if (!settle()) return;
          if (!this.isInCluster && !this.isClosed && error.message.startsWith('MOVED ')) {
            reject(this.joinCluster());
          } else if (isAnswer(error)) {
            this.misses = 0;
            reject(error);
          } else {
            reject(this.miss(new RedisAway('Redis cannot be reached', { cause: error })));
          }
        },
      );
    });
  }

  /** The command is not sent again: it is a miss, and those that follow find the breaker open for a moment. */
  private joinCluster(): RedisAway {
    const toServer = this.client;
    this.isInCluster = true;
    this.client = this.listen(this.clients.toCluster());
    toServer.disconnect();
    this.scripts.clear();
    const away = new RedisAway('Redis is a cluster, whose servers are being connected to');
    this.open(away);
    return away;
  }

  private miss(away: RedisAway): RedisAway {
    this.misses += 1;
    if (this.misses >= MISSES_TO_OPEN) this.open(this.lastError ?? away);
    return away;
  }

  private open(reason: Error): void {
    if (this.isClosed) return;
    this.isOpen = true;
    if (this.probing === undefined) this.probeLater();
    if (this.isToldAway) return;
    this.isToldAway = true;
    this.onChange(true, reason);
  }

  private probeLater(): void {
    if (this.isClosed) return;
    clearTimeout(this.probing);
    this.probing = setTimeout(() => this.probe(), PROBE_EVERY_MS);
    this.probing.unref();
  }

  /** By writing: a server that only answers, such as a replica or one of a cluster that is down, is of no use. */
  private probe(): void {
    this.send((client) => client.set(PROBE_KEY, '', 'PX', 1)).then(
      () => this.shut(),
      (error: Error) => {
        this.probeLater();
        this.open(error);
      },
    );
  }

  private shut(): void {
    if (this.isClosed) return;
    this.isOpen = false;
    this.probing = undefined;
    this.lastError = undefined;
    if (!this.isToldAway) return;
    this.isToldAway = false;
    this.onChange(false);
  }
}

/** Whether Redis itself objects, unlike a connection that is not there. A server that loads, or may not write, is away. */
function isAnswer(error: Error): boolean {
  return (
    error.name === 'ReplyError' &&
    !/^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|NOAUTH|WRONGPASS|BUSY|OOM|MISCONF|NOREPLICAS)/.test(error.message)
  );
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}
