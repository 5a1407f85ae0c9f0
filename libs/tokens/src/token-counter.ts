import { Worker } from 'node:worker_threads';
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

interface Asker {
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
 * question after that starts another.
 */
export class TokenCounter {
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  /** Why the last thread failed, and until when no other is started. */
  #failure: { readonly error: Error; readonly until: number } | undefined;
  readonly #askers = new Map<number, Asker>();

  /** @param options for tests */
  constructor(private readonly options: TokenCounterOptions = {}) {}

  /** Starts the thread and loads an encoding, for somebody who may need it soon. */
  warm(): void {
    // Whoever needs it gets its failure.
    if (this.#thread === undefined) this.count([[]], '').catch(() => undefined);
  }

  /**
   * Counts the tokens of each list of texts, as the model's tokenizer does. Of a list with more than 128 Ki characters, evenly spaced windows are
   * counted and scaled.
   *
   * @throws Error if the thread cannot be started or ends
   */
  async count(lists: readonly (readonly string[])[], model: string): Promise<number[]> {
    const samples = lists.map((texts) => sampleText(texts));
    const tokens = await this.#ask(
      chooseEncoding(model),
      samples.map(({ windows }) => windows),
    );
    return samples.map(({ scale }, place) => Math.round((tokens[place] ?? 0) * scale));
  }

  /** Ends the thread; those who wait fail. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #ask(encoding: CountQuestion['encoding'], lists: CountQuestion['lists']): Promise<readonly number[]> {
    if (this.#failure !== undefined && performance.now() < this.#failure.until)
      return Promise.reject(this.#failure.error);
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    const thread = this.#thread;
    // The process goes on while somebody waits.
    thread.ref();
    const question: CountQuestion = { id: ++this.#last, encoding, lists };
    return new Promise((resolve, reject) => {
      this.#askers.set(question.id, { resolve, reject });
      thread.postMessage(question);
    });
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
    const asker = this.#askers.get(answer.id);
    this.#askers.delete(answer.id);
    if ('error' in answer) asker?.reject(new Error(answer.error));
    else asker?.resolve(answer.tokens);
    if (this.#askers.size > 0) return;
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
    const waiting = [...this.#askers.values()];
    this.#askers.clear();
    for (const { reject } of waiting) reject(error);
  }
}

/** The counter of this process. */
export const tokenCounter = new TokenCounter();
