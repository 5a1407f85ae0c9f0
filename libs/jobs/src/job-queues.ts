import { type Job, PgBoss } from 'pg-boss';
import { bossOptions } from './boss-options.js';
import { findThere } from './find-there.js';
import { type AskedKind, JOB_KINDS, type JobData, type JobKind, type JobResult } from './job-kinds.js';
import { type JobListener, type ListenReport, listenForJobs } from './listen-for-jobs.js';
import type { JobsDatabase, SqlAccess } from './sql-access.js';
import { Suspects } from './suspects.js';

export interface EnqueueOptions {
  /**
   * The transaction that the job belongs to: it exists once that is committed. Wait for `whenReady` before the transaction
   * begins, which may hold the only connection, and call `wake` after it.
   */
  readonly within?: SqlAccess;
  /** Not before so many seconds from now. */
  readonly afterSeconds?: number;
  /** Removed when no worker has fetched it for this many seconds. Default: two weeks. */
  readonly untakenSeconds?: number;
  /** Jobs of one group share the number that `work` allows a group. */
  readonly group?: string | undefined;
}

/** A job of work that seems to have none any more. */
export interface LostWork<Kind extends JobKind> extends Pick<EnqueueOptions, 'group'> {
  readonly data: JobData<Kind>;
}

export interface AskOptions extends Pick<EnqueueOptions, 'group'> {
  /** Milliseconds in which a worker must take the job, and in which the answer must come altogether. */
  readonly takenWithinMs: number;
  readonly answeredWithinMs: number;
}

/**
 * Outcome of a job that somebody waited for: its result; `not_taken` if no worker was there or free; `late` if one took
 * it and did not end in time; `failed` if its handler rejected or its process died.
 */
export type Answer<Kind extends AskedKind> =
  | { readonly state: 'answered'; readonly result: JobResult<Kind> }
  | { readonly state: 'not_taken' | 'late' | 'failed' };

/** A job in the hands of this process. */
export interface TakenJob<Kind extends JobKind> {
  readonly id: string;
  readonly data: JobData<Kind>;
  /** Times that it was begun before: its process died, or its handler failed. */
  readonly begunBefore: number;
  /** Aborts when the job is this process's no more, such as after a pause so long that another process took it. */
  readonly signal: AbortSignal;
}

/** Rules for a job that ends the processes that work on it. Those that somebody waits for are never begun again. */
type PoisonRules<Kind extends JobKind> = Kind extends AskedKind
  ? { readonly onPoisoned?: undefined; readonly readProgress?: undefined }
  : {
      /** Ends what the job works on, with the reason `poisoned`: twice, a process ended under it with nothing done in between. */
      readonly onPoisoned: (data: JobData<Kind>) => Promise<void>;
      /** Reads the progress of the job, in any form that changes with it. Default: it has no parts. */
      readonly readProgress?: (data: JobData<Kind>) => Promise<string>;
    };

export type WorkOptions<Kind extends JobKind> = JobConcurrency & PoisonRules<Kind>;

interface Rules<Data> {
  readonly onPoisoned?: (data: Data) => Promise<void>;
  readonly readProgress?: (data: Data) => Promise<string>;
}

export interface JobConcurrency {
  /** Number of jobs of the kind that run at once in this process. */
  readonly concurrency: number;
  /** Number of jobs of one group among them. Default: all. */
  readonly perGroup?: number;
}

