import { Worker } from 'node:worker_threads';
import type { ExpressionAnswer, ExpressionRequest } from './expression.thread.js';

/** An expression that has no value: it is wrong for the data, or takes too long. The message may be shown to its author. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

/** An expression has so long, in milliseconds: it may loop. */
const LIMIT_MS = 2_000;
/** A thread that was started for the first expression takes a while longer. */
const START_MS = 10_000;
const HEAP_MB = 128;
/** Threads at once: a slow expression of one workflow must not hold up those of others. */
const THREADS = 2;
/** Expressions that wait for a thread. */
const MOST_WAITING = 1_000;

const BUILT = import.meta.url.endsWith('.ts') ? '../../../../dist/workers/workflows/expressions/' : './';
const SCRIPT = new URL(`${BUILT}expression.thread.js`, import.meta.url);

interface Waiting {
  readonly request: ExpressionRequest;
  resolve(value: unknown): void;
  reject(error: ExpressionError): void;
}

/**
 * Evaluates expressions of people, CEL and JSONata, in threads with a limit of time and memory: JSONata can loop, and both have regular
 * expressions.
 */
export class Expressions {
  private readonly waiting: Waiting[] = [];
  private readonly threads = Array.from({ length: THREADS }, () => new ExpressionThread(() => this.next()));

  /** @throws ExpressionError */
  evaluate(language: 'cel' | 'jsonata', expression: string, data: object): Promise<unknown> {
    if (this.waiting.length >= MOST_WAITING) {
      return Promise.reject(new ExpressionError('Too many expressions wait to be evaluated.'));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ request: { language, expression, data: JSON.stringify(data) }, resolve, reject });
      this.next();
    });
  }

  async close(): Promise<void> {
    for (const { reject } of this.waiting.splice(0)) reject(new ExpressionError('The process ends.'));
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  private next(): void {
    const free = this.threads.find(({ isFree }) => isFree);
    if (free === undefined) return;
    const job = this.waiting.shift();
    if (job !== undefined) free.run(job);
  }
}

class ExpressionThread {
  private worker: Worker | undefined = undefined;
  private job: Waiting | undefined = undefined;
  private timer: NodeJS.Timeout | undefined = undefined;

  constructor(private readonly onFree: () => void) {}

  get isFree(): boolean {
    return this.job === undefined;
  }

  run(job: Waiting): void {
    this.job = job;
    const isNew = this.worker === undefined;
    this.worker ??= this.start();
    this.timer = setTimeout(
      () => this.replace(`The expression took longer than ${LIMIT_MS / 1000} s.`),
      isNew ? START_MS : LIMIT_MS,
    );
    this.worker.postMessage(job.request);
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.replace('The process ends.');
    await worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(SCRIPT, {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      execArgv: [],
      env: {},
    });
    worker.unref();
    worker.on('message', (answer: ExpressionAnswer) => {
      if (worker === this.worker) this.end((job) => settle(job, answer));
    });
    worker.on('error', () => {
      if (worker === this.worker) this.replace('The expression needs too much memory.');
    });
    return worker;
  }

  /** Ends the thread, and the expression that it is busy with. */
  private replace(message: string): void {
    const { worker } = this;
    this.worker = undefined;
    void worker?.terminate();
    this.end((job) => job.reject(new ExpressionError(message)));
  }

  private end(settleJob: (job: Waiting) => void): void {
    clearTimeout(this.timer);
    const { job } = this;
    this.job = undefined;
    if (job !== undefined) settleJob(job);
    this.onFree();
  }
}

function settle(job: Waiting, answer: ExpressionAnswer): void {
  if ('error' in answer) job.reject(new ExpressionError(`The expression failed: ${answer.error}.`));
  else job.resolve(JSON.parse(answer.value) as unknown);
}
