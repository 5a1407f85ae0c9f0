import { Worker } from 'node:worker_threads';
import { EmbedderError } from './embedder.js';
import type { EmbeddingAnswer, EmbeddingRequest } from './embedding.thread.js';

export interface EmbeddingThreadOptions {
  readonly batchMs: number;
  readonly idleMs: number;
  readonly script?: URL | undefined;
}

/** JavaScript objects of the thread, in megabytes; the tensors are in WebAssembly's memory. */
const HEAP_MB = 512;

/** WebAssembly memory only grows: after this many texts the thread is replaced by a new one. */
const TEXTS_PER_THREAD = 20_000;

/** A thread runs JavaScript: the sources, which tests load, have it in the build beside them. */
const BUILT = import.meta.url.endsWith('.ts') ? '../../dist/embed/' : './';
const SCRIPT = new URL(`${BUILT}embedding.thread.js`, import.meta.url);

interface Batch {
  resolve(vectors: Float32Array): void;
  reject(error: EmbedderError): void;
}

/** The worker thread of the built-in model, and the one that replaces it. It takes one batch at a time. */
export class EmbeddingThread {
  #worker: Worker | undefined;
  #batch: Batch | undefined;
  #timer: NodeJS.Timeout | undefined;
  #texts = 0;

  constructor(private readonly options: EmbeddingThreadOptions) {}

  /**
   * The vectors of the texts behind each other. Starts the thread if there is none.
   *
   * @throws EmbedderError when the model fails, the thread ends, or the batch takes longer than `batchMs`.
   */
  embed(texts: readonly string[]): Promise<Float32Array> {
    clearTimeout(this.#timer);
    if (this.#texts >= TEXTS_PER_THREAD) this.#end();
    this.#texts += texts.length;
    return new Promise((resolve, reject) => {
      this.#batch = { resolve, reject };
      try {
        this.#worker ??= this.#start();
        this.#worker.ref();
        this.#worker.postMessage({ texts } satisfies EmbeddingRequest);
      } catch (error) {
        this.#fail('The embedding thread could not be started.', error);
        return;
      }
      this.#timer = setTimeout(() => {
        this.#fail(`Embedding took longer than ${this.options.batchMs / 1_000} seconds.`);
      }, this.options.batchMs);
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#fail('The embedding thread was closed.');
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.options.script ?? SCRIPT, {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      // Flags of the process do not concern the thread, and some are refused.
      execArgv: [],
      env: {},
      // The library prints hints about its speed.
      stdout: true,
      stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.on('message', (answer: EmbeddingAnswer) => {
      if (worker === this.#worker) this.#answer(answer);
    });
    worker.on('error', (error) => {
      if (worker === this.#worker) this.#fail('The embedding thread failed.', error);
    });
    worker.on('exit', () => {
      if (worker === this.#worker) this.#fail('The embedding thread ended.');
    });
    return worker;
  }

  #answer(answer: EmbeddingAnswer): void {
    clearTimeout(this.#timer);
    const batch = this.#batch;
    this.#batch = undefined;
    this.#worker?.unref();
    this.#timer = setTimeout(() => this.#end(), this.options.idleMs).unref();
    if ('vectors' in answer) {
      batch?.resolve(answer.vectors);
      return;
    }
    // A new thread may be luckier.
    if (answer.isFinal) this.#end();
    batch?.reject(new EmbedderError('failed', `The built-in embedding model failed: ${answer.error}`));
  }

  /** Ends the thread, and with it the batch. */
  #fail(message: string, cause?: unknown): void {
    const batch = this.#batch;
    this.#batch = undefined;
    this.#end();
    batch?.reject(new EmbedderError('failed', message, cause === undefined ? undefined : { cause }));
  }

  #end(): void {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#texts = 0;
    void worker?.terminate();
  }
}
