import cluster, { type Worker } from 'node:cluster';
import type { RunningService } from './stop-on-signals.js';

export interface WorkerProcessesOptions {
  readonly count: number;
  /** A worker has ended by itself and is replaced. `how`: its exit code or signal. */
  onReplaced(worker: Worker, how: string): void;
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

/** A worker that lived so long did not end because of its start. */
const STEADY_MS = 30_000;

/** Workers drain on their own time; one that is stuck is ended so long after it was told to stop. */
const STUCK_MS = 10_000;

/**
 * Processes that run this program again as workers and share its port. One that ends by itself is replaced: at once, and ever
 * later where the replacements end too.
 */
export class WorkerProcesses implements RunningService {
  private isStopping = false;
  private waitMs = FIRST_WAIT_MS;
  private readonly replacements = new Set<NodeJS.Timeout>();
  private readonly listening = new Set<number>();

  constructor(private readonly options: WorkerProcessesOptions) {}

  get workers(): Worker[] {
    return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  }

  /** Workers that have begun to listen, and so serve requests. */
  get servingCount(): number {
    return this.listening.size;
  }

  /** Settles when the first worker listens; rejects with `WorkerFailed` where one ends before. */
  async start(): Promise<void> {
    const first = new Promise<void>((resolve, reject) => {
      cluster.once('listening', () => resolve());
      cluster.once('exit', (_, code) => reject(new WorkerFailed(code || 1)));
    });
    cluster.on('listening', ({ id }) => this.listening.add(id));
    cluster.on('exit', ({ id }) => this.listening.delete(id));
    const startTimes = new WeakMap<Worker, number>();
    cluster.on('fork', (worker) => startTimes.set(worker, performance.now()));
    for (let started = 0; started < this.options.count; started++) cluster.fork();
    try {
      await first;
    } catch (error) {
      await this.stop();
      throw error;
    }
    cluster.on('exit', (worker, code, signal) => {
      if (this.isStopping) return;
      const lived = performance.now() - (startTimes.get(worker) ?? 0);
      this.waitMs = lived > STEADY_MS ? FIRST_WAIT_MS : Math.min(2 * this.waitMs, LONGEST_WAIT_MS);
      this.options.onReplaced(worker, signal ?? `exit code ${code}`);
      const replacement = setTimeout(() => {
        this.replacements.delete(replacement);
        cluster.fork();
      }, this.waitMs);
      this.replacements.add(replacement);
    });
  }

  reopenAudit(): void {
    for (const worker of this.workers) worker.process.kill('SIGHUP');
  }

  /**
   * Tells the workers to drain and waits until they have ended.
   *
   * @param drainMs how long they may take for it
   */
  async stop(drainMs = 0): Promise<void> {
    this.isStopping = true;
    for (const replacement of this.replacements) clearTimeout(replacement);
    const stuck = setTimeout(() => {
      for (const worker of this.workers) worker.process.kill('SIGKILL');
    }, drainMs + STUCK_MS);
    await Promise.all(
      this.workers.map((worker) => {
        const ended = new Promise((resolve) => worker.once('exit', resolve));
        worker.process.kill('SIGTERM');
        return ended;
      }),
    );
    clearTimeout(stuck);
  }
}
