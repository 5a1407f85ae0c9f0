import sonicBoom, { type SonicBoom } from 'sonic-boom';

/**
 * Lines are gathered to this many characters before they are written: each write wakes a thread, which costs as much
 * as gathering some hundred lines. A string above 128 KB would be a large object to V8, which costs a fresh mapping.
 */
const BATCH_LENGTH = 96 * 1024;
/** Lines wait no longer than this. */
const FLUSH_INTERVAL_MS = 250;
/** What a slow reader may leave unwritten before further lines are dropped. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
/** How often a full pipe is tried again while the process exits, 100 ms apart. */
const EXIT_RETRIES = 20;

/** More than a batch holds in UTF-8, so that handing one over while the process exits starts no write by itself. */
const MIN_WRITE_BYTES = 3 * BATCH_LENGTH + 1;

/**
 * Writes lines to an open file in batches, without waiting, and what is left when the process exits. What the
 * destination refuses is buffered and tried again at the next flush, as long as `maxWaitingBytes` hold it.
 */
export class LineStream {
  private readonly output: SonicBoom;
  /** Lines that are not handed over yet: joining strings is cheap, while every buffer of its own costs 0.3 µs. */
  private gathered = '';
  /** Bytes that were handed over and are not written yet. */
  private handedOver = 0;
  private timer: NodeJS.Timeout | undefined;
  private retriesLeft = Number.POSITIVE_INFINITY;

  /** Of `maxWaitingBytes`, the batch that is being gathered counts by its characters. */
  constructor(
    fd: number,
    private maxWaitingBytes = MAX_WAITING_BYTES,
  ) {
    this.output = new sonicBoom.SonicBoom({
      fd,
      minLength: MIN_WRITE_BYTES,
      maxWrite: 2 * MIN_WRITE_BYTES,
      sync: false,
      contentMode: 'buffer',
      retryEAGAIN: () => this.retriesLeft-- > 0,
    });
    this.output.on('write', (bytes: number) => {
      this.handedOver -= bytes;
    });
    // What was handed over during a write does not start the next one.
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
    // In buffer mode it is not encoded a second time, but the type declarations know only strings.
    (this.output as { write(data: unknown): boolean }).write(batch);
  }

  private readonly writeOut = (): void => {
    this.retriesLeft = EXIT_RETRIES;
    try {
      this.output.flushSync();
      this.handOver();
      this.output.flushSync();
      // It emits no `write` of its own.
      this.handedOver = 0;
    } catch {
      // The process is ending: there is nobody left to notify.
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
