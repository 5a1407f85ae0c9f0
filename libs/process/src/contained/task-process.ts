import type { TaskMessage } from './answer-tasks.js';
import type { EndReason } from './contained-ends.js';
import type { ContainedProcess, ContainedProcessOptions } from './contained-process.js';
import type { QueuedJob } from './fair-queue.js';
import { TaskFailure } from './task-failure.js';

/** A question that waits for its answer. */
export interface Task extends QueuedJob {
  readonly question: unknown;
  readonly timeMs: number;
  readonly settle: (outcome: TaskFailure | { readonly answer: unknown }) => void;
  /** It has its outcome, or nobody waits for one. */
  isSettled: boolean;
}

type Events = Pick<ContainedProcessOptions, 'niceness' | 'onEnd' | 'onMessage' | 'processorSeconds'>;

export interface TaskProcessOptions {
  readonly idleMs: number;
  readonly open: (events: Events) => ContainedProcess;
  /** It is free for another task, unless it is gone. */
  readonly onDone: (task: Task) => void;
  readonly onGone: () => void;
}

/** A process that was started for the first task takes a while. */
const START_MS = 5_000;
/** A process is replaced when it has worked so long: the kernel counts its processor time. Milliseconds. */
const WORKED_MS = 60_000;
/** Room for the longest task, and for a start. Seconds. */
const PROCESSOR_SECONDS = 2 * (WORKED_MS / 1_000);
const NICENESS = 5;

/** One process of a pool, with the task that it has. */
export class TaskProcess {
  readonly #process: ContainedProcess;
  #task: Task | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  #isGone = false;
  #workedMs = 0;
  #since = 0;

  constructor(private readonly options: TaskProcessOptions) {
    this.#process = options.open({
      niceness: NICENESS,
      processorSeconds: PROCESSOR_SECONDS,
      onMessage: (message) => this.#receive(message as TaskMessage),
      onEnd: (reason) => this.#end(reason),
    });
  }

  get isFree(): boolean {
    return this.#task === undefined && !this.#isGone;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  run(task: Task): void {
    this.#task = task;
    clearTimeout(this.#timer);
    if (this.#isReady) this.#ask(task);
    else this.#process.watch(START_MS);
  }

  async close(): Promise<void> {
    this.#leave(new TaskFailure('closed'));
    await this.#process.close();
  }

  #ask({ question, timeMs }: Task): void {
    this.#since = performance.now();
    this.#process.watch(timeMs);
    this.#process.send(question);
  }

  #receive(message: TaskMessage): void {
    if (message.type === 'ready') {
      this.#isReady = true;
      if (this.#task === undefined) this.#rest();
      else this.#ask(this.#task);
      return;
    }
    const task = this.#task;
    if (task === undefined) return;
    this.#task = undefined;
    this.#workedMs += performance.now() - this.#since;
    const isWorn = this.#workedMs > WORKED_MS || this.#process.isLarge;
    if (isWorn) this.#leave(new TaskFailure('closed'));
    else this.#rest();
    task.settle(outcomeOf(message));
    this.options.onDone(task);
    if (isWorn) void this.#process.close();
  }

  #rest(): void {
    this.#process.unwatch();
    this.#timer = setTimeout(() => {
      this.#leave(new TaskFailure('closed'));
      void this.#process.close();
    }, this.options.idleMs).unref();
  }

  #end(reason: EndReason): void {
    this.#leave(new TaskFailure(reason));
  }

  /** It takes no task any more, and the one that it has fails. */
  #leave(failure: TaskFailure): void {
    if (this.#isGone) return;
    this.#isGone = true;
    clearTimeout(this.#timer);
    const task = this.#task;
    this.#task = undefined;
    this.options.onGone();
    if (task === undefined) return;
    task.settle(failure);
    this.options.onDone(task);
  }
}

function outcomeOf(
  message: Exclude<TaskMessage, { readonly type: 'ready' }>,
): TaskFailure | { readonly answer: unknown } {
  switch (message.type) {
    case 'answer':
      return { answer: JSON.parse(message.json) as unknown };
    case 'too_large':
      return new TaskFailure('too_large');
    case 'error':
      return new TaskFailure('error', message.message);
  }
}
