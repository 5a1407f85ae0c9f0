import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { ArgumentAnswer, ArgumentQuestion } from './arguments.thread.js';
import { INVALID_SCHEMA, NOT_CHECKED } from './find-argument-problem.js';

interface Waiting {
  readonly question: ArgumentQuestion;
  readonly resolve: (problem: string | undefined) => void;
}

/** A check that takes longer is stopped with its thread. Milliseconds, from when it begins. */
const LONGEST_MS = 1_000;
/** The first check also starts the thread. */
const START_MS = 10_000;
const MOST_WAITING = 1_000;
/** Schemas that took too long: they are not tried again. */
const MOST_SLOW = 1_000;
const HEAP_MB = 64;
const TOO_LONG = 'The schema of the tool takes too long to check. The tool cannot be called.';

/** Whether a problem is one of the schema or the check, and not of what was checked. */
export function couldNotCheck(problem: string): boolean {
  return problem === TOO_LONG || problem === NOT_CHECKED || problem === INVALID_SCHEMA;
}

/** A thread runs JavaScript: the sources, which tests load, have it in the build beside them. */
const BUILT = import.meta.url.endsWith('.ts') ? '../../dist/arguments/' : './';
const SCRIPT = new URL(`${BUILT}arguments.thread.js`, import.meta.url);

/**
 * Checks arguments of tools against their JSON Schemas, on a thread of its own: whatever people define, it neither holds the event loop nor
 * the checks of others for longer than a second. The thread starts with the first check.
 */
export class ArgumentChecker {
  readonly #waiting: Waiting[] = [];
  readonly #slow = new Set<string>();
  #worker: Worker | undefined;
  #running: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isClosed = false;

  /** What is wrong with arguments, in words for the model; undefined if nothing is. Never rejects. */
  check(schema: Readonly<Record<string, unknown>>, value: unknown): Promise<string | undefined> {
    if (this.#isClosed || this.#waiting.length >= MOST_WAITING) return Promise.resolve(NOT_CHECKED);
    if (this.#slow.size > 0 && this.#slow.has(digest(schema))) return Promise.resolve(TOO_LONG);
    return new Promise((resolve) => {
      this.#waiting.push({ question: { schema, value }, resolve });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end(NOT_CHECKED);
    for (const { resolve } of this.#waiting.splice(0)) resolve(NOT_CHECKED);
  }

  #next(): void {
    if (this.#running !== undefined) return;
    const waiting = this.#waiting.shift();
    if (waiting === undefined) {
      this.#worker?.unref();
      return;
    }
    // It may have become known as slow while this one waited.
    if (this.#slow.size > 0 && this.#slow.has(digest(waiting.question.schema))) {
      waiting.resolve(TOO_LONG);
      this.#next();
      return;
    }
    this.#running = waiting;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#timer = setTimeout(() => this.#giveUp(), this.#isStarted ? LONGEST_MS : START_MS);
    this.#worker.postMessage(waiting.question);
  }

  #start(): Worker {
    const worker = new Worker(SCRIPT, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }, execArgv: [] });
    this.#isStarted = false;
    worker.on('message', ({ problem }: ArgumentAnswer) => {
      if (worker !== this.#worker) return;
      this.#isStarted = true;
      this.#answer(problem);
    });
    const fail = (): void => {
      if (worker === this.#worker) this.#giveUp();
    };
    worker.on('error', fail);
    worker.on('exit', fail);
    return worker;
  }

  #giveUp(): void {
    const slow = this.#running;
    if (slow !== undefined) {
      if (this.#slow.size >= MOST_SLOW) this.#slow.clear();
      this.#slow.add(digest(slow.question.schema));
    }
    this.#end(TOO_LONG);
    if (!this.#isClosed) this.#next();
  }

  #end(problem: string): void {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    const running = this.#running;
    this.#running = undefined;
    running?.resolve(problem);
  }

  #answer(problem: string | undefined): void {
    clearTimeout(this.#timer);
    const running = this.#running;
    this.#running = undefined;
    running?.resolve(problem);
    this.#next();
  }
}

function digest(schema: object): string {
  return createHash('sha256').update(JSON.stringify(schema)).digest('base64');
}
