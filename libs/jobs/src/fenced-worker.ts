/**
 * Reason why work on a row stops before its end: the row was cancelled or is another worker's, or this process ends.
 */
export type StopReason = 'lost' | 'shutdown';

/** Work on a row stops before its end. After `lost`, nothing more is written; after `shutdown`, the row is put back. */
export class WorkStopped extends Error {
  override readonly name = 'WorkStopped';

  constructor(readonly why: StopReason) {
    super(why === 'lost' ? 'The work is no longer done here.' : 'The process ends, and the work is put back.');
  }
}

/** A row that a worker took. Each take increases its fence, and every write names it. */
export interface FencedRow {
  readonly id: string;
  readonly fence: number;
}

export interface FencedWorkerOptions {
  /** Comparison of the rows that are worked on with the database. Default: the work does that itself. */
  readonly watch?: {
    /** The rows among these that are no longer this process's. May also note in the database that it works on the others. */
    readonly findLost: (fences: ReadonlyMap<string, number>) => Promise<Iterable<string>>;
    /**
     * Calls `look` at intervals, until the function that this returns is called. Reports failures, and does not call `look` while it
     * is under way.
     */
    readonly every: (look: () => Promise<void>) => () => void;
  };
  /** Milliseconds that work told to stop is waited for. */
  readonly graceMs: number;
}

/** Milliseconds between two looks of an ending process at its unfinished work. */
const SETTLE_EVERY_MS = 20;

/**
 * The rows that one process works on, which other processes may take over (docs/recipes/background-job.md). Work is told to stop when its row
 * or its job is another's, when its row was cancelled, and when the process ends. A database that is away stops nothing: it says
 * nothing about the rows.
 */
export class FencedWorker {
  readonly #works = new Set<Work>();
  #stopLooking: (() => void) | undefined = undefined;
  #isStopping = false;

  constructor(private readonly options: FencedWorkerOptions) {}

  /** Number of works under way. */
  get size(): number {
    return this.#works.size;
  }

  /** The process ends: work that goes on was told to stop. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /**
   * Does work on a row that was taken, and resolves or rejects as it does.
   *
   * @param row undefined for work that has no row of its own: it ends with its job and the process
   * @param job aborts when the job is another process's
   * @param work its signal aborts with a `WorkStopped`
   */
  async hold<Result>(
    row: FencedRow | undefined,
    job: AbortSignal,
    work: (stop: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    // A job that was missed may come back to the process that still works on it.
    if (row !== undefined) this.lose(row.id);
    const held = new Work(row);
    const lose = (): void => held.stop('lost');
    job.addEventListener('abort', lose, { once: true });
    if (job.aborted) lose();
    if (this.#isStopping) held.stop('shutdown');
    this.#works.add(held);
    if (row !== undefined) this.#watch();
    try {
      return await work(held.signal);
    } finally {
      job.removeEventListener('abort', lose);
      this.#works.delete(held);
    }
  }

  /**
   * Does work on a row that was taken, as `hold` does. Work that rejects with the `WorkStopped` of its signal is put back where the process
   * ends, before the process stops waiting for it.
   */
  async work(
    row: FencedRow,
    job: AbortSignal,
    work: (stop: AbortSignal) => Promise<void>,
    putBack: () => Promise<unknown>,
  ): Promise<void> {
    await this.hold(row, job, async (stop) => {
      try {
        await work(stop);
      } catch (error) {
        if (!(error instanceof WorkStopped)) throw error;
        if (error.why === 'shutdown') await putBack();
      }
    });
  }

  /** Stops work on a row at once, such as one that was cancelled in this process. */
  lose(id: string): void {
    for (const work of this.#works) if (work.row?.id === id) work.stop('lost');
  }

  /** Lets work end for so long, then has it put back. Work that begins afterwards is told to stop at once. */
  async drain(limitMs: number): Promise<void> {
    await this.#settle(limitMs);
    this.#isStopping = true;
    for (const work of this.#works) work.stop('shutdown');
    await this.#settle(this.options.graceMs);
    this.#leave();
  }

  /** Stops what is left after `drain`: nothing more of it is written. */
  close(): void {
    this.#isStopping = true;
    for (const work of this.#works) work.stop('lost');
    this.#leave();
  }

  #watch(): void {
    const { watch } = this.options;
    if (watch === undefined || this.#isStopping) return;
    this.#stopLooking ??= watch.every(async () => {
      const fences = new Map<string, number>();
      for (const { isLost, row } of this.#works) if (row !== undefined && !isLost) fences.set(row.id, row.fence);
      if (fences.size === 0) return this.#leave();
      const lost = new Set(await watch.findLost(fences));
      for (const work of this.#works) {
        // One that was taken again meanwhile has another fence.
        const { row } = work;
        if (row !== undefined && lost.has(row.id) && fences.get(row.id) === row.fence) work.stop('lost');
      }
    });
  }

  #leave(): void {
    this.#stopLooking?.();
    this.#stopLooking = undefined;
  }

  async #settle(limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs;
    while (this.#works.size > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, SETTLE_EVERY_MS));
    }
  }
}

/** Calls `stop` once when work is to stop, at once where that is already so. */
export function onStop(signal: AbortSignal, stop: (why: StopReason) => void): void {
  const tell = (): void => stop((signal.reason as WorkStopped).why);
  if (signal.aborted) tell();
  else signal.addEventListener('abort', tell, { once: true });
}

/** Work while it is under way in this process. */
class Work {
  readonly #stopping = new AbortController();

  constructor(readonly row: FencedRow | undefined) {}

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  get isLost(): boolean {
    return this.signal.aborted && (this.signal.reason as WorkStopped).why === 'lost';
  }

  stop(why: StopReason): void {
    this.#stopping.abort(new WorkStopped(why));
  }
}
