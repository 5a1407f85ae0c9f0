import { ContainedProcess, type EndReason } from '@multilane/process';
import { EmbedderError } from './embedder.js';
import type { EmbeddingAnswer, EmbeddingRequest } from './embedding.process.js';

export interface EmbeddingProcessOptions {
  readonly batchMs: number;
  readonly idleMs: number;
  readonly script?: URL | undefined;
}

/**
 * Megabytes that JavaScript objects may take, and that all of the process may: the tensors are in WebAssembly's memory.
 */
const HEAP_MB = 512;
const MEMORY_MB = 1_024;
/** Queries wait for their embeddings, and documents can wait. */
const NICENESS = 3;

/** WebAssembly memory only grows: after this many texts the process is replaced by a new one. */
const TEXTS_PER_PROCESS = 20_000;

/** A process runs JavaScript: the sources, which tests load, have it in the build beside them. */
const BUILT = import.meta.url.endsWith('.ts') ? '../../dist/embed/' : './';
const SCRIPT = new URL(`${BUILT}embedding.process.js`, import.meta.url);

interface Batch {
  resolve(vectors: Float32Array): void;
  reject(error: EmbedderError): void;
}

/** The process of the built-in model, and the one that replaces it. It takes one batch at a time. */
export class EmbeddingProcess {
  #worker: ContainedProcess | undefined;
  #batch: Batch | undefined;
  #timer: NodeJS.Timeout | undefined;
  #texts = 0;

  constructor(private readonly options: EmbeddingProcessOptions) {}

  /**
   * The vectors of the texts behind each other. Starts the process if there is none.
   *
   * @throws EmbedderError when the model fails, the process ends, or the batch takes longer than `batchMs`.
   */
  embed(texts: readonly string[]): Promise<Float32Array> {
    clearTimeout(this.#timer);
    if (this.#texts >= TEXTS_PER_PROCESS) this.#end();
    this.#texts += texts.length;
    return new Promise((resolve, reject) => {
      this.#batch = { resolve, reject };
      try {
        this.#worker ??= this.#start();
        this.#worker.watch(this.options.batchMs);
        this.#worker.send({ texts } satisfies EmbeddingRequest);
      } catch (error) {
        this.#fail('The embedding process could not be started.', error);
      }
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#fail('The embedding process was closed.');
    await worker?.close();
  }

  #start(): ContainedProcess {
    const worker: ContainedProcess = new ContainedProcess({
      work: 'embedding',
      script: this.options.script ?? SCRIPT,
      heapMb: HEAP_MB,
      memoryMb: MEMORY_MB,
      niceness: NICENESS,
      onMessage: (answer) => {
        if (worker === this.#worker) this.#answer(answer as EmbeddingAnswer);
      },
      onEnd: (reason) => {
        if (worker === this.#worker) this.#fail(this.#describe(reason));
      },
    });
    return worker;
  }

  #describe(reason: EndReason): string {
    switch (reason) {
      case 'time':
        return `Embedding took longer than ${this.options.batchMs / 1_000} seconds.`;
      case 'memory':
        return 'Embedding took too much memory.';
      case 'failure':
        return 'The embedding process ended.';
    }
  }

  #answer(answer: EmbeddingAnswer): void {
    clearTimeout(this.#timer);
    const batch = this.#batch;
    this.#batch = undefined;
    this.#worker?.unwatch();
    this.#timer = setTimeout(() => this.#end(), this.options.idleMs).unref();
    if ('vectors' in answer) {
      batch?.resolve(answer.vectors);
      return;
    }
    // A new process may be luckier.
    if (answer.isFinal) this.#end();
    batch?.reject(new EmbedderError('failed', `The built-in embedding model failed: ${answer.error}`));
  }

  /** Ends the process, and with it the batch. */
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
    void worker?.close();
  }
}
