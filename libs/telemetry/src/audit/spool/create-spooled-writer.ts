import { join } from 'node:path';
import type { AuditRecord } from '../audit-record.js';
import type { AuditBacklog, AuditProblem, AuditWriter } from '../create-audit-writer.js';
import { makeRecordId } from '../record-stamp.js';
import { type Batch, FoundBatch, type Meter, OwnBatch } from './batch.js';
import { countLines, SpareBuffers, splitLines } from './line-buffer.js';
import { makeStorable } from './make-storable.js';
import { listQuietFiles, makeSpoolFolder, type ReadLines, spoolFileName } from './spool-folder.js';

export interface SpooledWriterOptions {
  /** Folder where records wait on the disk. Several processes may share it. */
  readonly folder: string;
  /** Most bytes of waiting records on the disk. */
  readonly maxBytes: number;
  /**
   * Stores records, lines of JSON as UTF-8, in the database: each once, however often it is given. Rejects where none of
   * them was stored; must settle within a time of its own.
   */
  readonly store: (lines: Buffer) => Promise<unknown>;
  /** True if a rejection of `store` is the fault of a record, which no other try would mend. */
  readonly isRefused: (error: unknown) => boolean;
  /** Called for each problem, each time it occurs. */
  readonly onProblem: (problem: AuditProblem) => void;
  /** Called when what failed before has succeeded: a store, or a write to the disk. */
  readonly onRecovered?: (what: 'failed' | 'spool_failed') => void;
  /** Gets every line too, such as for a file beside the database. */
  readonly copy?: ((line: string) => void) | undefined;
  /** Bytes of records that may wait in memory, where the disk does not take them. */
  readonly maxMemory?: number;
}

/**
 * Age in milliseconds below which a record may be lost when the process is killed: older ones were handed to the operating
 * system, which keeps them whatever becomes of the process. docs/reliability.md states it, and `pnpm chaos` checks it.
 */
export const SPOOL_DELAY_MS = 5;

/** At least so many milliseconds lie between two writes. Together with one write this stays below `SPOOL_DELAY_MS`. */
const WRITE_EVERY_MS = 4;
/** A batch is stored when it has so many records, or is so old in milliseconds. */
const BATCH_RECORDS = 2_000;
const BATCH_MS = 200;
/** The latter while the database is unavailable, or slower than batches close: fewer and larger files. */
const AWAY_MS = 1_000;
/** Batches that wait are stored together, up to so many of them and so many bytes. */
const GROUP_BATCHES = 64;
const GROUP_BYTES = 2 * 1024 * 1024;
/** Closed batches that may wait in memory for a slow database; the others wait on the disk. */
const MAX_IN_MEMORY = 4;
const MAX_MEMORY = 32 * 1024 * 1024;
/** Milliseconds between two tries of a database that is away: doubled from the first to the last. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;
const DISK_RETRY_MS = 1_000;
/** Milliseconds between looks for files that other processes left behind. */
const SCAN_EVERY_MS = 10_000;
/** Milliseconds that the end of the process waits for the database; the rest waits on the disk. */
const LAST_STORE_MS = 5_000;

/** A batch that is about to be stored. */
interface ReadBatch {
  readonly batch: Batch;
  /** Undefined where another process has stored it, or its file cannot be read. */
  readonly read: ReadLines | undefined;
  readonly isReadable: boolean;
}

/**
 * Writes the audit log to a database, by way of the disk: every record is in a file within 5 ms, and the file goes when the
 * database has its records. Nothing waits for either. What a process leaves behind, the next one stores; what is stored
 * twice is there once.
 */
export function createSpooledWriter(options: SpooledWriterOptions): AuditWriter {
  return new SpooledWriter(options);
}

class SpooledWriter implements AuditWriter {
  private open: OwnBatch | undefined;
  private readonly closed: Batch[] = [];
  /** Files of other processes among them. */
  private readonly found = new Set<string>();
  private readonly buffers = new SpareBuffers();
  private readonly meter: Meter = { memory: 0, disk: 0, records: 0 };
  /** The database did not take the last batch. */
  private isAway = false;
  private diskProblem: Error | undefined;
  private nextDiskTry = 0;
  /** Closes the open batch. */
  private closer: NodeJS.Timeout | undefined;
  private isWriteScheduled = false;
  private isWriting = false;
  /** Records came in since the last write began. */
  private isUnwritten = false;
  private wroteAt = Number.NEGATIVE_INFINITY;
  private readonly scanner: NodeJS.Timeout;
  private draining: Promise<void> | undefined;
  private wake: (() => void) | undefined;
  /** The process ends: what cannot be stored at the first try is left to the next one. */
  private isEnding = false;

