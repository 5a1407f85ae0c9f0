import { createHash } from 'node:crypto';
import { AnswerPatience, type ProcessorTime, TICK_MS } from './answer-patience.js';
import { PendingCommand, RedisAway } from './pending-command.js';
import { loadRedisClients, type RedisClient, type RedisClients, type RedisCommands } from './redis-clients.js';

/**
 * Silence that makes Redis late, in milliseconds by the clock of `AnswerPatience`
 * (docs/contract/limits.md#redis-outage).
 */
export const COMMAND_LIMIT_MS = 25;

/** So many misses in a row open the breaker (docs/contract/limits.md#redis-outage). */
export const MISSES_TO_OPEN = 3;

const PROBE_KEY = 'ml:probe';

/** In a cluster, so many keys are written in turn: one of them alone may be on a server that has ended. */
const PROBE_KEYS = 16;

/** Between two probes of a Redis that is away, in milliseconds. */
const PROBE_EVERY_MS = 250;

/** So many probes wait for an answer at most: a server that hangs for a day is not sent ever more of them. */
const MAX_UNANSWERED_PROBES = 20;

const unset = (): void => undefined;

/** A script that Redis runs, with the hash by which it is called. */
export interface RedisScript {
  readonly lua: string;
  readonly sha: string;
  /** True if its texts are bytes, which are answered as buffers. */
  readonly isBinary: boolean;
}

/** Values as Redis takes them. */
export type RedisArgument = string | number | Buffer;

export interface RedisLinkOptions {
  /** `redis://` or, over TLS, `rediss://`. */
  readonly url: string;
  /** Called when Redis becomes unavailable, with the reason, and when it is back. */
  readonly onChange?: (isAway: boolean, reason?: Error) => void;
  readonly commandLimitMs?: number;
  /** Instead of what the operating system says. */
  readonly readProcessors?: () => ProcessorTime;
}

/** `source` as a script to be called by its hash. */
export function defineScript(source: string, { isBinary = false } = {}): RedisScript {
  return { lua: source, sha: createHash('sha1').update(source).digest('hex'), isBinary };
}

/** Connects to Redis. Settles at once: Redis need not be there yet; `whenTried` says more. */
export async function openRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  return new RedisLink(await loadRedisClients(options.url), options);
}

/**
 * One connection to Redis that nobody waits for longer than `AnswerPatience` allows. Misses in a row, silences in which
 * Redis was late, open a breaker, and so does a connection that ends: from then on every command fails at once, and a
 * probe in the background closes it. It is open until Redis has answered for the first time. An answer that is an error
 * of Redis, such as a wrong type, is an answer. A command that was given up may still run: `RedisAway.late` resolves
 * with its answer.
 *
 * A server that says it has not got a key is one of a cluster: from then on there is a connection to each of them. The end of one
 * of them fails the commands for its keys, and opens no breaker.
 */
export class RedisLink {
  private readonly limitMs: number;
  private readonly patience: AnswerPatience;
  /** In the order in which they were sent. */
  private readonly pending = new Set<Pick<PendingCommand<unknown>, 'giveUp' | 'sentAt'>>();
  private ticker: NodeJS.Timeout | undefined = undefined;
  private tickedAt = 0;
  // Bound, not written here as functions: see CONTRIBUTING.md.
  private readonly tick = this.onTick.bind(this);
  private readonly judge = this.onJudge.bind(this);
  private readonly write = this.onWrite.bind(this);
  /** Stream by which everything sent in this turn of the event loop leaves in one write. */
  private gathering: RedisClient['stream'];
  private readonly whenBackListeners: (() => void)[] = [];
  private readonly onChange: (isAway: boolean, reason?: Error) => void;
  /** Those that the server at the other end of this connection was sent. */
  private readonly scripts = new Set<RedisScript>();
  private misses = 0;
  private isOpen = true;
  private isReportedAway = false;
  private lastError: Error | undefined = undefined;
  private probing: NodeJS.Timeout | undefined = undefined;
  private unansweredProbes = 0;
  private probes = 0;
  private isClosed = false;
  private isInCluster = false;
  private client: RedisClient;
  private settleTried: () => void = unset;
  private readonly tried = new Promise<void>((resolve) => {
    this.settleTried = resolve;
  });

