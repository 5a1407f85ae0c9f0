import { ContainedProcess } from './contained-process.js';
import { FairQueue } from './fair-queue.js';
import { TaskFailure } from './task-failure.js';
import { type Task, TaskProcess } from './task-process.js';

export interface TaskPoolOptions {
  /** Name of the pool in metrics. */
  readonly work: string;
  /** The built module that calls `answerTasks`. */
  readonly script: URL;
  /** Most processes at once. They are started when they are needed. */
  readonly processes: number;
  /** Megabytes that JavaScript objects of a process may take, and that all of it may. */
  readonly heapMb: number;
  readonly memoryMb: number;
  /** A process that had nothing to do for so long ends. Milliseconds, 30 seconds by default. */
  readonly idleMs?: number;
}

export interface TaskOptions {
  /** Tenants take turns, and none gets all processes where there are several. */
  readonly tenant: string;
  /** Milliseconds of processor time that it may take. By the clock it may take ten times as long. */
  readonly timeMs: number;
  /** About how many characters the question has. */
  readonly characters: number;
  /** Nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Characters of a question: what is larger is not sent. */
const MOST_QUESTION = 16 * 1024 * 1024;
const BOUNDS = { jobs: 1_000, jobsOfTenant: 250, characters: 64 * 1024 * 1024 };
const IDLE_MS = 30_000;

/**
 * Runs what tenants wrote in child processes that are bounded in time and memory. They are started on demand, serve one task after the other while
 * they are healthy, and end when nothing is to do for a while. Tenants take turns.
 */
export class TaskPool {
  readonly #queue = new FairQueue<Task>(BOUNDS);
  readonly #processes = new Set<TaskProcess>();
  readonly #running = new Map<string, number>();
  #isClosed = false;

  constructor(private readonly options: TaskPoolOptions) {}

  /** Number of tasks that wait for a process. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** The ids of its processes. */
  get pids(): readonly number[] {
    return [...this.#processes].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  /**
   * Asks a process of the pool. Resolves to its answer.
   *
   * @throws TaskFailure
   */
  run(question: unknown, { characters, signal, tenant, timeMs }: TaskOptions): Promise<unknown> {
    if (characters > MOST_QUESTION) return Promise.reject(new TaskFailure('question_too_large'));
    if (this.#isClosed) return Promise.reject(new TaskFailure('closed'));
    if (signal?.aborted) return Promise.reject(new TaskFailure('aborted'));
    return new Promise((resolve, reject) => {
      const abort = (): void => settle(new TaskFailure('aborted'));
      const settle = (outcome: TaskFailure | { readonly answer: unknown }): void => {
        signal?.removeEventListener('abort', abort);
        task.isSettled = true;
        if (outcome instanceof TaskFailure) reject(outcome);
        else resolve(outcome.answer);
      };
      const task: Task = { tenant, characters, question, timeMs, settle, isSettled: false };
      if (!this.#queue.push(task)) {
        settle(new TaskFailure('busy'));
        return;
      }
      signal?.addEventListener('abort', abort, { once: true });
      this.#dispatch();
    });
  }

  /** Ends all processes, and with them what they are busy with. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (let task = this.#queue.take(() => true); task; task = this.#queue.take(() => true)) {
      task.settle(new TaskFailure('closed'));
    }
    await Promise.all([...this.#processes].map((process) => process.close()));
  }

  #dispatch(): void {
    while (!this.#isClosed && this.#queue.length > 0) {
      const free = [...this.#processes].find(({ isFree }) => isFree);
      if (free === undefined && this.#processes.size >= this.options.processes) return;
      const task = this.#queue.take((each) => each.isSettled || this.#mayRun(each.tenant));
      if (task === undefined) return;
      if (task.isSettled) continue;
      this.#count(task.tenant, 1);
      (free ?? this.#start()).run(task);
    }
  }

  #mayRun(tenant: string): boolean {
    return (this.#running.get(tenant) ?? 0) < Math.max(1, this.options.processes - 1);
  }

  #start(): TaskProcess {
    const { idleMs = IDLE_MS, heapMb, memoryMb, script, work } = this.options;
    const process: TaskProcess = new TaskProcess({
      idleMs,
      open: (events) => new ContainedProcess({ work, script, heapMb, memoryMb, ...events }),
      onDone: ({ tenant }) => {
        this.#count(tenant, -1);
        this.#dispatch();
      },
      onGone: () => {
        this.#processes.delete(process);
        this.#dispatch();
      },
    });
    this.#processes.add(process);
    return process;
  }

  #count(tenant: string, change: 1 | -1): void {
    const count = (this.#running.get(tenant) ?? 0) + change;
    if (count === 0) this.#running.delete(tenant);
    else this.#running.set(tenant, count);
  }
}
