import { Worker } from 'node:worker_threads';
import { FairQueue, type QueuedJob } from '@multilane/process';
import { sampleText } from './sample-text.js';
import type { CountAnswer, CountQuestion } from './token-counter.thread.js';
import { chooseEncoding } from './tokenizer.js';

/** A thread runs JavaScript: the sources, which tests load, have it in the build beside them. */
const BUILT = import.meta.url.endsWith('.ts') ? '../dist/' : './';
const SCRIPT = new URL(`${BUILT}token-counter.thread.js`, import.meta.url);

/** The two encodings take some 150 MB. */
const HEAP_MB = 512;

/** A thread that had nothing to count for so long ends, which frees its memory. Milliseconds. */
const IDLE_MS = 300_000;

/** A thread that failed is not started again for so long: each start would fail and take processor time. Milliseconds. */
const PAUSE_MS = 10_000;

/** Limits of what waits for the thread. One question takes at most half a second, so one tenant's wait at most a quarter of a minute. */
const BOUNDS = { jobs: 512, jobsOfTenant: 32, characters: 32 * 1024 * 1024 };

/** Questions that the thread has at once: the one it counts, and the next. */
const MOST_SENT = 2;

/** A question that somebody waits for. */
interface Asker extends QueuedJob {
  readonly question: CountQuestion;
  resolve(tokens: readonly number[]): void;
  reject(error: Error): void;
}

export interface TokenCounterOptions {
  readonly script?: URL;
  readonly idleMs?: number;
  readonly pauseMs?: number;
}

/**
 * Counts tokens in a thread of its own, which is started with the first question: to load an encoding takes a quarter of a second, and the
 * worst texts take half a second, in which the thread of the requests would answer nobody. A thread that ends fails those who wait, and a
 * question after that starts another. Tenants take turns: one that asks much waits for itself alone.
 */
export class TokenCounter {
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  /** Why the last thread failed, and until when no other is started. */
  #failure: { readonly error: Error; readonly until: number } | undefined;
  readonly #queue = new FairQueue<Asker>(BOUNDS);
  /** Those whose question the thread has. */
  readonly #sent = new Map<number, Asker>();

  /** @param options for tests */
  constructor(private readonly options: TokenCounterOptions = {}) {}

  /** Starts the thread and loads an encoding, for somebody who may need it soon. */
  warm(): void {
    // Whoever needs it gets its failure.
    if (this.#thread === undefined) this.count([[]], '', '').catch(() => undefined);
  }

  /**
   * Counts the tokens of each list of texts, as the model's tokenizer does. Of a list with more than 128 Ki characters, evenly spaced windows are
   * counted and scaled.
   *
   * @param tenant whose turn it takes
   * @throws Error if the thread cannot be started or ends, or if too much of the tenant's, or of everybody's, waits already
   */
  async count(lists: readonly (readonly string[])[], model: string, tenant: string): Promise<number[]> {
    const samples = lists.map((texts) => sampleText(texts));
    const question = {
      id: ++this.#last,
      encoding: chooseEncoding(model),
      lists: samples.map(({ windows }) => windows),
    };
    const tokens = await this.#ask(question, tenant);
    return samples.map(({ scale }, place) => Math.round((tokens[place] ?? 0) * scale));
  }

  /** Ends the thread; those who wait fail. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #ask(question: CountQuestion, tenant: string): Promise<readonly number[]> {
    if (this.#failure !== undefined && performance.now() < this.#failure.until)
      return Promise.reject(this.#failure.error);
    return new Promise((resolve, reject) => {
      const asker: Asker = { question, tenant, characters: lengthOf(question), resolve, reject };
      if (this.#queue.push(asker)) this.#send();
      else reject(new Error('Too many texts wait for their tokens to be counted.'));
    });
  }

  /** Gives the thread the next questions; the process goes on while somebody waits. */
  #send(): void {
    while (this.#sent.size < MOST_SENT) {
      const next = this.#queue.take(() => true);
      if (next === undefined) return;
      clearTimeout(this.#idle);
      this.#thread ??= this.#start();
      this.#thread.ref();
      this.#sent.set(next.question.id, next);
      this.#thread.postMessage(next.question);
    }
  }

  #start(): Worker {
    const { script = SCRIPT } = this.options;
    const thread = new Worker(script, {
      name: 'tokens',
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      execArgv: [],
    });
    let failure = new Error('The thread that counts tokens ended.');
    thread.on('message', (answer: CountAnswer) => this.#settle(thread, answer));
    thread.on('error', ({ message }: Error) => {
      failure = new Error(`The thread that counts tokens failed: ${message}`);
      this.#failure = { error: failure, until: performance.now() + (this.options.pauseMs ?? PAUSE_MS) };
    });
    thread.on('exit', () => this.#forget(thread, failure));
    return thread;
  }

  #settle(thread: Worker, answer: CountAnswer): void {
    const asker = this.#sent.get(answer.id);
    this.#sent.delete(answer.id);
    if ('error' in answer) asker?.reject(new Error(answer.error));
    else asker?.resolve(answer.tokens);
    this.#send();
    if (this.#sent.size > 0) return;
    thread.unref();
    this.#idle = setTimeout(() => this.#end(thread), this.options.idleMs ?? IDLE_MS).unref();
  }

  /** Ends a thread that nobody waits for: whoever asks before it has ended gets another one. */
  #end(thread: Worker): void {
    if (this.#thread === thread) this.#thread = undefined;
    void thread.terminate();
  }

  #forget(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    clearTimeout(this.#idle);
    const waiting = [...this.#sent.values()];
    this.#sent.clear();
    for (let next = this.#queue.take(() => true); next; next = this.#queue.take(() => true)) waiting.push(next);
    for (const { reject } of waiting) reject(error);
  }
}

function lengthOf({ lists }: CountQuestion): number {
  let length = 0;
  for (const texts of lists) for (const text of texts) length += text.length;
  return length;
}

/** The counter of this process. */
export const tokenCounter = new TokenCounter();