/** The queues of jobs. None of them needs the database to be there yet. */
export interface JobQueues {
  /** Rejects where the database and the schema of the queues are not there within some seconds. */
  whenReady(): Promise<void>;
  /**
   * Puts a job into its queue. Resolves to its id when it is stored.
   *
   * @throws whatever keeps it from being stored, such as a database that is away
   */
  enqueue<Kind extends JobKind>(kind: Kind, data: JobData<Kind>, options?: EnqueueOptions): Promise<string>;
  /**
   * Puts in jobs of work that nobody seems to do, but for those about which a job waits, runs or is begun again later: whoever took a
   * second one would take the work from its worker.
   */
  enqueueLost<Kind extends JobKind>(kind: Kind, works: readonly LostWork<Kind>[]): Promise<void>;
  /**
   * Puts a job into its queue and waits for its result. A job that is not waited for any longer is cancelled.
   *
   * @throws whatever keeps it from being stored or read, such as a database that is away
   */
  ask<Kind extends AskedKind>(kind: Kind, data: JobData<Kind>, options: AskOptions): Promise<Answer<Kind>>;
  /** Has this process look for jobs of a kind now, where a worker is free. Other processes are notified by the database. */
  wake(kind: JobKind): void;
  /**
   * Works on jobs of a kind from now on. A job is done when its handler resolves; one whose handler rejects is begun again
   * later, as the rules of its kind say.
   */
  work<Kind extends JobKind>(
    kind: Kind,
    options: WorkOptions<Kind>,
    handler: (job: TakenJob<Kind>) => Promise<JobResult<Kind>>,
  ): void;
  /** Takes no more jobs. Those that run go on. */
  stopWork(): Promise<void>;
  /** Gives back what still runs, at once, and ends. */
  close(): Promise<void>;
}

export interface QueueOptions {
  readonly database: JobsDatabase;
  /** Called for each failure in the background. */
  readonly onProblem: (error: Error) => void;
  /** Told of each connection on which jobs are announced, and of each that is lost. */
  readonly listening?: ListenReport | undefined;
  /** A job was given up that ended the processes that worked on it. */
  readonly onPoisoned?: (kind: JobKind, data: object) => void;
  /** Jobs are only put in: this process neither works on them nor looks after the queues. Default: false. */
  readonly isSender?: boolean;
  /** Seconds between two looks for jobs whose process died, and for rows to remove. Default: 10. */
  readonly superviseSeconds?: number;
}

/** Seconds between polls of workers without notifications, and in addition to them. */
const POLL_SECONDS = 5;
const POLL_BESIDE_NOTIFY_SECONDS = 10;
/** Jobs with at most this delay are looked for when it is over, in seconds; the polls find later ones early enough for their delay. */
const LONGEST_WAKE_SECONDS = 60;
/** A job is there at the latest so long after its time, and such jobs are looked for at most so often, in milliseconds. */
const WAKE_MS = 250;
/** A start that failed is tried again after so long. Milliseconds. */
const START_AGAIN_MS = 2_000;
/** A job that is enqueued waits so long for the first connection. Milliseconds. */
const READY_MS = 5_000;
/** Milliseconds between looks at a job that is waited for. */
const LOOK_EVERY_MS = 100;
/** A job that nobody took and nobody cancelled is removed after so long. */
const UNTAKEN_SECONDS = 300;

/** Those of this process that are in an embedded database, where only the process itself announces jobs. */
const EMBEDDED = new Set<Queues>();

/** Opens the queues of the service. Does not wait for the database: queues start when it is available. */
export function openJobQueues(options: QueueOptions): JobQueues {
  return new Queues(options);
}

type StartWork = (boss: PgBoss) => Promise<unknown>;

class Queues implements JobQueues {
  private readonly boss: PgBoss;
  private readonly works: StartWork[] = [];
  private readonly suspects: Suspects;
  /** Timers for the next look for jobs of a kind, by the kind and the time. */
  private readonly wakings = new Map<string, NodeJS.Timeout>();
  private readonly started: Promise<void>;
  private isStarted = false;
  private isClosed = false;
  private isStopping = false;
  private reportStart: () => void = () => undefined;

  constructor(private readonly options: QueueOptions) {
    const seconds = options.superviseSeconds ?? 10;
    const { database, isSender = false } = options;
    if (database.listenUrl === undefined) EMBEDDED.add(this);
    this.boss = new PgBoss({
      ...bossOptions(withListener(database, (kind) => this.wakeOwn(kind), options.listening)),
      useListenNotify: database.listenUrl !== undefined && !isSender,
      supervise: !isSender,
      superviseIntervalSeconds: seconds,
      monitorIntervalSeconds: seconds,
      maintenanceIntervalSeconds: Math.max(seconds, 30),
    });
    this.suspects = new Suspects({
      sql: database,
      onProblem: (error) => this.report(error),
      onPutBack: (kind, afterSeconds) => this.wakeLater(kind as JobKind, afterSeconds),
    });
    this.boss.on('error', (error) => this.report(error));
    this.started = new Promise((resolve) => {
      this.reportStart = resolve;
    });
    void this.start();
  }

