import sonicBoom, { type SonicBoom } from 'sonic-boom';

/**
 * Lines are gathered to this size before they are written: each write wakes a thread, which costs as much as gathering
 * some hundred lines. …
 */
const BATCH_BYTES = 128 * 1024;
/** … and wait no longer than this. */
const FLUSH_INTERVAL_MS = 250;
/** What a slow reader may leave unwritten before further lines are dropped. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
/** How often a full pipe is tried again while the process exits, 100 ms apart. */
const EXIT_RETRIES = 20;

/**
 * Writes lines to an open file in batches, without waiting, and what is left when the process exits. What the
 * destination refuses is kept and tried again at the next flush, as long as `maxWaitingBytes` hold it.
 */
export class LineStream {
  private readonly output: SonicBoom;
  private dropped = false;
  private retriesLeft = Number.POSITIVE_INFINITY;

  constructor(fd: number, maxWaitingBytes = MAX_WAITING_BYTES) {
    this.output = new sonicBoom.SonicBoom({
      fd,
      minLength: BATCH_BYTES,
      maxWrite: 2 * BATCH_BYTES,
      maxLength: maxWaitingBytes,
      periodicFlush: FLUSH_INTERVAL_MS,
      sync: false,
      contentMode: 'buffer',
      retryEAGAIN: () => this.retriesLeft-- > 0,
    });
    // An error that nobody listens to would end the process.
    this.output.on('error', () => undefined);
    this.output.on('drop', () => {
      this.dropped = true;
    });
    process.once('exit', this.writeOut);
    this.output.once('close', () => process.off('exit', this.writeOut));
  }

  /** Takes a line with its line break. False when it was dropped, because too much is waiting already. */
  write(line: string): boolean {
    this.dropped = false;
    // In buffer mode a write costs a tenth (0.3 µs), but the type declarations know only strings.
    (this.output as { write(data: unknown): boolean }).write(Buffer.from(line));
    return !this.dropped;
  }

  /** Calls back with every error of the destination, once per attempt. */
  onError(listener: (error: Error) => void): void {
    this.output.on('error', listener);
  }

  /** Resolves when what is waiting is written, or has failed. */
  flush(): Promise<void> {
    return new Promise((resolve) => this.output.flush(() => resolve()));
  }

  /** Writes what is waiting and closes the file. Nothing may be written afterwards. */
  end(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.output.once('close', resolve);
      this.output.once('error', () => resolve());
    });
    this.output.end();
    return ended;
  }

  private readonly writeOut = (): void => {
    this.retriesLeft = EXIT_RETRIES;
    try {
      this.output.flushSync();
    } catch {
      // The process is ending: there is nobody left to tell.
    }
  };
}

let standardOutput: LineStream | undefined;

/**
 * Standard output, opened once: the log and the audit trail share it, because two writers of one pipe may tear each
 * other's lines apart.
 */
export function openStandardOutput(): LineStream {
  standardOutput ??= new LineStream(1);
  return standardOutput;
}