  constructor(private readonly options: SpooledWriterOptions) {
    this.prepareFolder();
    this.scanner = setInterval(() => void this.scan(), SCAN_EVERY_MS);
    this.scanner.unref();
    process.once('exit', this.writeNow);
    void this.scan();
  }

  write(record: AuditRecord): void {
    const line = makeStorable(JSON.stringify(record));
    this.options.copy?.(line);
    if (this.meter.memory + line.length > (this.options.maxMemory ?? MAX_MEMORY)) {
      this.options.onProblem({ kind: 'dropped', error: new Error('An audit record could not be stored.') });
      return;
    }
    this.open ??= this.begin();
    this.open.add(line);
    this.isUnwritten = true;
    if (this.open.count >= BATCH_RECORDS) this.closeOpen();
    else if (!this.isWriteScheduled && !this.isWriting) this.scheduleWrite();
  }

  backlog(): AuditBacklog {
    const { disk, memory, records } = this.meter;
    return { records, memoryBytes: memory, spooledBytes: disk, isSpoolAway: this.diskProblem !== undefined };
  }

  /** Resolves when everything is stored, or else on the disk. */
  async flush(): Promise<void> {
    this.closeOpen();
    this.isEnding = true;
    this.wake?.();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_STORE_MS);
    });
    await Promise.race([this.draining ?? this.drain(), limit]);
    clearTimeout(timer);
    this.isEnding = false;
    for (const batch of [...this.closed]) await this.tryDisk(() => batch.release(), true);
    if (this.closed.length > 0) void this.drain();
  }

  /** A store that is in progress is not waited for: its records are on the disk. */
  async close(): Promise<void> {
    clearInterval(this.scanner);
    await this.flush();
    clearTimeout(this.closer);
    this.isEnding = true;
    this.wake?.();
    this.writeNow();
    process.off('exit', this.writeNow);
  }

  reopen(): void {
    // Each batch has a file of its own.
  }

  private begin(): OwnBatch {
    const id = makeRecordId(Date.now());
    this.closeAfter(BATCH_MS);
    return new OwnBatch(join(this.options.folder, spoolFileName(id)), this.meter, this.buffers);
  }

  private closeAfter(milliseconds: number): void {
    clearTimeout(this.closer);
    this.closer = setTimeout(() => {
      const { open } = this;
      if (open === undefined) return;
      const age = performance.now() - open.beganAt;
      // The batch that is being stored is one of the closed ones.
      const isSlow = this.closed.length > 1;
      if ((this.isAway || isSlow) && age < AWAY_MS) this.closeAfter(AWAY_MS - age);
      else this.closeOpen();
    }, milliseconds).unref();
  }

  /** At once after a quiet time, so that few records wait; under load, many records share a write. */
  private scheduleWrite(): void {
    this.isWriteScheduled = true;
    const rest = this.wroteAt + WRITE_EVERY_MS - performance.now();
    if (rest <= 0) setImmediate(() => void this.writeOpen());
    else setTimeout(() => void this.writeOpen(), rest).unref();
  }

  private async writeOpen(): Promise<void> {
    this.isWriteScheduled = false;
    const { open } = this;
    if (open === undefined || this.isWriting) return;
    this.isWriting = true;
    this.isUnwritten = false;
    this.wroteAt = performance.now();
    await this.tryDisk(() => open.write());
    this.isWriting = false;
    if (this.isUnwritten && this.open !== undefined && !this.isWriteScheduled) this.scheduleWrite();
  }

  private closeOpen(): void {
    const { open } = this;
    if (open === undefined) return;
    this.open = undefined;
    this.closed.push(open);
    const mustWait = this.isAway || this.closed.length > MAX_IN_MEMORY;
    void this.tryDisk(() => (mustWait ? open.release() : open.write()));
    void this.drain();
  }

  /** Runs one thing after the other on the disk, unless it is full or was rejected a moment ago. */
  private async tryDisk(work: () => Promise<void>, isLast = false): Promise<void> {
    if (performance.now() < this.nextDiskTry && !isLast) return;
    try {
      if (this.meter.disk > this.options.maxBytes) throw new Error('The audit spool is full.');
      if (this.diskProblem !== undefined) makeSpoolFolder(this.options.folder);
      await work();
      if (this.diskProblem !== undefined) this.options.onRecovered?.('spool_failed');
      this.diskProblem = undefined;
    } catch (error) {
      this.refuseDisk(error as Error);
    }
  }

  private prepareFolder(): void {
    try {
      makeSpoolFolder(this.options.folder);
    } catch (error) {
      this.refuseDisk(error as Error);
    }
  }

  private refuseDisk(error: Error): void {
    this.diskProblem = error;
    this.nextDiskTry = performance.now() + DISK_RETRY_MS;
    this.options.onProblem({ kind: 'spool_failed', error });
  }

  /** Stores what is closed, the oldest first, until nothing is left. Never rejects. */
  private drain(): Promise<void> {
    this.draining ??= this.storeAll().finally(() => {
      this.draining = undefined;
      // One may have been closed after the last look.
      if (this.closed.length > 0 && !this.isEnding) void this.drain();
    });
    return this.draining;
  }

  private async storeAll(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (this.closed.length > 0) {
      const group = await this.readGroup();
      if (!(await this.storeGroup(group))) {
        if (this.isEnding) return;
        await this.releaseAll();
        await this.pause(retryMs);
        retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
        continue;
      }
      retryMs = FIRST_RETRY_MS;
      this.closed.splice(0, group.length);
      await Promise.all(group.map((each) => this.takeOffDisk(each)));
    }
  }

  /** Never rejects. A file that cannot be removed is found again some day, stored again, and then is there already. */
  private async takeOffDisk({ batch, isReadable }: ReadBatch): Promise<void> {
    this.found.delete(batch.path);
    await (isReadable ? batch.remove() : batch.leave()).catch((error: Error) => this.refuseDisk(error));
  }

  /**
   * The oldest batches that are closed, up to the size of a large one. They go to the database together: if it takes longer for a call
   * than a batch takes to close, calls have more records, and records do not wait for longer and longer.
   */
  private readGroup(): Promise<ReadBatch[]> {
    let bytes = 0;
    const fits = (batch: Batch, index: number): boolean => {
      bytes += batch.bytes;
      return index === 0 || (index < GROUP_BATCHES && bytes <= GROUP_BYTES);
    };
    const end = this.closed.findIndex((batch, index) => !fits(batch, index));
    return Promise.all(this.closed.slice(0, end < 0 ? undefined : end).map((batch) => this.readBatch(batch)));
  }

  private async readBatch(batch: Batch): Promise<ReadBatch> {
    try {
      return { batch, read: await batch.read(), isReadable: true };
    } catch (error) {
      this.refuseDisk(error as Error);
      return { batch, read: undefined, isReadable: false };
    }
  }

  /** False if the database is away. What it has taken of the group by then is stored again, and then is there already. */
  private async storeGroup(group: readonly ReadBatch[]): Promise<boolean> {
    const parts = group.flatMap(({ read }) => (read === undefined ? [] : [read.lines]));
    const [first] = parts;
    if (first === undefined) return true;
    try {
      const all = parts.length === 1 ? first : Buffer.concat(parts);
      for (const lines of splitLines(all, BATCH_RECORDS)) await this.storeLines(lines);
    } catch (error) {
      this.isAway = true;
      this.options.onProblem({ kind: 'failed', error: error as Error });
      return false;
    }
    if (this.isAway) this.options.onRecovered?.('failed');
    this.isAway = false;
    const torn = group.reduce((sum, { read }) => sum + (read?.torn ?? 0), 0);
    if (torn > 0) {
      const error = new Error('A file of waiting audit records holds lines that are not whole.');
      this.options.onProblem({ kind: 'dropped', records: torn, error });
    }
    return true;
  }

  /** One record that the database cannot take must not keep those beside it from being stored. */
  private async storeLines(lines: Buffer): Promise<void> {
    try {
      await this.options.store(lines);
    } catch (error) {
      if (!this.options.isRefused(error)) throw error;
      const count = countLines(lines);
      if (count === 1) {
        this.options.onProblem({ kind: 'dropped', error: error as Error });
        return;
      }
      for (const half of splitLines(lines, Math.ceil(count / 2))) await this.storeLines(half);
    }
  }

  private async releaseAll(): Promise<void> {
    for (const batch of [...this.closed]) if (batch.isInMemory) await this.tryDisk(() => batch.release());
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Takes over the files of processes that are no more. */
  private async scan(): Promise<void> {
    const files = await listQuietFiles(this.options.folder, Date.now());
    const own = new Set(this.closed.map(({ path }) => path));
    for (const file of files) {
      if (own.has(file.path) || this.found.has(file.path) || file.path === this.open?.path) continue;
      this.found.add(file.path);
      this.closed.push(new FoundBatch(file, this.meter));
    }
    if (this.closed.length > 0) void this.drain();
  }

  private readonly writeNow = (): void => {
    for (const batch of [...this.closed, ...(this.open ? [this.open] : [])]) {
      try {
        batch.writeNow();
      } catch {
        // The process is ending: there is nobody left to notify.
      }
    }
  };
}