  async enqueue<Kind extends JobKind>(kind: Kind, data: JobData<Kind>, options: EnqueueOptions = {}): Promise<string> {
    await this.whenReady();
    const { afterSeconds, group, untakenSeconds, within } = options;
    const id = await this.boss.send(kind, JOB_KINDS[kind].data.parse(data), {
      ...(within && { db: within }),
      ...(afterSeconds !== undefined && { startAfter: Math.ceil(afterSeconds) }),
      ...(group !== undefined && { group: { id: group } }),
      ...(untakenSeconds !== undefined && { retentionSeconds: untakenSeconds }),
    });
    if (id === null) throw new Error(`A job of the kind ${kind} was not stored.`);
    if (afterSeconds !== undefined) this.wakeLater(kind, Math.ceil(afterSeconds));
    else if (within === undefined) this.wake(kind);
    return id;
  }

  async enqueueLost<Kind extends JobKind>(kind: Kind, works: readonly LostWork<Kind>[]): Promise<void> {
    if (works.length === 0) return;
    await this.whenReady();
    const there = await findThere(
      this.options.database,
      kind,
      works.map(({ data }) => data),
    );
    for (const [at, { data, group }] of works.entries()) {
      if (!there.has(at)) await this.enqueue(kind, data, { group });
    }
  }

