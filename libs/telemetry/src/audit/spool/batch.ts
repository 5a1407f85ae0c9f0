import { unlink } from 'node:fs/promises';
import { SpoolFile } from './spool-file.js';
import { type ReadLines, readLines, type SpooledFile } from './spool-folder.js';

/** What all batches take together. */
export interface Meter {
  /** Characters in memory. */
  memory: number;
  /** Bytes on the disk. */
  disk: number;
  /** Records; those of files that were found are not counted. */
  records: number;
}

/** Records that are stored together, and the file that holds them meanwhile. */
export interface Batch {
  readonly path: string;
  /** Whether the records are in memory. */
  readonly isInMemory: boolean;
  /** The records, from memory or from the disk; undefined where another process has stored and removed them. */
  read(): Promise<ReadLines | undefined>;
  /** Writes to the disk what is not there yet. Rejects with what the disk says. */
  write(): Promise<void>;
  /** Keeps the records on the disk alone. Rejects with what the disk says, and then they stay in memory. */
  release(): Promise<void>;
  /** When they are stored. */
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
  private lines: string[] | undefined = [];
  private memory = 0;
  private readonly file: SpoolFile;

  constructor(
    readonly path: string,
    private readonly meter: Meter,
  ) {
    this.file = new SpoolFile(path, this.lines ?? [], meter);
  }

  get isInMemory(): boolean {
    return this.lines !== undefined;
  }

  add(line: string): void {
    this.lines?.push(line);
    this.count += 1;
    this.memory += line.length;
    this.meter.records += 1;
    this.meter.memory += line.length;
  }

  read(): Promise<ReadLines | undefined> {
    return this.lines === undefined ? readLines(this.path) : Promise.resolve({ lines: this.lines, torn: 0 });
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
    this.forget();
    await this.file.remove();
  }

  writeNow(): void {
    this.file.writeNow();
  }

  private forget(): void {
    this.lines = undefined;
    this.meter.memory -= this.memory;
    this.memory = 0;
    this.file.forgetLines();
  }
}

/** A file that a process left behind. */
export class FoundBatch implements Batch {
  readonly isInMemory = false;
  readonly path: string;
  private readonly bytes: number;

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
