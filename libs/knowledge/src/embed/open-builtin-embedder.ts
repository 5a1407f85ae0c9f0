import { type Embedder, EmbedderError } from './embedder.js';
import { EmbeddingProcess } from './embedding-process.js';

/** The name under which configuration and knowledge bases refer to the built-in model. */
export const BUILTIN_MODEL = 'builtin';

/** Numbers per vector of the built-in model. */
export const BUILTIN_DIMENSIONS = 512;

export interface BuiltinEmbedderOptions {
  /** Maximum number of texts that wait. Default: 5,000. */
  readonly waitingTexts?: number | undefined;
  /** Maximum number of characters of a text. Default: 20,000. */
  readonly textLength?: number | undefined;
  /** Time limit for a batch of eight texts, in milliseconds. Default: 60,000. */
  readonly batchMs?: number | undefined;
  /** The process ends after this time without work, in milliseconds, which frees some 200 MB. Default: 300,000. */
  readonly idleMs?: number | undefined;
  /** The process's script, for tests. */
  readonly script?: URL | undefined;
}

/** Texts per message to the process: a short call waits for no more than the rest of one such batch. */
const BATCH = 8;

/** One call of `embed`. */
interface Call {
  readonly texts: readonly string[];
  readonly vectors: Float32Array[];
  readonly settle: (error?: unknown) => void;
  isOver: boolean;
}

/**
 * Opens the built-in embedding model: English, 512 dimensions, in a child process that starts with the first text
 * (docs/decisions/2026-11-23-builtin-embeddings.md). Calls take turns batch by batch, so that a query does not wait for a
 * long document. A process that dies fails the call that it worked on; the next batch starts a new one.
 */
export function openBuiltinEmbedder(options: BuiltinEmbedderOptions = {}): Embedder {
  return new BuiltinEmbedder(options);
}

class BuiltinEmbedder implements Embedder {
  readonly dimensions = BUILTIN_DIMENSIONS;
  /** Calls whose texts are not all embedded; the first one is next. */
  readonly #calls: Call[] = [];
  readonly #process: EmbeddingProcess;
  #waiting = 0;
  #isRunning = false;
  #isClosed = false;

  constructor(private readonly options: BuiltinEmbedderOptions) {
    const { batchMs = 60_000, idleMs = 300_000, script } = options;
    this.#process = new EmbeddingProcess({ batchMs, idleMs, script });
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    signal?.throwIfAborted();
    this.#check(texts);
    if (texts.length === 0) return [];
    return new Promise((resolve, reject) => {
      const abort = (): void => call.settle(signal?.reason);
      const call: Call = {
        texts: [...texts],
        vectors: [],
        isOver: false,
        settle: (error) => {
          if (call.isOver) return;
          call.isOver = true;
          this.#waiting -= call.texts.length;
          const index = this.#calls.indexOf(call);
          if (index >= 0) this.#calls.splice(index, 1);
          signal?.removeEventListener('abort', abort);
          if (error === undefined) resolve(call.vectors);
          else reject(error);
        },
      };
      signal?.addEventListener('abort', abort);
      this.#waiting += call.texts.length;
      this.#calls.push(call);
      void this.#run();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const call of [...this.#calls]) call.settle(closed());
    await this.#process.close();
  }

  /** @throws EmbedderError */
  #check(texts: readonly string[]): void {
    const { waitingTexts = 5_000, textLength = 20_000 } = this.options;
    if (this.#isClosed) throw closed();
    if (this.#waiting + texts.length > waitingTexts) {
      throw new EmbedderError(
        'busy',
        `The built-in embedding model has ${this.#waiting} texts waiting and accepts ${waitingTexts}. Try again later.`,
      );
    }
    const tooLong = texts.findIndex((text) => text.length > textLength);
    if (tooLong >= 0) {
      throw new EmbedderError(
        'too_long',
        `Text ${tooLong} has more than ${textLength} characters, the limit of the built-in embedding model. Split it.`,
      );
    }
  }

  /** Gives the process one batch after the other. The loop ends when there are none. */
  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let call = this.#calls.shift(); call !== undefined; call = this.#calls.shift()) {
      // The next turn is that of another call. In the list it can still be aborted.
      this.#calls.push(call);
      await this.#embedBatch(call);
    }
    this.#isRunning = false;
  }

  async #embedBatch(call: Call): Promise<void> {
    const batch = call.texts.slice(call.vectors.length, call.vectors.length + BATCH);
    try {
      const vectors = await this.#process.embed(batch);
      if (vectors.length !== batch.length * BUILTIN_DIMENSIONS) {
        throw new EmbedderError('failed', 'The built-in embedding model answered vectors of another size.');
      }
      for (let at = 0; at < vectors.length; at += BUILTIN_DIMENSIONS) {
        call.vectors.push(vectors.slice(at, at + BUILTIN_DIMENSIONS));
      }
      if (call.vectors.length === call.texts.length) call.settle();
    } catch (error) {
      call.settle(this.#isClosed ? closed() : error);
    }
  }
}

const closed = (): EmbedderError => new EmbedderError('closed', 'The built-in embedding model was closed.');
