import cluster, { type Worker } from 'node:cluster';
import { ConnectionsInTransit, type Outcome } from './connections-in-transit.js';
import type { RunningService } from './stop-on-signals.js';

export interface WorkerProcessesOptions {
  readonly count: number;
  /** Ports that each worker listens on: it serves requests once it has all of them. */
  readonly ports: number;
  /** A worker has ended by itself and is replaced. `how`: its exit code or signal. */
  onReplaced(worker: Worker, how: string): void;
  /** A worker could not be started; that is tried again. */
  onForkFailed(error: unknown): void;
  /** A connection was given to a worker that ended before it had taken it: another one serves it, or its client is told at once. */
  onConnectionLost?(outcome: Outcome): void;
}

/** The first worker ended before it listened: it has said why. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
  constructor(readonly code: number) {
    super(`A worker process ended with ${code} before it was ready.`);
  }
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

/** The next one does not wait longer than this for one that starts. */
const SLOW_START_MS = 15_000;

/** A worker that lived so long did not end because of its start. */
const STEADY_MS = 30_000;

/**
 * Workers drain on their own time; one that is stuck is ended so long after that. What a gateway waits for after it has drained adds up to
 * ten seconds where its database is away.
 */
const STUCK_MS = 20_000;

/**
 * Processes that run this program again as workers and share its port. One that ends by itself is replaced: at once, and ever
 * later where the replacements end too.
 */
export class WorkerProcesses implements RunningService {
  private isStopping = false;
  private waitMs = FIRST_WAIT_MS;
  private unstarted = 0;
  private slowStart: NodeJS.Timeout | undefined = undefined;
  private readonly replacements = new Set<NodeJS.Timeout>();
  /** The ports on which each worker listens, be it at several addresses. */
  private readonly listening = new Map<number, Set<number>>();
  private readonly startTimes = new WeakMap<Worker, number>();
  /** They may have opened the audit log before it was rotated, and could not be told yet. */
  private readonly reopenLater = new WeakSet<Worker>();

  private readonly inTransit: ConnectionsInTransit;

  constructor(private readonly options: WorkerProcessesOptions) {
    this.inTransit = new ConnectionsInTransit((outcome) => options.onConnectionLost?.(outcome));
  }

  get workers(): Worker[] {
    // One that could not be started has no process, and never ends.
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    return all.filter((worker) => worker.process.pid !== undefined);
  }

  /** Workers that listen, and so serve requests. */
  get servingCount(): number {
    return this.workers.filter((worker) => this.isServing(worker)).length;
  }

  private isServing({ id }: Worker): boolean {
    return (this.listening.get(id)?.size ?? 0) >= this.options.ports;
  }

  /** Settles when the first worker listens; rejects with `WorkerFailed` where one ends before. */
  async start(): Promise<void> {
    const first = new Promise<void>((resolve, reject) => {
      cluster.on('listening', (worker, { port }) => {
        const ports = this.listening.get(worker.id) ?? new Set();
        this.listening.set(worker.id, ports.add(port));
        if (!this.isServing(worker)) return;
        this.startNext();
        if (this.reopenLater.delete(worker)) worker.process.kill('SIGHUP');
        resolve();
      });
      cluster.once('exit', (_, code) => reject(new WorkerFailed(code || 1)));
    });
    cluster.on('exit', (worker) => {
      this.startNext();
      this.listening.delete(worker.id);
      this.inTransit.release(
        worker,
        this.workers.filter((other) => other.id !== worker.id && this.isServing(other)),
      );
    });
    this.unstarted = this.options.count;
    this.startNext();
    try {
      await first;
    } catch (error) {
      // The ends of the others say less than the reason why the first could not start.
      await this.stop().catch(() => undefined);
      throw error;
    }
    cluster.on('exit', (worker, code, signal) => {
      if (this.isStopping) return;
      this.options.onReplaced(worker, signal ?? `exit code ${code}`);
      this.forkLater(performance.now() - (this.startTimes.get(worker) ?? 0));
    });
  }

  /** Starts the workers one after the other: each takes a processor for seconds, which those that serve already need. */
  private startNext(): void {
    clearTimeout(this.slowStart);
    if (this.unstarted === 0 || this.isStopping) return;
    this.unstarted -= 1;
    this.fork();
    this.slowStart = setTimeout(() => this.startNext(), SLOW_START_MS);
  }

  /** A machine or a container that has no room for one more process may have some later. */
  private fork(): void {
    const fail = (error: unknown): void => {
      this.options.onForkFailed(error);
      this.forkLater(0);
    };
    try {
      const worker = cluster.fork();
      this.startTimes.set(worker, performance.now());
      this.inTransit.watch(worker);
      // One that has started says by its end what became of it.
      worker.on('error', (error) => worker.process.pid === undefined && fail(error));
    } catch (error) {
      fail(error);
    }
  }

  /** @param lived how long the one that is replaced was there, in milliseconds */
  private forkLater(lived: number): void {
    if (this.isStopping) return;
    this.waitMs = lived > STEADY_MS ? FIRST_WAIT_MS : Math.min(2 * this.waitMs, LONGEST_WAIT_MS);
    const replacement = setTimeout(() => {
      this.replacements.delete(replacement);
      this.fork();
    }, this.waitMs);
    this.replacements.add(replacement);
  }

  reopenAudit(): void {
    for (const worker of this.workers) {
      if (this.isServing(worker)) worker.process.kill('SIGHUP');
      // At first it has no handler of the signal, which would end it.
      else this.reopenLater.add(worker);
    }
  }

  /**
   * Tells the workers to drain and waits until they have ended. Rejects where one of them did not end in good order: what it had not
   * written out is lost.
   *
   * @param drainMs how long they may take for it
   */
  async stop(drainMs = 0): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.slowStart);
    for (const replacement of this.replacements) clearTimeout(replacement);
    const limitMs = drainMs + STUCK_MS;
    let note = '';
    const stuck = setTimeout(() => {
      note = ` (those that do not end within ${limitMs} ms get SIGKILL)`;
      for (const worker of this.workers) worker.process.kill('SIGKILL');
    }, limitMs);
    const ends = await Promise.all(
      this.workers.map((worker) => {
        const ended = new Promise<string | undefined>((resolve) =>
          worker.once('exit', (code, signal) => resolve(findFault(code, signal))),
        );
        worker.process.kill('SIGTERM');
        return ended;
      }),
    );
    clearTimeout(stuck);
    const faults = ends.filter((fault) => fault !== undefined);
    if (faults.length === 0) return;
    throw new Error(`${faults.length} of ${ends.length} worker processes ended with ${faults.join(', ')}${note}.`);
  }
}

/**
 * Describes the end of a worker that was told to end, unless it was in good order. One that starts has no handler of
 * these signals yet.
 */
function findFault(code: number | null, signal: string | null): string | undefined {
  if (signal === 'SIGTERM' || signal === 'SIGINT') return undefined;
  if (signal !== null) return signal;
  return code === 0 ? undefined : `exit code ${code}`;
}
