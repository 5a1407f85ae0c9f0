import cluster from 'node:cluster';
import { fstatSync, writeSync } from 'node:fs';
import sonicBoom, { type SonicBoom } from 'sonic-boom';

/**
 * Lines are gathered to this many characters before they are written: each write wakes a thread, which costs as much
 * as gathering some hundred lines. A string above 128 KB would be a large object to V8, which costs a fresh mapping.
 */
const BATCH_LENGTH = 96 * 1024;
/** Lines wait no longer than this. */
const FLUSH_INTERVAL_MS = 250;
/** Bytes that a slow reader may leave unwritten before further lines are dropped. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
/** Number of tries for a full pipe while the process exits, and the milliseconds between them. */
const EXIT_RETRIES = 20;
const EXIT_RETRY_MS = 100;

/** Bytes that the system writes to a pipe at once or not at all (PIPE_BUF of Linux). */
const PIPE_BYTES = 4096;

/** More than a batch holds in UTF-8, so that handing one over while the process exits starts no write by itself. */
const MIN_WRITE_BYTES = 3 * BATCH_LENGTH + 1;

/**
 * Writes lines to an open file in batches, without waiting, and what is left when the process exits. Lines that the
 * destination rejects are buffered and tried again at the next flush, as long as `maxWaitingBytes` hold them.
 */
export class LineStream {
  private readonly output: SonicBoom;
  /** Lines that are not handed over yet: joining strings is cheap, while every buffer of its own costs 0.3 µs. */
  private gathered = '';
  /** Bytes that were handed over and are not written yet. */
  private handedOver = 0;
  private timer: NodeJS.Timeout | undefined;
  private retriesLeft = Number.POSITIVE_INFINITY;
  /** Other processes write to the same pipe: each write has whole lines, and no more than the system takes at once. */
  private readonly isShared: boolean;

  /** The gathered batch counts by its characters in `maxWaitingBytes`. */
  constructor(
    private readonly fd: number,
    private maxWaitingBytes = MAX_WAITING_BYTES,
  ) {
    this.isShared = cluster.isWorker && isPipe(fd);
    this.output = new sonicBoom.SonicBoom({
      fd,
      minLength: this.isShared ? 1 : MIN_WRITE_BYTES,
      maxWrite: this.isShared ? PIPE_BYTES : 2 * MIN_WRITE_BYTES,
      sync: false,
      contentMode: 'buffer',
      retryEAGAIN: () => this.retriesLeft-- > 0,
    });
    this.output.on('write', (bytes: number) => {
      this.handedOver -= bytes;
    });
    // Lines handed over during a write do not start the next one.
    this.output.on('drain', () => {
      if (this.handedOver > 0) this.output.flush();
    });
    // An error that nobody listens to would end the process.
    this.output.on('error', () => this.startTimer());
    process.once('exit', this.writeOut);
    this.output.once('close', () => process.off('exit', this.writeOut));
  }

  /** Takes a line with its line break. False when it was dropped, because too much is waiting already. */
  write(line: string): boolean {
    if (this.handedOver + this.gathered.length + line.length > this.maxWaitingBytes) return false;
    this.gathered += line;
    if (this.gathered.length >= BATCH_LENGTH) this.writeGathered();
    else if (this.timer === undefined) this.startTimer();
    return true;
  }

  /** Calls back with every error of the destination, once per attempt. */
  onError(listener: (error: Error) => void): void {
    this.output.on('error', listener);
  }

  /** Resolves when what is waiting is written, or has failed. */
  flush(): Promise<void> {
    this.handOver();
    return new Promise((resolve) => this.output.flush(() => resolve()));
  }

  /** Writes what is waiting and closes the file. Nothing may be written afterwards. */
  end(): Promise<void> {
    this.handOver();
    // A line that comes too late is dropped like any other that cannot be buffered.
    this.maxWaitingBytes = 0;
    const ended = new Promise<void>((resolve) => {
      this.output.once('close', resolve);
      this.output.once('error', () => resolve());
    });
    this.output.end();
    return ended;
  }

  /** Writes at the end of the interval, once; a failed write is tried again so until nothing is waiting. */
  private startTimer(): void {
    if (this.timer !== undefined || this.handedOver + this.gathered.length === 0) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.writeGathered();
    }, FLUSH_INTERVAL_MS);
    this.timer.unref();
  }

  private writeGathered(): void {
    this.handOver();
    if (this.handedOver > 0) this.output.flush();
  }

  private handOver(): void {
    if (this.gathered === '') return;
    const batch = Buffer.from(this.gathered);
    this.gathered = '';
    this.handedOver += batch.length;
    for (const piece of this.isShared ? splitLines(batch, PIPE_BYTES) : [batch]) {
      // In buffer mode it is not encoded a second time, but the type declarations know only strings.
      (this.output as { write(data: unknown): boolean }).write(piece);
    }
  }

  /** Writes the gathered lines while the process exits: handed over, they would begin a write that nobody waits for. */
  private writeGatheredNow(): void {
    for (const piece of splitLines(Buffer.from(this.gathered), PIPE_BYTES)) this.writeNow(piece);
    this.gathered = '';
  }

  private writeNow(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      try {
        at += writeSync(this.fd, piece, at);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || this.retriesLeft-- <= 0) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EXIT_RETRY_MS);
      }
    }
  }

  private readonly writeOut = (): void => {
    this.retriesLeft = EXIT_RETRIES;
    try {
      this.output.flushSync();
      if (this.isShared) this.writeGatheredNow();
      else this.handOver();
      this.output.flushSync();
      // It emits no `write` of its own.
      this.handedOver = 0;
    } catch {
      // The process is ending: there is nobody left to notify.
    }
  };
}

function isPipe(fd: number): boolean {
  const stats = fstatSync(fd);
  return stats.isFIFO() || stats.isSocket();
}

/** Pieces of whole lines, each of at most `most` bytes, or of one line that is longer. */
export function* splitLines(lines: Buffer, most: number): Generator<Buffer> {
  let from = 0;
  while (from < lines.length) {
    const lastEnd = lines.lastIndexOf(LINE_BREAK, from + most - 1);
    const end = lastEnd >= from ? lastEnd : lines.indexOf(LINE_BREAK, from);
    const to = end === -1 ? lines.length : end + 1;
    yield lines.subarray(from, to);
    from = to;
  }
}

const LINE_BREAK = 0x0a;

let standardOutput: LineStream | undefined;

/**
 * Standard output, opened once: the log and the audit trail share it, because two writers of one pipe may tear each
 * other's lines apart.
 */
export function openStandardOutput(): LineStream {
  standardOutput ??= new LineStream(1);
  return standardOutput;
}
