import { unlink } from 'node:fs/promises';
import type { LineBuffer, SpareBuffers } from './line-buffer.js';
import { SpoolFile } from './spool-file.js';
import { type ReadLines, readLines, type SpooledFile } from './spool-folder.js';

/** Sums over all batches. */
export interface Meter {
  /** Bytes in memory. */
  memory: number;
  /** Bytes on the disk. */
  disk: number;
  /** Records; those of files that were found are not counted. */
  records: number;
}

/** Records that are stored together, and the file that holds them meanwhile. */
export interface Batch {
  readonly path: string;
  /** Bytes of the records, wherever they are. */
  readonly bytes: number;
  /** True if the records are in memory. */
  readonly isInMemory: boolean;
  /** The records, from memory or from the disk; undefined where another process has stored and removed them. */
  read(): Promise<ReadLines | undefined>;
  /** Writes to the disk what is not there yet. Rejects with what the disk says. */
  write(): Promise<void>;
  /** Keeps the records on the disk alone. Rejects with what the disk says, and then they stay in memory. */
  release(): Promise<void>;
  /** Removes the records once they are stored. */
  remove(): Promise<void>;
  /** Lets the file lie where it is. */
  leave(): Promise<void>;
  /** For a process that is ending. */
  writeNow(): void;
}

/** A batch of our own, which grows until it is closed. */
export class OwnBatch implements Batch {
  readonly beganAt = performance.now();
  count = 0;
  bytes = 0;
  private lines: LineBuffer | undefined;
  private reads = 0;
  private readonly file: SpoolFile;

  constructor(
    readonly path: string,
    private readonly meter: Meter,
    private readonly buffers: SpareBuffers,
  ) {
    this.lines = buffers.take();
    this.file = new SpoolFile(path, this.lines, meter);
  }

  get isInMemory(): boolean {
    return this.lines !== undefined;
  }

  /** Bytes of the records that are in memory. */
  get size(): number {
    return this.lines?.size ?? 0;
  }

  add(line: string): void {
    const before = this.size;
    this.lines?.add(line);
    this.count += 1;
    this.meter.records += 1;
    this.bytes += this.size - before;
    this.meter.memory += this.size - before;
  }

  read(): Promise<ReadLines | undefined> {
    this.reads += 1;
    return this.lines === undefined ? readLines(this.path) : Promise.resolve({ lines: this.lines.since(0), torn: 0 });
  }

  write(): Promise<void> {
    return this.file.write();
  }

  async release(): Promise<void> {
    if (this.lines === undefined) return;
    await this.file.secure();
    this.forget();
  }

  async leave(): Promise<void> {
    this.meter.records -= this.count;
    this.count = 0;
    this.forget();
    await this.file.leave();
  }

  async remove(): Promise<void> {
    this.meter.records -= this.count;
    this.count = 0;
    const { lines } = this;
    this.forget();
    await this.file.remove();
    // Stored at the first try and off the disk: nobody reads them any more, while a try that failed might still be under way.
    if (lines !== undefined && this.reads === 1) this.buffers.give(lines);
  }

  writeNow(): void {
    this.file.writeNow();
  }

  private forget(): void {
    this.meter.memory -= this.size;
    this.lines = undefined;
    this.file.forgetLines();
  }
}

/** A file that a process left behind. */
export class FoundBatch implements Batch {
  readonly isInMemory = false;
  readonly path: string;
  readonly bytes: number;

  constructor(
    { path, bytes }: SpooledFile,
    private readonly meter: Meter,
  ) {
    this.path = path;
    this.bytes = bytes;
    meter.disk += bytes;
  }

  read(): Promise<ReadLines | undefined> {
    return readLines(this.path);
  }

  write(): Promise<void> {
    return Promise.resolve();
  }

  release(): Promise<void> {
    return Promise.resolve();
  }

  leave(): Promise<void> {
    this.meter.disk -= this.bytes;
    return Promise.resolve();
  }

  async remove(): Promise<void> {
    this.meter.disk -= this.bytes;
    await unlink(this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }

  writeNow(): void {
    // It is on the disk.
  }
}
