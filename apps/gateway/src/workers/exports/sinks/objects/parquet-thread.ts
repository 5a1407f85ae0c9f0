import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ParquetAnswer } from './parquet.thread.js';

/** A thread runs JavaScript: the sources, which tests load, have it in the build. */
const SCRIPT = new URL('parquet.thread.js', import.meta.url.replace(/\/src\/(.*)\.ts$/, '/dist/$1.js'));
/** A batch of gateway.yaml may have 16 MiB, which are more as values and columns. */
const HEAP_MB = 512;
/** The largest batch takes seconds on a busy machine. */
const LIMIT_MS = 60_000;
/** A thread that had nothing to write for so long ends. Milliseconds. */
const IDLE_MS = 30_000;

/**
 * Writes Parquet in a thread of its own, since the columns of a batch take tens to hundreds of milliseconds, in which a process would answer nobody.
 * One file at a time: each of those who wait has a batch in memory, and there are as many as sinks have turns.
 */
class ParquetThread {
  private thread: Worker | undefined = undefined;
  private idle: NodeJS.Timeout | undefined = undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** Makes a file of lines of JSON. Rejects if the thread cannot be started, ends or takes too long. */
  write(lines: string): Promise<Uint8Array<ArrayBuffer>> {
    const written = this.last.then(() => this.ask(lines));
    // Each who asks gets the failure of their own file.
    this.last = written.catch(() => undefined);
    return written;
  }

  private async ask(lines: string): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(this.idle);
    const thread = this.thread ?? this.start();
    this.thread = thread;
    thread.ref();
    thread.postMessage(lines);
    try {
      const [answer] = (await once(thread, 'message', { signal: AbortSignal.timeout(LIMIT_MS) })) as [ParquetAnswer];
      if ('error' in answer) throw new Error(`Parquet could not be written: ${answer.error}`);
      return new Uint8Array(answer.bytes);
    } catch (error) {
      this.end(thread);
      throw error;
    } finally {
      thread.unref();
      this.idle = setTimeout(() => this.end(thread), IDLE_MS).unref();
    }
  }

  private start(): Worker {
    const limits = { maxOldGenerationSizeMb: HEAP_MB };
    const thread = new Worker(SCRIPT, { name: 'parquet', resourceLimits: limits, execArgv: [] });
    // A thread that is out of memory emits an error, which whoever waits gets.
    thread.on('error', () => this.forget(thread));
    thread.on('exit', () => this.forget(thread));
    return thread;
  }

  private end(thread: Worker): void {
    this.forget(thread);
    void thread.terminate();
  }

  private forget(thread: Worker): void {
    if (this.thread === thread) this.thread = undefined;
  }
}

/** The thread of this process. */
export const parquetThread = new ParquetThread();