  async ask<Kind extends AskedKind>(
    kind: Kind,
    data: JobData<Kind>,
    { answeredWithinMs, group, takenWithinMs }: AskOptions,
  ): Promise<Answer<Kind>> {
    const askedAt = performance.now();
    const id = await this.enqueue(kind, data, { group, untakenSeconds: UNTAKEN_SECONDS });
    for (;;) {
      const job = await this.boss.getJobById(kind, id);
      if (job?.state === 'completed') {
        return { state: 'answered', result: JOB_KINDS[kind].result.parse(job.output) as JobResult<Kind> };
      }
      if (job?.state !== 'created' && job?.state !== 'active') return { state: 'failed' };
      const isTaken = job.state === 'active';
      if (performance.now() - askedAt > (isTaken ? answeredWithinMs : takenWithinMs)) {
        await this.boss.cancel(kind, id);
        return { state: isTaken ? 'late' : 'not_taken' };
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  wake(kind: JobKind): void {
    for (const queues of EMBEDDED.has(this) ? EMBEDDED : [this]) queues.wakeOwn(kind);
  }

  /** Nothing tells of a job whose delay is over. */
  private wakeLater(kind: JobKind, seconds: number): void {
    if (seconds > LONGEST_WAKE_SECONDS) return;
    const now = performance.now();
    // Jobs whose times are close to each other share a timer: there may be thousands.
    const turn = Math.ceil((now + seconds * 1_000) / WAKE_MS);
    const name = `${kind} ${turn}`;
    if (this.wakings.has(name)) return;
    const wake = (): void => {
      this.wakings.delete(name);
      this.wake(kind);
    };
    this.wakings.set(name, setTimeout(wake, (turn + 1) * WAKE_MS - now).unref());
  }

  /**
   * Has one free worker look. It wakes the next one when it has found a job: of fifty workers that all looked for each job, most would
   * only keep the database busy.
   */
  private wakeOwn(kind: string): void {
    const free = this.boss
      .getWipData()
      .find(({ count, name, state }) => name === kind && count === 0 && state === 'active');
    if (free !== undefined) this.boss.notifyWorker(free.id);
  }

  work<Kind extends JobKind>(
    kind: Kind,
    rules: WorkOptions<Kind>,
    handler: (job: TakenJob<Kind>) => Promise<JobResult<Kind>>,
  ): void {
    const run = async ([job]: Job<JobData<Kind>>[]): Promise<JobResult<Kind> | undefined> => {
      if (job === undefined) return undefined;
      this.wakeOwn(kind);
      const { id, retryCount: begunBefore, signal } = job;
      const data = JOB_KINDS[kind].data.parse(job.data) as JobData<Kind>;
      // The types say which kinds have these.
      const { onPoisoned: end, readProgress: read } = rules as Rules<JobData<Kind>>;
      return this.suspects.run({
        id,
        kind,
        subject: JSON.stringify(data),
        begunBefore,
        signal,
        handle: () => handler({ id, data, begunBefore, signal }),
        readProgress: async () => (await read?.(data)) ?? '',
        poison: end && (() => this.giveUp(kind, data, end(data))),
      });
    };
    const { concurrency, perGroup } = rules;
    const settings = {
      batchSize: 1,
      localConcurrency: concurrency,
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: POLL_BESIDE_NOTIFY_SECONDS,
      heartbeatRefreshSeconds: JOB_KINDS[kind].rules.heartbeatSeconds / 3,
      ...(perGroup !== undefined && { localGroupConcurrency: perGroup }),
    };
    const start = (boss: PgBoss): Promise<string> =>
      boss.work<JobData<Kind>>(kind, settings, (jobs) => run(jobs).finally(() => this.keepGoing(kind)));
    if (this.isStarted) void start(this.boss).catch((error: Error) => this.report(error));
    else this.works.push(start);
  }

  async stopWork(): Promise<void> {
    this.isStopping = true;
    const kinds = Object.keys(JOB_KINDS);
    const stop = (kind: string): Promise<void> =>
      this.boss.offWork(kind, { wait: false }).catch((error: Error) => this.report(error));
    await Promise.all(kinds.map(stop));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const timer of this.wakings.values()) clearTimeout(timer);
    this.wakings.clear();
    EMBEDDED.delete(this);
    await this.boss.stop({ graceful: false }).catch((error: Error) => this.report(error));
  }

  /**
   * Starts until it succeeds: the database may come later than this process, and its schema later than the database.
   */
  private async start(): Promise<void> {
    while (!this.isClosed) {
      try {
        await this.boss.start();
        this.isStarted = true;
        if (!this.isStopping) for (const start of this.works) await start(this.boss);
        this.reportStart();
        return;
      } catch (error) {
        this.report(error as Error);
        // A failed start leaves nothing to stop.
        await this.boss.stop({ graceful: false }).catch(() => undefined);
        await new Promise<void>((resolve) => setTimeout(resolve, START_AGAIN_MS).unref());
      }
    }
  }

  /** A worker sleeps after each job, unless it was woken while it worked. */
  private keepGoing(kind: JobKind): void {
    for (const { count, id, name } of this.boss.getWipData())
      if (name === kind && count > 0) this.boss.notifyWorker(id);
  }

  async whenReady(): Promise<void> {
    if (this.isStarted) return;
    const late = new Promise<void>((_resolve, reject) => {
      setTimeout(() => reject(new Error('The job queues are not available: is the database?')), READY_MS).unref();
    });
    await Promise.race([this.started, late]);
  }

  private async giveUp(kind: JobKind, data: object, end: Promise<void>): Promise<void> {
    await end;
    this.options.onPoisoned?.(kind, data);
  }

  private report(error: Error): void {
    this.options.onProblem(error);
  }
}

/** @param onJob called with the kind of jobs that were put in, by whatever process */
function withListener(database: JobsDatabase, onJob: (kind: string) => void, report?: ListenReport) {
  const { listenUrl: url } = database;
  const executeSql: SqlAccess['executeSql'] = database.executeSql.bind(database);
  if (url === undefined) return { executeSql };
  const listen = (channel: string, _onMessage: unknown, onConnect: () => void): Promise<JobListener> =>
    Promise.resolve(listenForJobs({ url, channel, onMessage: onJob, onConnect, report }));
  return { executeSql, listen };
}