  /** Use `openRedisLink`. */
  constructor(
    private readonly clients: RedisClients,
    { onChange = () => undefined, commandLimitMs = COMMAND_LIMIT_MS, readProcessors }: RedisLinkOptions,
  ) {
    this.limitMs = commandLimitMs;
    this.patience = new AnswerPatience({ limitMs: commandLimitMs, ...(readProcessors && { readProcessors }) });
    this.onChange = onChange;
    this.client = this.listen(clients.toServer());
  }

  private listen(client: RedisClient): RedisClient {
    // The breaker reports it, once; without a listener each would end the process.
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

  /** Calls `listener` whenever Redis is back, before any other command is sent. */
  onBack(listener: () => void): void {
    this.whenBackListeners.push(listener);
  }

  /** Resolves when Redis has answered or failed for the first time, or after `limitMs` milliseconds. */
  async whenTried(limitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs);
    });
    await Promise.race([this.tried, limit]);
    clearTimeout(timer);
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
    return this.run((client) =>
      script.isBinary
        ? client.evalshaBuffer(script.sha, keys.length, ...keys, ...args)
        : client.evalsha(script.sha, keys.length, ...keys, ...args),
    ).catch((error: unknown) => {
      if (!isUnknownScript(error)) throw error;
      return this.load(script, keys, args);
    });
  }

  /** Sends the commands of `send` in one write at once, and not at the end of the turn. */
  sendTogether(send: () => void): void {
    const { stream } = this.client;
    if (stream === undefined || this.gathering !== undefined) {
      send();
      return;
    }
    this.gathering = stream;
    stream.cork();
    try {
      send();
    } finally {
      this.onWrite();
    }
  }

  /** Ends the connection; commands in progress fail. */
  close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.probing);
    this.settleTried();
    this.client.disconnect();
    return Promise.resolve();
  }

  /** Runs the script by its text, which makes it known by its hash to what is sent from now on. */
  private load(script: RedisScript, keys: readonly string[], args: readonly RedisArgument[]): Promise<unknown> {
    if (!this.isOpen) this.scripts.add(script);
    return this.run((client) =>
      script.isBinary
        ? client.evalBuffer(script.lua, keys.length, ...keys, ...args)
        : client.eval(script.lua, keys.length, ...keys, ...args),
    );
  }

  private send<Result>(command: (client: RedisCommands) => Promise<Result>): Promise<Result> {
    const pending = new PendingCommand<Result>(this.startWaiting());
    this.pending.add(pending);
    this.gather();
    command(this.client).then(
      (answer) => {
        this.noteArrival(pending);
        pending.succeed(answer);
      },
      (error: Error) => {
        if (isAnswer(error) && !this.mustJoinCluster(error)) this.noteArrival(pending);
        else this.pending.delete(pending);
        pending.fail(this.nameFailure(error));
      },
    );
    return pending.answer;
  }

  /** A write costs more than all else of a command; the library's own pipelines cost half as much again as what they save. */
  private gather(): void {
    const { stream } = this.client;
    if (this.gathering !== undefined || stream === undefined) return;
    this.gathering = stream;
    stream.cork();
    setImmediate(this.write);
  }

  private onWrite(): void {
    this.gathering?.uncork();
    this.gathering = undefined;
  }

  /** An answer to a command that was given up shows that Redis is late, not that it is in time. */
  private noteArrival(pending: Pick<PendingCommand<unknown>, 'giveUp' | 'sentAt'>): void {
    if (!this.pending.delete(pending)) return;
    this.patience.noteAnswer(pending.sentAt);
    this.misses = 0;
  }

  private nameFailure(error: Error): Error {
    if (this.mustJoinCluster(error)) return this.joinCluster();
    if (isAnswer(error)) return error;
    // The other servers of a cluster answer. When the last one is gone, the library says that the connection ended.
    if (this.isInCluster && !isReply(error))
      return new RedisAway('a server of the Redis Cluster cannot be reached', undefined, { cause: error });
    return this.miss(new RedisAway('Redis cannot be reached', undefined, { cause: error }));
  }

  private mustJoinCluster(error: Error): boolean {
    return !this.isInCluster && !this.isClosed && error.message.startsWith('MOVED ');
  }

  /** Time of a command that is sent now, by the clock of the link's patience. */
  private startWaiting(): number {
    const now = performance.now();
    if (this.ticker === undefined) {
      this.tickedAt = now;
      this.ticker = setTimeout(this.tick, TICK_MS);
    }
    if (this.pending.size === 0) this.patience.begin();
    return this.patience.now + Math.min(now - this.tickedAt, TICK_MS);
  }

  private onTick(): void {
    const now = performance.now();
    this.patience.tick(now - this.tickedAt, now);
    // Answers that arrived while this process was busy are read before the check phase, so they do not count as late.
    setImmediate(this.judge, now);
  }

  private onJudge(wall: number): void {
    this.ticker = undefined;
    const [oldest] = this.pending;
    if (oldest === undefined) return;
    this.tickedAt = performance.now();
    this.ticker = setTimeout(this.tick, TICK_MS);
    const late = this.patience.findLate(oldest.sentAt, this.pending.size, wall, this.isOpen);
    if (late === undefined) return;
    for (const command of this.pending) {
      if (command.sentAt > late.sentBefore) break;
      this.pending.delete(command);
      command.giveUp(`no answer within ${this.limitMs} ms`);
    }
    this.miss(new RedisAway(`no answer within ${this.limitMs} ms`), late.limits);
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

  private miss(away: RedisAway, count = 1): RedisAway {
    this.misses += count;
    if (this.misses >= MISSES_TO_OPEN) this.open(this.lastError ?? away);
    return away;
  }

  private open(reason: Error): void {
    if (this.isClosed) return;
    this.isOpen = true;
    for (const command of this.pending) command.giveUp('the breaker opened');
    this.pending.clear();
    this.settleTried();
    if (this.probing === undefined) this.probeLater();
    if (this.isReportedAway) return;
    this.isReportedAway = true;
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
    if (this.unansweredProbes >= MAX_UNANSWERED_PROBES) {
      this.probeLater();
      return;
    }
    this.unansweredProbes += 1;
    const answered = (): void => {
      this.unansweredProbes -= 1;
    };
    this.probes += 1;
    const key = this.isInCluster ? `${PROBE_KEY}:${this.probes % PROBE_KEYS}` : PROBE_KEY;
    this.send((client) => client.set(key, '', 'PX', 1)).then(
      () => {
        answered();
        this.shut();
      },
      (error: Error) => {
        const late = error instanceof RedisAway ? error.late : undefined;
        if (late) late.then(answered, answered);
        else answered();
        this.probeLater();
        this.open(error);
      },
    );
  }

  private shut(): void {
    if (this.isClosed) return;
    this.isOpen = false;
    this.misses = 0;
    this.probing = undefined;
    this.lastError = undefined;
    // Before whatever else is sent.
    for (const listener of this.whenBackListeners) listener();
    this.settleTried();
    if (!this.isReportedAway) return;
    this.isReportedAway = false;
    this.onChange(false);
  }
}

/**
 * True if Redis itself objects, unlike a connection that is not there. A server that loads, or may not write, is away.
 */
function isAnswer(error: Error): boolean {
  return (
    isReply(error) &&
    !/^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|NOAUTH|WRONGPASS|BUSY|OOM|MISCONF|NOREPLICAS)/.test(error.message)
  );
}

/** True if a server said so, and not the connection. */
function isReply(error: Error): boolean {
  return error.name === 'ReplyError';
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}
